import type { FetchFailure } from '../model/http.ts';
import type { TrafficArtifact } from '../model/site.ts';
import type { ChallengeKind } from '../parse/html/bot-challenge.ts';
import type { FetchResult } from './fetch-types.ts';

/**
 * 'page': a page of the site under our own user agent, the only one that counts as traffic. 'twin': its Markdown
 * version. 'origin': what tells where a site on a private host is published. 'sitemap': a file of the sitemap. 'link': what the site's own files and pages lead to. 'probe': everything
 * else, at places that we choose.
 */
export type RequestPurpose = 'page' | 'twin' | 'origin' | 'sitemap' | 'link' | 'probe';

/** Requests in one scan, whatever the size of the site (catalogue, section 2). A redirect that is followed is none. */
const LIMITS: Readonly<Record<RequestPurpose, number>> = {
  page: Infinity,
  twin: Infinity,
  origin: 20,
  sitemap: Infinity,
  link: 60,
  probe: 40,
};

interface LedgerEntry {
  readonly url: string;
  readonly purpose: RequestPurpose;
  /** What came of it; undefined while it is under way, and for ever when it was given up. */
  readonly outcome:
    | {
        readonly status: number;
        readonly retryAfterPresent: boolean;
        readonly challenge: ChallengeKind | undefined;
      }
    | { readonly failureCode: FetchFailure['code'] }
    | undefined;
}

/** What one scan has asked of the network. */
export interface RequestLedger {
  /**
   * Reserves one of the remaining requests for a purpose, before it waits for a permit, so that timing does not choose
   * the requests; false when none is left.
   */
  take(purpose: RequestPurpose): boolean;
  left(purpose: RequestPurpose): number;
  /**
   * Notes a request at the moment it is sent, which fixes its place; answers the function that notes its result
   * (and the bot challenge recognised in it).
   */
  send(url: string, purpose: RequestPurpose): (result: FetchResult, challenge?: ChallengeKind) => void;
  /** In the order they were sent. */
  readonly entries: readonly LedgerEntry[];
  /** Requests answered or failed, each redirect followed counting as one more; bytes of decoded bodies. */
  readonly totals: { readonly requests: number; readonly bytes: number };
}

/** @param onBytes called with the bytes of all decoded bodies after each */
export function createLedger(onBytes: (bytes: number) => void = () => undefined): RequestLedger {
  const entries: LedgerEntry[] = [];
  const left = { ...LIMITS };
  let requests = 0;
  let bytes = 0;
  return {
    take(purpose) {
      if (left[purpose] === 0) return false;
      left[purpose] -= 1;
      return true;
    },
    left: (purpose) => left[purpose],
    send(url, purpose) {
      const place = entries.push({ url, purpose, outcome: undefined }) - 1;
      return (result, challenge) => {
        requests += 1 + (result.ok ? result.answer.hops : result.hops).length;
        if (result.ok) bytes += result.body.length;
        entries[place] = { url, purpose, outcome: outcomeOf(result, challenge) };
        if (result.ok) onBytes(bytes);
      };
    },
    entries,
    get totals() {
      return { requests, bytes };
    },
  };
}

function outcomeOf(result: FetchResult, challenge: ChallengeKind | undefined): LedgerEntry['outcome'] {
  if (!result.ok) return { failureCode: result.failure.code };
  const { status, headers } = result.answer;
  return { status, retryAfterPresent: headers['retry-after'] !== undefined, challenge };
}

type Blocked = TrafficArtifact['blocked'][number];

/** The page requests that came to an end, and those the site blocked (catalogue, S7). */
export function traffic({ entries }: Pick<RequestLedger, 'entries'>): TrafficArtifact {
  const pages = entries.filter(({ purpose, outcome }) => purpose === 'page' && outcome !== undefined);
  const blocked = pages.flatMap((entry, position): Blocked[] => {
    const kind = blockKindOf(entry.outcome);
    if (kind === undefined) return [];
    const retryAfter = entry.outcome !== undefined && 'status' in entry.outcome && entry.outcome.retryAfterPresent;
    return [{ position, url: entry.url, kind, retryAfter }];
  });
  return { pageRequests: pages.length, blocked };
}

/** A sign-in (401, a redirect to a form) is no block. A challenge says more than the 403 or 503 it came with. */
function blockKindOf(outcome: LedgerEntry['outcome']): Blocked['kind'] | undefined {
  if (outcome === undefined) return undefined;
  if ('failureCode' in outcome) return outcome.failureCode === 'reset' ? 'reset' : undefined;
  if (outcome.status === 429) return 'too-many-requests';
  if (outcome.challenge !== undefined) return 'challenge';
  return outcome.status === 403 ? 'forbidden' : undefined;
}
