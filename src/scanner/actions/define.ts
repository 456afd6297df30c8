import { parseUrl } from '../../basics/parse-url.ts';
import type { ActionAnswer, ActionKind, ActionProbe, Blocker, Mark, Offer } from '../model/actions.ts';
import type { CrawlArtifact, PageDigest } from '../model/page.ts';
import type { ApiDescriptionArtifact, McpDiscoveryArtifact, Target, WellKnownArtifact } from '../model/site.ts';
import type { PageActions } from '../parse/html/actions/page-actions.ts';
import { actorsFor } from './actors.ts';

/** A readable page and what people can do on it. */
export interface ActingPage {
  readonly page: PageDigest;
  readonly actions: PageActions;
  /** Some page links to it, or it is the root; undefined where too few pages were read to tell. */
  readonly isLinked: boolean | undefined;
}

/** What offers are found in: facts of pages that were read, and files that were asked for. */
export interface ActionSite {
  readonly target: Target;
  readonly pages: readonly ActingPage[];
  readonly crawl: CrawlArtifact;
  readonly apiDescription: ApiDescriptionArtifact | undefined;
  readonly mcpDiscovery: McpDiscoveryArtifact | undefined;
  readonly wellKnown: WellKnownArtifact | undefined;
}

/** The answer to a probe; undefined where it was not asked. */
export type AnswerOf = (probe: ActionProbe) => ActionAnswer | undefined;

/** One kind of action: what to ask, and what to make of the answers. Pure. */
export interface OfferDefinition {
  readonly kind: ActionKind;
  /** Requests that would tell more, given the answers so far, the most telling first. */
  plan(site: ActionSite, answerOf: AnswerOf): readonly ActionProbe[];
  judge(site: ActionSite, answerOf: AnswerOf): readonly Offer[];
}

/** The identity function; it is there so that a kind's file says what it is. */
export const defineOffer = (offer: OfferDefinition): OfferDefinition => offer;

/** Whether an address is on the host and the port of the page that names it. */
export const isSameHost = (url: string, { page }: ActingPage): boolean =>
  parseUrl(url)?.host === new URL(page.finalUrl).host;

const PAGE_ACCEPT = 'text/html,*/*';
export const get = (url: string, accept: string = PAGE_ACCEPT): ActionProbe => ({ url, method: 'GET', accept });

/** What actors can do of an offer, and what hinders each. */
export type Shares = Readonly<
  Partial<Record<Mark['actor'], readonly [share: number | undefined, blockers: readonly Blocker[]]>>
>;

/** Shares below this are nothing, and those above one minus this everything where nothing is in the way. */
const EDGE = 0.05;

export function offer(parts: Omit<Offer, 'verdict' | 'marks'> & { readonly shares: Shares }): Offer {
  const { shares, ...rest } = parts;
  const marks = actorsFor(parts.kind).flatMap((actor): Mark[] => {
    const found = shares[actor];
    return found === undefined ? [] : [{ actor, share: found[0], blockers: found[1] }];
  });
  return { ...rest, marks, verdict: verdictOf(marks) };
}

function verdictOf(marks: readonly Mark[]): Offer['verdict'] {
  const measured = marks.filter(({ share }) => share !== undefined);
  if (measured.length === 0) return 'not measured';
  // What nearly works, with something in its way, works in part.
  const isWhole = ({ share = 0, blockers }: Mark) => share >= (blockers.length === 0 ? 1 - EDGE : 1);
  const isNothing = ({ share = 0 }: Mark) => share <= EDGE;
  if (measured.every(isWhole)) return 'works';
  if (measured.every(isNothing)) return 'blocked';
  const byHttp = measured.find(({ actor }) => actor === 'form-agent');
  return byHttp !== undefined && isNothing(byHttp) ? 'browser only' : 'in part';
}

/** The first offers by a key, in the order of the pages: repeated items count once. */
export function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
}
