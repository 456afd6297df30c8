import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';
import { type CheckShare, Explanation, type Fix } from '../../../../src/schema/explanation.ts';
import type { CheckResult } from '../../../../src/schema/scan.ts';
import { Scan } from '../../../../src/schema/scan.ts';

/** What the site puts into every place where its words may stand. */
const ACTORS_OF_FORMS = [
  { actor: 'form-agent', name: 'Form agent', share: 0 },
  { actor: 'browser-agent', name: 'Browser agent', share: 1 },
];

export interface SiteWords {
  readonly snippet: string;
  readonly draft: string;
  /** Appended to the address of every page. */
  readonly query: string;
}
const MILD: SiteWords = { snippet: 'Welcome', draft: '# Site\n\n> About us.\n', query: '?p=1' };

const URL_OF_SITE = 'https://site.example/';
const pageUrl = (at: number, { query }: SiteWords) => `${URL_OF_SITE}docs/page-${at}${query}`;

const result = (checkId: string, overrides: Partial<CheckResult>): CheckResult => ({
  checkId,
  name: `The name of ${checkId}`,
  status: 'pass',
  message: `${checkId} is as it should be.`,
  howToFix: null,
  details: {},
  ...overrides,
});

const share = (checkId: string, overrides: Partial<CheckShare>): CheckShare => ({
  checkId,
  name: `The name of ${checkId}`,
  category: 'access',
  weight: 4,
  evidence: 'B',
  gate: false,
  credit: 1,
  coefficient: 1,
  points: 4.25,
  possible: 4.25,
  passes: 1,
  warns: 0,
  fails: 0,
  errors: 0,
  affectedPages: 0,
  examples: [],
  ...overrides,
});

const fix = (checkId: string, overrides: Partial<Fix>): Fix => ({
  checkId,
  name: `The name of ${checkId}`,
  gain: 1,
  scoreAfter: 50,
  parts: [],
  message: `${checkId} is not as it should be.`,
  howToFix: `Mend ${checkId}.`,
  affectedPages: 0,
  examples: [],
  ...overrides,
});

const ROBOTS_FIX =
  'Add this group to robots.txt: "User-agent: ChatGPT-User", "Allow: /". It ends the rules of * for it.';
const TWIN_FIX = 'Name the Markdown version in <link rel="alternate" type="text/markdown"> of [each] page.';

const NO_LOSS = { delivered: 0, robots: 0, refused: 0, noWay: 0, noAnswer: 0, noText: 0, cutOff: 0 };

