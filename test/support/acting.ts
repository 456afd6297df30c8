/** Sites as the judgement of actions sees them, from HTML and from answers that a test writes down. */

import { actionSite, judgeActions, MAX_ACTION_PROBES, planActions, probeKey } from '../../src/scanner/actions/judge.ts';
import type { ActionAnswer, ActionKind, ActionProbe, Offer } from '../../src/scanner/model/actions.ts';
import type { SiteArtifacts } from '../../src/scanner/model/artifacts.ts';
import type { PageDigest } from '../../src/scanner/model/page.ts';
import type { ApiDescription } from '../../src/scanner/model/site.ts';
import { readApiDocument } from '../../src/scanner/parse/agent-files/api-document.ts';
import { extractPageFacts } from '../../src/scanner/parse/html/extract-page-facts.ts';
import { digest, ORIGIN, site } from './artifacts.ts';
import { htmlOf } from './html-page.ts';

type Answered = Extract<ActionAnswer, { answered: true }>;
export type Reply = (probe: ActionProbe) => ActionAnswer;

export interface ActingParts extends Partial<Pick<SiteArtifacts, 'apiDescription' | 'mcpDiscovery' | 'wellKnown'>> {
  readonly target?: Partial<SiteArtifacts['target']>;
  /** Changes to the digests of pages, by path. */
  readonly pages?: Readonly<Record<string, Partial<PageDigest>>>;
  /** More than were read. */
  readonly pagesDiscovered?: number;
  readonly reply?: Reply;
}

/** An answer of 200 with HTML. */
export const answer = (body = '', overrides: Partial<Answered> = {}): ActionAnswer => ({
  answered: true,
  finalUrl: '',
  dropsBody: false,
  status: 200,
  contentType: 'text/html',
  isHtml: true,
  isChallenge: false,
  body,
  allows: [],
  contentHash: body,
  further: [],
  ...overrides,
});
export const status = (code: number): ActionAnswer => answer('', { status: code });
export const data = (body = '{}'): ActionAnswer => answer(body, { contentType: 'application/json', isHtml: false });
export const silence = (isProven: boolean): ActionAnswer => ({ answered: false, isProven });

export interface Acted {
  readonly offers: readonly Offer[];
  readonly probes: readonly ActionProbe[];
}

/** Judges a site of pages (the main part of each, or a whole document, by path), as the gatherer does, but in memory. */
export function act(pages: Readonly<Record<string, string>>, parts: ActingParts = {}): Acted {
  const { target, pages: changes = {}, pagesDiscovered, reply = () => status(200), ...artifacts } = parts;
  const digests = Object.entries(pages).map(([path, html]) => pageOf(path, html, changes[path]));
  const base = site();
  const seen = actionSite({
    target: { ...base.target, ...target },
    crawl: { pages: digests, pagesDiscovered: pagesDiscovered ?? digests.length },
    ...artifacts,
  });
  const answers = new Map<string, ActionAnswer>();
  const probes: ActionProbe[] = [];
  while (probes.length < MAX_ACTION_PROBES) {
    const [next] = planActions(seen, (probe) => answers.get(probeKey(probe)));
    if (next === undefined) break;
    probes.push(next);
    answers.set(probeKey(next), reply(next));
  }
  const { offers } = judgeActions(seen, (probe) => answers.get(probeKey(probe)));
  return { offers, probes };
}

function pageOf(path: string, main: string, changes: Partial<PageDigest> = {}): PageDigest {
  const url = ORIGIN + path;
  const title = changes.title ?? 'Copper kettle';
  const html = main.startsWith('<!doctype') ? main : htmlOf(main, { title });
  const facts = extractPageFacts(html, { url, contentTypeHeader: 'text/html; charset=utf-8' });
  return digest(path, {
    title,
    actions: facts.actions,
    contentHash: facts.mainText.hash,
    foundBy: path === '/' ? 'root' : 'link',
    ...changes,
  });
}

/** The offers of one kind in short: verdict, the share of each actor in hundredths, the codes of what hinders them. */
export const inShort = ({ offers }: Acted, kind: ActionKind): string[] =>
  offers
    .filter((offer) => offer.kind === kind)
    .map(({ verdict, marks }) => {
      const shares = marks.map(({ share }) => (share === undefined ? '?' : Math.round(100 * share)));
      const codes = new Set(marks.flatMap(({ blockers }) => blockers.map(({ code }) => code)));
      return [verdict, shares.join('/'), ...codes].join(' ');
    });

/** A description that was read from this text. */
export const described = (
  document: unknown,
  changes: Partial<ApiDescription> = {},
): SiteArtifacts['apiDescription'] => ({
  catalog: 'absent',
  descriptions: [
    {
      via: 'declared',
      url: `${ORIGIN}/openapi.json`,
      state: 'read',
      document: readApiDocument(typeof document === 'string' ? document : JSON.stringify(document)),
      status: 200,
      contentType: 'application/json',
      snippet: '',
      ...changes,
    },
  ],
});
