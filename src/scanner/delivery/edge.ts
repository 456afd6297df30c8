import type { AgentName, ParityFetch, UaParityArtifact } from '../model/site.ts';
import type { Reader } from '../readers/reader.ts';

/** Share of the browser's words that an answer must hold to be the same page. */
const SAME_PAGE = 0.6;
/** What a refused imitation leaves a reader: the vendor's own agent, with its addresses or signature, may get in. */
const REFUSED_SHARE = 0.3;
const IMITATIONS: readonly AgentName[] = ['ChatGPT-User', 'Claude-User'];

/** What the site's edge does with user agents, as far as single requests from one place can tell. */
export interface Edge {
  /** Share of the text that gets past the edge, 0 to 1. */
  share(reader: Reader): number;
  /** The edge refused every imitated assistant but admitted a browser. */
  readonly refusesAll: boolean;
  /** Imitations that were refused. */
  readonly refused: readonly AgentName[];
}

export function edgeOf(parity: UaParityArtifact | undefined): Edge {
  const fetches = parity?.fetches ?? [];
  const served = new Set(fetches.filter((each) => each.agent === 'browser' && isServed(each)).map(({ page }) => page));
  const asked = fetches.filter(({ page }) => served.has(page));
  const refused = IMITATIONS.filter((name) => asked.some((each) => each.agent === name && isRefused(each)));
  const wereAsked = IMITATIONS.filter((name) =>
    asked.some(({ agent, result }) => agent === name && !('failure' in result)),
  );
  const refusesAll = wereAsked.length > 1 && refused.length === wereAsked.length;
  // Good text for our own bot alone is worth nothing: where a browser gets less than we do, its share counts.
  const browser = Math.min(1, ...asked.map(({ agent, result }) => (agent === 'LegibleBot' ? browserShare(result) : 1)));
  return {
    refusesAll,
    refused,
    share(reader) {
      const isRefusedByName = reader.probedAs !== undefined && refused.includes(reader.probedAs);
      return isRefusedByName || (refusesAll && reader.isVendor) ? REFUSED_SHARE : browser;
    },
  };
}

const isServed = ({ result }: ParityFetch): boolean =>
  !('failure' in result) && result.status >= 200 && result.status <= 299 && result.challenge === undefined;

/** Any error where a browser gets the page, a challenge, or a thinner page. */
function isRefused({ result }: ParityFetch): boolean {
  if ('failure' in result) return false;
  const { status, challenge, contained, similarity } = result;
  if (status >= 300 || challenge !== undefined) return true;
  return (contained ?? similarity) < SAME_PAGE;
}

/** Of what our bot gets, the share that a browser gets too. */
function browserShare(result: ParityFetch['result']): number {
  if ('failure' in result || result.challenge !== undefined || result.status > 299) return 1;
  const share = result.inBrowser ?? 1;
  return share >= SAME_PAGE ? 1 : share;
}