/** A graded site of 14 pages with findings of every kind. */
export function gradedReport(words: SiteWords = MILD): ReportData {
  const pages = Array.from({ length: 14 }, (_, at) => pageUrl(at, words));
  const blocked = result('S2', {
    status: 'fail',
    message: 'robots.txt shuts out 3 of 10 vendors.',
    howToFix: ROBOTS_FIX,
    details: {
      evidence: { url: `${URL_OF_SITE}robots.txt`, snippet: words.snippet, measured: 3, draft: words.draft },
      source: 'https://www.rfc-editor.org/rfc/rfc9309',
      repro: `curl -sSi '${URL_OF_SITE}robots.txt'`,
    },
  });
  const noTwin = (url: string): CheckResult =>
    result('P22', {
      status: 'fail',
      message: 'The page has no Markdown version.',
      howToFix: TWIN_FIX,
      details: { evidence: { url, examples: [words.snippet] }, repro: `curl -sSi '${url}'` },
    });
  const notNamed = result('P23', { status: 'fail', message: 'Nothing names one.', howToFix: 'Name it.' });
  const thin = (url: string): CheckResult =>
    result('P12', {
      status: 'warn',
      message: 'The description has 12 characters; 50_000 * 2 is a|lot.',
      howToFix: 'Write `<meta name="description">`.',
      details: { evidence: { url, snippet: words.snippet } },
    });
  const lost = result('S8', { status: 'error', message: 'Could not be measured: no answer within 10 s.' });
  return {
    scan: Scan.parse({
      id: 'scn_1',
      rootUrl: URL_OF_SITE,
      status: 'completed',
      createdAt: '2026-06-01T12:00:00.000Z',
      completedAt: '2026-06-01T12:00:30.000Z',
      pagesDiscovered: 40,
      pagesScanned: 14,
      siteScore: 49,
      siteRating: 'needs_improvement',
      llmstxtScore: 0,
      percentile: 31,
      corpusTotal: 80,
      siteChecks: [result('S1', {}), blocked, lost],
      llmstxtChecks: [result('L1', { status: 'fail', message: 'There is no llms.txt.', howToFix: 'Serve one.' })],
      pageResults: pages.map((url, at) => ({
        url,
        checks: [noTwin(url), notNamed, ...(at === 3 ? [thin(url)] : [])],
      })),
      shareToken: 'token',
    }),
    explanation: Explanation.parse({
      id: 'scn_1',
      rootUrl: URL_OF_SITE,
      rubricVersion: '2.0.0',
      siteScore: 49,
      siteRating: 'needs_improvement',
      rawScore: 61.2345,
      actions: {
        share: 0.5,
        lost: 12.5,
        kinds: [
          {
            kind: 'form',
            name: 'Send a form',
            checkId: 'S27',
            share: 0.5,
            actors: ACTORS_OF_FORMS,
            offers: [
              {
                name: 'Book a <table>',
                where: `${URL_OF_SITE}book`,
                verdict: 'browser only',
                reason: 'only a script makes it work',
                actors: ACTORS_OF_FORMS,
              },
            ],
          },
        ],
      },
      caps: [
        { id: 'agents-refused', limit: 49, reason: 'Agents that fetch for people are refused (S2).', binding: true },
        { id: 'broken-pages', limit: 59, reason: 'More than half of the pages do not answer 200.', binding: false },
      ],
      coverage: 0.9567,
      lowConfidence: false,
      delivery: {
        all: { ...NO_LOSS, delivered: 0.62, robots: 0.2, refused: 0.1, noText: 0.08 },
        readers: [
          { reader: 'coding-assistant', name: 'Coding assistant', ...NO_LOSS, robots: 1 },
          { reader: 'fetch-tool', name: 'Fetch tool', ...NO_LOSS, delivered: 0.9, noText: 0.1 },
        ],
        points: 43.4,
        possible: 70,
        unverifiedRefusal: true,
        pages: 14,
        siteKind: 'documentation',
      },
      categories: [
        { category: 'access', points: 4.25, possible: 14.5 },
        { category: 'markdown', points: 0, possible: 20.75 },
      ],
      checks: [
        share('S1', {}),
        share('S2', { credit: 0, points: 0, passes: 0, fails: 1 }),
        share('P12', { passes: 13, warns: 1, affectedPages: 1, examples: [pageUrl(3, words)] }),
        share('P22', { passes: 0, fails: 14, affectedPages: 14, examples: pages.slice(0, 10) }),
        share('P23', { passes: 0, fails: 14, affectedPages: 14, examples: pages.slice(0, 10) }),
      ],
      fixes: [
        fix('S2', {
          gain: 18.44,
          scoreAfter: 67,
          parts: [{ of: 'delivered-text', gain: 26.4 }],
          message: blocked.message,
          howToFix: ROBOTS_FIX,
        }),
        fix('P22', {
          gain: 12.1,
          scoreAfter: 79,
          message: 'The page has no Markdown version.',
          howToFix: TWIN_FIX,
          affectedPages: 14,
          examples: pages.slice(0, 10),
        }),
        ...['S3', 'S5', 'S9'].map((id) => fix(id, { gain: 0.5, scoreAfter: 80 })),
        fix('P12', { gain: 0.04, scoreAfter: 80, affectedPages: 1, examples: [pageUrl(3, words)] }),
      ],
      llmstxt: {
        score: 0,
        checks: [],
        fixes: [fix('L1', { gain: 100, scoreAfter: 100, message: 'There is no llms.txt.', howToFix: 'Serve one.' })],
      },
    }),
  };
}

/** The report of a scan that could not grade the site. */
export function failedReport(): ReportData {
  const { scan } = gradedReport();
  const refusal = result('S0', {
    name: 'The site could be scanned',
    status: 'error',
    message: 'robots.txt keeps our bot out.',
    howToFix: 'Allow LegibleBot in robots.txt.',
  });
  return {
    scan: { ...scan, status: 'failed', siteScore: 0, siteChecks: [refusal], llmstxtChecks: [], pageResults: [] },
    explanation: undefined,
  };
}
