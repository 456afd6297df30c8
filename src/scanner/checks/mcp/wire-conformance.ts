import { SHAPES, type Shape, shapeFaults } from '../../mcp/message-shapes.ts';
import { BATCH_REVISION, isRevision, LEGACY_REVISIONS, MODERN_REVISION, resultIn } from '../../mcp/session/message.ts';
import type { ListKind, McpArtifacts, McpExchange } from '../../model/mcp.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { callRequest } from './evidence.ts';

export default defineCheck({
  id: 'M3',
  slug: 'wire-conformance',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'Responses follow the transport and the schema',
    fail: 'Responses break the transport or the schema',
    action: 'Make responses follow the MCP transport and schema',
  },
  why: 'Lenient clients work around small violations, strict ones stop: the server works in one host and not in the next.',
  rule: 'Checks the media types, jsonrpc and id of every response, the types of its members by the schema of the revision (null is none of them), that it is no array except in 2025-03-26, that each event of a stream and each line of a process is a message, and that GET answers 405 (400 or a stream for legacy revisions). Legacy: a notification answers 202. Modern: resultType "complete", ttlMs of at least 0 and cacheScope on discovery and lists, and no Mcp-Session-Id. Over stdio, which has no HTTP, the messages alone count. Passes with no kind of violation. Warns with one. Fails with more.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
    'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching',
    'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports',
  ],
  needs: ['handshake', 'probes', 'listings'],
  evaluate(session) {
    const { handshake } = session;
    const { looked, violations } = wireViolations(session);
    if (looked === 0) return unmeasured('Could not be measured: nothing was answered in time.');
    const evidence = {
      url: handshake.finalUrl,
      request: callRequest(handshake, 'tools/list'),
      measured: violations.length,
      findings: violations.map(({ at, found }) => ({ at, found })),
    };
    if (violations.length === 0) return pass(`${looked} answers keep to the transport and the schema.`, evidence);
    const message = `${violations.length === 1 ? 'There is one kind' : `There are ${violations.length} kinds`} of breach: ${violations.map(({ says }) => says).join('; ')}.`;
    const howToFix = violations.map(({ must }: Violation) => must).join(' ');
    return (violations.length === 1 ? warn : fail)(message, { howToFix, evidence });
  },
});

type Session = Pick<McpArtifacts, 'handshake' | 'probes' | 'listings'>;
type Answered = Extract<McpExchange, { answered: true }>;
interface Named {
  /** The method, ours. */
  readonly at: string;
  readonly exchange: Answered;
}

/** One kind of breach, at the first answer that shows it. */
interface Violation {
  readonly says: string;
  /** What the specification demands, as a sentence. */
  readonly must: string;
  readonly at: string;
  /** What the server wrote instead. */
  readonly found: string;
}

interface Rule {
  readonly says: string;
  readonly must: string;
  /** What an answer has instead of what it must have; undefined when it is as it must be. */
  breach(exchange: Answered): string | undefined;
}

/** Breaches of revision 2026-07-28 or of 2025-11-25, each kind once, in the order of the rules. */
function wireViolations(session: Session): { readonly looked: number; readonly violations: Violation[] } {
  const isModern = session.handshake.era === 'modern';
  const responses = responsesOf(session);
  const { notification, get } = session.probes;
  const asked: [readonly Named[], readonly Rule[]][] = [
    [responses, isModern ? [...EVERY_RESPONSE, ...MODERN_RESPONSE] : EVERY_RESPONSE],
    [named('notifications/initialized', notification), isModern ? [] : [NOTIFICATION]],
    [named('GET', get), [streamRule(session)]],
  ];
  // A process greets before its first answer, which may refuse server/discover.
  const all = isModern ? responses : [...named('server/discover', session.handshake.discover), ...responses];
  const violations = [
    ...firstBreach(STRAY, all),
    ...asked.flatMap(([answers, rules]) => rules.flatMap((rule) => firstBreach(rule, answers))),
    ...batches(session, responses),
    ...schemaBreaches(session, responses),
  ];
  return { looked: asked.reduce((sum, [answers]) => sum + answers.length, 0), violations };
}

/** The revision of the session; the newest of its era where the server names none that there is. */
function revisionOf({ era, protocolVersion = '' }: Session['handshake']): string {
  if (isRevision(protocolVersion)) return protocolVersion;
  return era === 'modern' ? MODERN_REVISION : LEGACY_REVISIONS[0];
}

/** Nor may `initialize` be in an array where others may. */
function batches({ handshake }: Session, responses: readonly Named[]): Violation[] {
  const revision = revisionOf(handshake);
  const found = responses.find(
    ({ at, exchange }) => exchange.isBatch === true && (revision !== BATCH_REVISION || at === 'initialize'),
  );
  if (found === undefined) return [];
  return [
    {
      says: 'a response is an array of messages',
      must: `Answer each request with one message: only ${BATCH_REVISION} had arrays, and not for initialize.`,
      at: found.at,
      found: 'an array',
    },
  ];
}

const MAX_NAMED = 5;

