import { type AgentKeys, checkRecorded } from '../auth/bot-signature/recorded.ts';
import { AGENT_IDENTITIES, type AgentIdentity } from '../scanner/known-agents.ts';
import type { AddressList } from './address-lists.ts';
import type { Claim } from './agents.ts';
import { isPrivate } from './client-address.ts';
import { copyOf } from './copy-of.ts';
import type { LogEntry } from './entry.ts';
import { signedRequestOf } from './signed-request.ts';

/** Whether a request is of the agent that it names. `unverifiable`: nothing that is known here can tell. */
export type Identity = 'verified' | 'spoofed' | 'unverifiable';

/** Questions to DNS, which only run on request. */
export interface ReverseDns {
  /** Names of an address; none where it has none. Rejects where DNS gives no answer. */
  reverse(address: string): Promise<readonly string[]>;
  /** Addresses of a name. */
  resolve(name: string): Promise<readonly string[]>;
  /** Whether it answers at all: a resolver that has no name for anything proves nothing. Never rejects. */
  works(): Promise<boolean>;
}

export interface Identities {
  /** Undefined where DNS must be asked first. */
  of(claim: Claim, entry: LogEntry): Identity | undefined;
  /** Asks DNS about the address of an entry that `of` could not decide. Never rejects. */
  ask(claim: Claim, entry: LogEntry): Promise<void>;
  /** Addresses that DNS was not asked about, because there were too many. */
  readonly skipped: number;
  /** Addresses about which DNS gave no answer. */
  readonly unanswered: number;
}

const MAX_CACHED = 5_000;
/** `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255`. A forged log may have anything in place of an address. */
const MAX_ADDRESS = 45;
const MAX_QUESTIONS = 5_000;

const identityOf = new Map<string, AgentIdentity>(
  AGENT_IDENTITIES.flatMap((identity) => identity.tokens.map((token): [string, AgentIdentity] => [token, identity])),
);

/**
 * Decides by the edge's own word, by a signature (Web Bot Auth), by published address lists, then by forward-confirmed
 * reverse DNS. A wrong signature is spoofed unless the address is the operator's: a proxy may have changed the host.
 * @param lists by file name, as `AGENT_IDENTITIES` names them
 * @param dns undefined: DNS is not asked
 * @param keys of agents that sign, by the host of their Signature-Agent
 */
export function createIdentities(
  lists: ReadonlyMap<string, AddressList>,
  dns?: ReverseDns,
  keys: ReadonlyMap<string, AgentKeys> = new Map(),
): Identities {
  /** What lists said. */
  let known = new Map<string, Identity>();
  /** What DNS said: kept to the end, since it is asked a bounded number of questions. */
  const answers = new Map<string, Identity>();
  let questions = 0;
  let skipped = 0;
  let unanswered = 0;
  let works: Promise<boolean> | undefined;

  const byLists = (identity: AgentIdentity, address: string): boolean | undefined => {
    const own = Object.keys(identity.lists).flatMap((file) => lists.get(file) ?? []);
    if (own.length === 0) return undefined;
    if (own.some((list) => list.has(address))) return true;
    // An address is only missing from all lists together.
    return own.length === Object.keys(identity.lists).length ? false : undefined;
  };
  const byDns = async (identity: AgentIdentity, address: string): Promise<Identity> => {
    if (dns === undefined) return 'unverifiable';
    try {
      const names = (await dns.reverse(address)).map((name) => name.toLowerCase().replace(/\.$/, ''));
      for (const name of names.slice(0, 5)) {
        if (!identity.hostSuffixes.some((suffix) => name.endsWith(suffix))) continue;
        if ((await dns.resolve(name)).includes(address)) return 'verified';
      }
      works ??= dns.works();
      if (await works) return 'spoofed';
    } catch {
      // Counted as one without an answer.
    }
    unanswered += 1;
    return 'unverifiable';
  };
  const keep = (key: string, identity: Identity): Identity => {
    if (known.size >= MAX_CACHED) known = new Map();
    known.set(copyOf(key), identity);
    return identity;
  };
  const bySignature = (identity: AgentIdentity | undefined, entry: LogEntry): 'verified' | 'wrong' | undefined => {
    const message = keys.size === 0 ? undefined : signedRequestOf(entry);
    if (message === undefined || !Number.isFinite(entry.timeMs)) return undefined;
    return checkRecorded(message, Math.floor(entry.timeMs / 1000), (host) =>
      signsFor(identity, host) ? keys.get(host) : undefined,
    );
  };
  const byAddress = (claim: Claim, identity: AgentIdentity | undefined, entry: LogEntry): Identity | undefined => {
    if (identity === undefined || entry.address.length > MAX_ADDRESS) return 'unverifiable';
    // Most logs are read without lists and DNS: then nothing is worth keeping.
    if (lists.size === 0 && dns === undefined) return 'unverifiable';
    const key = keyOf(claim, entry);
    const before = answers.get(key) ?? known.get(key);
    if (before !== undefined) return before;
    if (isPrivate(entry.address)) return keep(key, 'unverifiable');
    const listed = byLists(identity, entry.address);
    if (listed === true) return keep(key, 'verified');
    if (dns !== undefined && identity.hostSuffixes.length > 0) {
      if (questions < MAX_QUESTIONS) return undefined;
      skipped += 1;
    }
    return keep(key, listed === false ? 'spoofed' : 'unverifiable');
  };
  const keyOf = (claim: Claim, { address }: LogEntry) => `${claim.name} ${address}`;

  return {
    get skipped() {
      return skipped;
    },
    get unanswered() {
      return unanswered;
    },
    of(claim, entry) {
      if (entry.isVerified === true) return 'verified';
      const identity = identityOf.get(claim.name);
      const signature = bySignature(identity, entry);
      if (signature === 'verified') return 'verified';
      const address = byAddress(claim, identity, entry);
      return signature === 'wrong' && address === 'unverifiable' ? 'spoofed' : address;
    },
    async ask(claim, entry) {
      const identity = identityOf.get(claim.name);
      const key = keyOf(claim, entry);
      if (identity === undefined || answers.has(key)) return;
      questions += 1;
      const answer = await byDns(identity, entry.address);
      const listed = answer === 'unverifiable' ? byLists(identity, entry.address) : undefined;
      answers.set(copyOf(key), listed === false ? 'spoofed' : answer);
    },
  };
}

/** Whether an agent signs by keys of this host. A bot that no table has may sign by any that is kept. */
function signsFor(identity: AgentIdentity | undefined, host: string): boolean {
  if (identity === undefined) return true;
  const own = identity.signatureHost;
  return own !== undefined && (host === own || host.endsWith(`.${own}`));
}
