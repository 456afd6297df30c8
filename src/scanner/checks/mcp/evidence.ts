import { defined } from '../../../basics/defined.ts';
import { initializeRequest, modernDialect, type Spoken } from '../../mcp/session/message.ts';
import type { Advertised, McpExchange, McpHandshake } from '../../model/mcp.ts';
import type { Evidence, EvidenceFinding, Outcome } from '../../model/result.ts';
import { pluralize } from '../../pluralize.ts';
import { unmeasured, warn } from '../define.ts';

type Request = NonNullable<Evidence['request']>;

const SNIPPET_LENGTH = 200;
const CLIENT = { name: 'curl', version: '1' };

/** What one exchange shows on its own, with the request that shows it again (a plain GET unless given). */
export function exchangeEvidence(
  { finalUrl }: Pick<McpHandshake, 'finalUrl'>,
  exchange: McpExchange,
  request?: Request,
): Evidence {
  const asked = { url: finalUrl, ...defined({ request }) };
  if (!exchange.answered) return asked;
  const { status, contentType, text } = exchange;
  return { ...asked, status, contentType, ...(text === '' ? {} : { snippet: text.slice(0, SNIPPET_LENGTH) }) };
}

/** The request that decided how the handshake ended. */
export const handshakeRequest = ({ decisive, initialize }: Pick<McpHandshake, 'decisive' | 'initialize'>): Request =>
  decisive === initialize ? requestOf(initializeRequest(1, CLIENT)) : modernRequest('server/discover');

/** A call on its own. A legacy server may want a session for it, so there the handshake is all that can be repeated. */
export const callRequest = (handshake: McpHandshake, method: string): Request =>
  handshake.era === 'legacy' ? handshakeRequest(handshake) : modernRequest(method);

const modernRequest = (method: string): Request => requestOf(modernDialect(CLIENT).request(1, method));

/** The repro line itself says that a body is JSON. */
function requestOf({ headers, body }: Spoken): Request {
  const { accept, 'content-type': _, ...others } = headers;
  return { ...defined({ accept }), headers: others, body };
}

/** Where a list came from, with the request that shows it again. */
export const listEvidence = (handshake: McpHandshake, method: `${string}/list`): Evidence => ({
  url: handshake.finalUrl,
  request: callRequest(handshake, method),
});

/** What a check says that needs a session where there is none. */
export const noSession = ({ outcome }: Pick<McpHandshake, 'outcome'>): Outcome =>
  unmeasured(
    outcome === 'authorization'
      ? 'Could not be measured: it stands behind authorization.'
      : 'Could not be measured: no session could be opened (M1 says why).',
  );

interface GradedFinding extends EvidenceFinding {
  readonly severity: 'fail' | 'warn';
}

/** Findings in what the server lists, by how grave they are, and all of them as evidence, the grave ones first. */
export function gradedFindings(
  handshake: McpHandshake,
  seen: readonly GradedFinding[],
): { grave: readonly GradedFinding[]; slight: readonly GradedFinding[]; evidence: Evidence } {
  const grave = seen.filter(({ severity }) => severity === 'fail');
  const slight = seen.filter(({ severity }) => severity === 'warn');
  const findings = [...grave, ...slight].map(({ at, found }) => ({ at, found }));
  return {
    grave,
    slight,
    evidence: { ...listEvidence(handshake, 'tools/list'), measured: seen.length, threshold: 0, findings },
  };
}

/**
 * What a check of all texts says that found nothing and did not see all: never that they are clean. Undefined when
 * everything was read.
 */
export function notAllRead({ unread, cutLists, isWithheld }: Advertised, evidence: Evidence): Outcome | undefined {
  if (isWithheld) {
    return unmeasured('Could not be measured: a part of what is listed stands behind authorization.', evidence);
  }
  if (unread === 0 && cutLists.length === 0) return undefined;
  const strings = unread === 0 ? [] : [`${pluralize(unread, 'string')} too long, too many or nested too deep`];
  const lists = cutLists.length === 0 ? [] : [`the rest of ${pluralize(cutLists.length, 'list')}`];
  return warn(`Nothing was found, but not all could be read: ${[...strings, ...lists].join(', and ')}.`, {
    howToFix: 'Shorten and flatten what the server lists, until all of it can be read; no model can take in so much.',
    evidence,
  });
}

/** Whether text was left out that a model is given, which bounds the score like text that was found unsafe. */
export const hidesBehindLength = ({ unread, cutLists }: Advertised): boolean =>
  unread > 0 || cutLists.includes('tools') || cutLists.includes('prompts');

/** Percentages of the whole, whole numbers: from which a share passes, and from which it is a warning. */
interface ShareThresholds {
  readonly pass: number;
  readonly warn: number;
}

/** Grades `done` of `total` (above 0). Compares whole numbers, so that no rounding decides at a threshold. */
export function gradeShare(done: number, total: number, percent: ShareThresholds): 'pass' | 'warn' | 'fail' {
  if (done * 100 >= percent.pass * total) return 'pass';
  return done * 100 >= percent.warn * total ? 'warn' : 'fail';
}

/** A share as whole percent, rounded down, so that only the whole is 100. */
export const percentOf = (done: number, total: number): number => Math.floor((done * 100) / total);