/** Members of another type than the published schema says, of responses and of what they list. */
function schemaBreaches({ handshake, listings }: Session, responses: readonly Named[]): Violation[] {
  const revision = revisionOf(handshake);
  const faultsIn = (value: unknown, shape: Shape, path = '') => shapeFaults(value, shape, revision, path);
  const ofResponses = responses.flatMap(({ at, exchange }, index) => {
    const result = resultIn(exchange);
    return [
      ...faultsIn(exchange.message, SHAPES.response),
      ...faultsIn(result, index === 0 ? SHAPES.greeting : SHAPES.page),
    ].map((found) => ({ at, found }));
  });
  const ofEntries = LISTS.flatMap(([kind, at]) =>
    listings[kind].items.flatMap((item, index) =>
      faultsIn(item, SHAPES[kind], `${kind}[${index}]`).map((found) => ({ at, found })),
    ),
  );
  const [first, ...others] = [...ofResponses, ...ofEntries];
  if (first === undefined) return [];
  const more = others.slice(0, MAX_NAMED - 1).map(({ found }) => found);
  const rest = others.length - more.length;
  return [
    {
      says: `a member has another type than the schema of ${revision} says`,
      must: 'Leave out members that have no value instead of sending null, and give the others the type of the schema.',
      at: first.at,
      found: `${[first.found, ...more].join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`,
    },
  ];
}

const LISTS: readonly (readonly [kind: ListKind, method: string])[] = [
  ['tools', 'tools/list'],
  ['resources', 'resources/list'],
  ['resourceTemplates', 'resources/templates/list'],
  ['prompts', 'prompts/list'],
];

/** The handshake and every page of every list. */
function responsesOf({ handshake, listings }: Session): Named[] {
  return [
    ...named(handshake.era === 'legacy' ? 'initialize' : 'server/discover', handshake.decisive),
    ...listings.tools.pages.flatMap((page) => named('tools/list', page)),
    ...listings.resources.pages.flatMap((page) => named('resources/list', page)),
    ...listings.resourceTemplates.pages.flatMap((page) => named('resources/templates/list', page)),
    ...listings.prompts.pages.flatMap((page) => named('prompts/list', page)),
  ];
}

/** A request that was turned away before it was read (401, 429) says nothing about the wire. */
const named = (at: string, exchange: McpExchange | undefined): Named[] =>
  exchange?.answered && exchange.status !== 401 && exchange.status !== 429 ? [{ at, exchange }] : [];

function firstBreach(rule: Rule, answers: readonly Named[]): Violation[] {
  for (const { at, exchange } of answers) {
    const found = rule.breach(exchange);
    if (found !== undefined) return [{ says: rule.says, must: rule.must, at, found }];
  }
  return [];
}

const RESPONSE_TYPES = ['application/json', 'text/event-stream'];

const STRAY: Rule = {
  says: 'something that is no JSON-RPC message comes before a response',
  must: 'Send messages alone: write logs to the error stream, and keep a stream of events alive with comments (": ping").',
  breach: ({ strays }) => strays?.[0]?.slice(0, 100),
};

const EVERY_RESPONSE: readonly Rule[] = [
  {
    says: 'a response has a media type other than JSON or an event stream',
    must: 'Answer requests as application/json or text/event-stream.',
    breach: ({ contentType }) => (RESPONSE_TYPES.includes(contentType) ? undefined : shown(contentType)),
  },
  {
    says: 'a response does not carry jsonrpc "2.0" and the id of its request',
    must: 'Give every response jsonrpc "2.0" and the id of its request, of the same type.',
    breach: ({ message, sentId }) =>
      message === undefined || (message.jsonrpc === '2.0' && message.id === sentId)
        ? undefined
        : `jsonrpc ${shown(message.jsonrpc)}, id ${shown(message.id)}`,
  },
];

const MODERN_RESPONSE: readonly Rule[] = [
  {
    says: 'a result has no resultType "complete"',
    must: 'Give every result resultType "complete".',
    breach: (exchange) => ofResult(exchange, ({ resultType }) => resultType === 'complete', ['resultType']),
  },
  {
    says: 'a result has no valid ttlMs and cacheScope',
    must: 'Give discovery and list results ttlMs (a whole number of milliseconds, 0 or more) and cacheScope "public" or "private".',
    breach: (exchange) => ofResult(exchange, hasCacheHints, ['ttlMs', 'cacheScope']),
  },
  {
    says: 'it mints an Mcp-Session-Id, which the revision does not have any more',
    must: 'Leave Mcp-Session-Id out of answers to requests of revision 2026-07-28.',
    breach: ({ headers }) => headers['mcp-session-id'],
  },
];

const hasCacheHints = ({ ttlMs, cacheScope }: Readonly<Record<string, unknown>>): boolean =>
  Number.isInteger(ttlMs) && Number(ttlMs) >= 0 && (cacheScope === 'public' || cacheScope === 'private');

const NOTIFICATION: Rule = {
  says: 'a notification is not answered 202',
  must: 'Answer an accepted notification 202 without a body.',
  breach: ({ status }) => (status === 202 ? undefined : `status ${status}`),
};

/** Of a server that speaks only modern revisions nothing but 405 is right: there is no GET any more. */
function streamRule({ handshake: { era, supportedVersions } }: Session): Rule {
  const isLegacyToo = era === 'legacy' || LEGACY_REVISIONS.some((revision) => supportedVersions.includes(revision));
  return {
    says: 'a GET is answered in a way that clients do not expect',
    must: isLegacyToo ? 'Answer a GET 405, or open a stream of events.' : 'Answer a GET 405.',
    breach: ({ status, contentType }) => {
      const isStream = status === 200 && contentType === 'text/event-stream';
      if (status === 405 || (isLegacyToo && (status === 400 || isStream))) return undefined;
      return `status ${status}, ${shown(contentType)}`;
    },
  };
}

/** Of answers that hold a result; an error is for M8 to tell. */
function ofResult(
  exchange: Answered,
  isRight: (result: Readonly<Record<string, unknown>>) => boolean,
  members: readonly string[],
): string | undefined {
  const result = resultIn(exchange);
  if (result === undefined || isRight(result)) return undefined;
  return members.map((member) => `${member}: ${shown(result[member])}`).join(', ');
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return 'none';
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 100);
}
