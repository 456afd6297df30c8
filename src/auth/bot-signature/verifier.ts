import { createHash } from 'node:crypto';
import { getDomain } from 'tldts';
import type { Store, WindowLimit } from '../../store/store.ts';
import type { DirectoryCache } from './directory.ts';
import { type BotAgent, type BotVerdict, Refused, verifyText } from './profile.ts';
import { matchesDigest, type SignedMessage } from './signature-base.ts';
import {
  type BotRules,
  longestValidMs,
  type ReadSignature,
  RULES,
  readSignature,
  webBotAuthSignatures,
} from './signatures.ts';

const MINUTE_MS = 60_000;
/** Directory fetches a minute that requests can cause: by one address, in total, and to one directory's host. */
const FETCHES = { source: 10, all: 120, target: 10 };
/** Signatures a minute accepted from one address: as many as its fair-use limit of calls. Each is recorded for an hour. */
const BELIEVED = { windowMs: MINUTE_MS, max: 1200 };

export interface BotRequest extends SignedMessage {
  /** Subject of the client's address: whose fetches are counted. */
  readonly source: string;
  /** The whole body, read only for a signature that covers its digest; undefined when it cannot be had. */
  readBody(): Promise<Uint8Array | undefined>;
}

export interface BotVerifier {
  /** What the signatures of a request say of its sender. Never rejects for what a client sent. */
  verify(request: BotRequest): Promise<BotVerdict>;
}

export interface BotVerifierParts {
  readonly store: Pick<Store, 'windows'>;
  readonly directories: DirectoryCache;
  /** Host of this service: its own directory is never fetched. */
  readonly ownHost: string;
  /** Default RULES. */
  readonly rules?: BotRules;
  /** Milliseconds. */
  now?(): number;
}

/**
 * Verifies Web Bot Auth, cheapest step first: sizes, profile rules, the agent's directory, signature, body. The last
 * step is the replay check.
 */
export function createBotVerifier(parts: BotVerifierParts): BotVerifier {
  const { store, directories, ownHost, rules = RULES, now = Date.now } = parts;

  async function mayFetch(url: URL, source: string): Promise<boolean> {
    const subjects = [
      [`bot-directory:source:${source}`, FETCHES.source],
      [`bot-directory:target:${domainOf(url)}`, FETCHES.target],
      ['bot-directory:all', FETCHES.all],
    ] as const;
    for (const [subject, max] of subjects) {
      // A store that cannot count grants nothing.
      const draw = await store.windows.draw(subject, [{ windowMs: MINUTE_MS, max }]).catch(() => undefined);
      if (draw?.allowed !== true) return false;
    }
    return true;
  }

  /** @throws Refused */
  async function agentOf(request: BotRequest, signature: ReadSignature): Promise<BotAgent> {
    const { agentUrl, keyId, base, bytes, coversContent } = signature;
    if (agentUrl.host === ownHost) throw new Refused('unverified', 'directory_unavailable');
    const { key } = await directories.keyOf(agentUrl, keyId, () => mayFetch(agentUrl, request.source));
    if (!verifyText(base, bytes, key)) throw new Refused('invalid', 'bad_signature');
    if (coversContent) await checkContent(request);
    await useUp(signature, request.source);
    const identifier = new URL(agentUrl);
    identifier.search = '';
    return { url: identifier.href, domain: domainOf(agentUrl), keyId };
  }

  /**
   * Records the use of a signature as a window of one draw that lasts as long as any signature. A lease would work too,
   * but the store keeps an unfinished one for a day.
   * @throws Refused for a replay, or when the store cannot check or record the use
   */
  async function useUp({ agentUrl, keyId, nonce }: ReadSignature, source: string): Promise<void> {
    const name = createHash('sha256')
      .update(JSON.stringify([agentUrl.href, keyId, nonce]))
      .digest('base64url');
    const isDrawn = async (subject: string, limit: WindowLimit): Promise<boolean> => {
      const draw = await store.windows.draw(`bot-signature:${subject}`, [limit]).catch(() => {
        throw new Refused('unverified', 'replay_unknown');
      });
      return draw.allowed;
    };
    if (!(await isDrawn(`source:${source}`, BELIEVED))) throw new Refused('unverified', 'signature_budget_spent');
    const once = { windowMs: longestValidMs(rules), max: 1 };
    if (!(await isDrawn(`seen:${name}`, once))) throw new Refused('invalid', 'replayed');
  }

  return {
    async verify(request) {
      let verdict: BotVerdict = { state: 'none' };
      try {
        for (const labelled of webBotAuthSignatures(request)) {
          try {
            const signature = readSignature(request, labelled, now() / 1000, rules);
            return { state: 'verified', agent: await agentOf(request, signature) };
          } catch (error) {
            const refused = verdictOf(error);
            // A wrong signature says more than one that could not be checked.
            if (verdict.state !== 'invalid') verdict = refused;
          }
        }
        return verdict;
      } catch (error) {
        return verdictOf(error);
      }
    },
  };
}

function verdictOf(error: unknown): BotVerdict {
  if (!(error instanceof Refused)) throw error;
  return { state: error.state, reason: error.reason };
}

/** @throws Refused */
async function checkContent(request: BotRequest): Promise<void> {
  const body = await request.readBody();
  const matches = body && matchesDigest(request.header('content-digest') ?? '', body);
  if (matches === undefined) throw new Refused('unverified', 'content_unknown');
  if (!matches) throw new Refused('invalid', 'content_differs');
}

/** Hosts below a private suffix (github.io) belong to different people, so it counts as one. */
const domainOf = ({ hostname }: URL): string => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
