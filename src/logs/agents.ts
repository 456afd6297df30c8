import { AGENT_IDENTITIES, type AgentKind, KNOWN_AGENTS, type KnownAgent } from '../scanner/known-agents.ts';
import { copyOf } from './copy-of.ts';

/** An agent by its user agent: who it says that it is. */
export interface Claim {
  readonly name: string;
  readonly vendor: string | null;
  readonly kind: AgentKind;
}

const MAX_USER_AGENT = 1000;
/** A crawler that no table has: a name of letters and digits that ends in what crawlers call themselves. */
const UNKNOWN_BOT = /(?:^|[^a-z0-9-])([a-z][a-z0-9-]{0,24}?(?:bot|crawler|spider|fetcher|scraper))(?=$|[^a-z0-9])/i;
/** Telephones of this make have "bot" in their name. */
const NO_BOT = /^cubot$/i;
/** Product tokens of HTTP libraries that no table has: `name/version` alone, without a browser's words. */
const BARE_PRODUCT = /^[A-Za-z][\w.-]{1,40}\/\d/;

const byToken = new Map(KNOWN_AGENTS.map((agent) => [agent.token.toLowerCase(), agent]));
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
// The longest first, since Google-Extended must not be read as another token that it begins with.
const TOKENS = new RegExp(
  `(?<![a-z0-9])(?:${[...byToken.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![a-z0-9])`,
  'gi',
);

/** Names of agents that are a person's browser as far as anyone can see have no claim. */
function claimOf(userAgent: string): Claim | undefined {
  const text = userAgent.slice(0, MAX_USER_AGENT);
  for (const { 0: word, index } of text.matchAll(TOKENS)) {
    const agent = byToken.get(word.toLowerCase());
    if (agent === undefined || (agent.needsVersion && text[index + word.length] !== '/')) continue;
    return toClaim(agent);
  }
  const unknown = UNKNOWN_BOT.exec(text)?.[1];
  if (unknown !== undefined && !NO_BOT.test(unknown)) return { name: copyOf(unknown), vendor: null, kind: 'bot' };
  // Its name may be a person's, so it is not kept.
  return BARE_PRODUCT.test(text) && !text.includes('Mozilla/') && !text.startsWith('Opera/')
    ? { name: 'other tools', vendor: null, kind: 'tool' }
    : undefined;
}

const toClaim = ({ token, vendor, kind }: KnownAgent): Claim => ({ name: token, vendor, kind });

const SIGNERS = new Map(
  AGENT_IDENTITIES.flatMap(({ signatureHost, tokens: [token = ''] }): [string, Claim][] => {
    const agent = byToken.get(token.toLowerCase());
    return signatureHost === undefined || agent === undefined ? [] : [[signatureHost, toClaim(agent)]];
  }),
);
const OTHER_SIGNER: Claim = { name: 'other agents that sign', vendor: null, kind: 'browser' };
/** `"https://chatgpt.com"`, or `g="https://agent.bot.goog"`. */
const SIGNATURE_HOST = /^[a-z0-9_*-]{0,40}=?"https:\/\/([a-z0-9.-]{1,253})/i;

/** Who a request with the user agent of a browser is, by the Signature-Agent header that it has. */
export function claimOfSigner(signatureAgent: string | undefined): Claim | undefined {
  const host = SIGNATURE_HOST.exec(signatureAgent?.slice(0, MAX_USER_AGENT) ?? '')?.[1];
  return host === undefined ? undefined : (SIGNERS.get(host.toLowerCase()) ?? OTHER_SIGNER);
}

/** User agents of one log are few; a forged log may have any number. */
const MAX_CACHED = 8_000;
/** Browsers and agents send up to 300 bytes or so. Longer ones are decided anew each time. */
const MAX_CACHED_BYTES = 600;
/** A power of two. */
const SLOTS = 4096;
const SLOT_BYTES = 320;

/** Says who an agent is by the bytes [start, end) of a line. */
export type ClaimOf = (line: Buffer, start: number, end: number) => Claim | undefined;

/**
 * `claimOf` with a memory of at most 5 MB. Every line asks, so a user agent that was seen is found by its bytes alone:
 * making a text of it would cost more than all else that is done with a line of a person.
 * @param decode from the bytes of the line, as latin1, to the user agent
 */
export function createClaims(decode: (raw: string) => string): ClaimOf {
  const known = new Map<string, Claim | null>();
  /** One buffer for all slots: small ones would keep the pool alive that Node cuts them from. */
  let bytes: Buffer | undefined;
  const lengths = new Uint16Array(SLOTS);
  const claims: (Claim | undefined)[] = Array.from({ length: SLOTS }, () => undefined);
  const claimOfText = (raw: string): Claim | undefined => {
    const cached = known.get(raw);
    if (cached !== undefined) return cached ?? undefined;
    if (known.size >= MAX_CACHED) known.clear();
    const claim = claimOf(decode(raw));
    known.set(raw, claim ?? null);
    return claim;
  };
  return (line, start, end) => {
    const length = end - start;
    if (length > MAX_CACHED_BYTES) return claimOf(decode(line.toString('latin1', start, end)));
    if (length > SLOT_BYTES) return claimOfText(line.toString('latin1', start, end));
    bytes ??= Buffer.alloc(SLOTS * SLOT_BYTES);
    const at = hashOf(line, start, end) & (SLOTS - 1);
    const slot = at * SLOT_BYTES;
    if (lengths[at] === length && isSame(bytes, slot, line, start, end)) return claims[at];
    const claim = claimOfText(line.toString('latin1', start, end));
    line.copy(bytes, slot, start, end);
    lengths[at] = length;
    claims[at] = claim;
    return claim;
  };
}

/** FNV-1a over the length and every third byte: user agents that differ in the others alone share a slot. */
function hashOf(line: Buffer, start: number, end: number): number {
  let hash = end - start;
  for (let at = end - 1; at >= start; at -= 3) hash = Math.imul(hash ^ (line[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isSame(bytes: Buffer, from: number, line: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[from + at - start] !== line[at]) return false;
  return true;
}
