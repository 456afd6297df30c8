/** What reports show of a scan, without a server: which status, which order, which words. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageRow } from '../../../../src/scans/page-store.ts';
import type { CheckShare, Explanation, Fix } from '../../../../src/schema/explanation.ts';
import type { Scan } from '../../../../src/schema/scan.ts';
import { scoreRing } from '../../../../src/web/charts.ts';
import { createLayout } from '../../../../src/web/layout.ts';
import { markup } from '../../../../src/web/markup.ts';
import { viewsOf } from '../../../../src/web/report/check-views.ts';
import { historySection } from '../../../../src/web/report/history.ts';
import { pagesPage } from '../../../../src/web/report/page-table.ts';
import { reportPage } from '../../../../src/web/report/report-page.ts';
import type { ReportSummary } from '../../../../src/web/report/summary.ts';

const TOKEN = 'T'.repeat(22);
const PLACE = { baseUrl: 'https://l.example', history: [], hasBadge: true };
const SCAN: Scan = {
  id: 'scn_x',
  rootUrl: 'https://a.example/',
  status: 'completed',
  createdAt: '2026-11-01T10:00:00.000Z',
  completedAt: '2026-11-01T10:01:00.000Z',
  pagesDiscovered: 3,
  pagesScanned: 3,
  siteScore: 60,
  siteRating: 'fair',
  llmstxtScore: 0,
  percentile: null,
  corpusTotal: null,
  siteChecks: [],
  llmstxtChecks: [],
  pageResults: [],
  shareToken: TOKEN,
};
const share = (checkId: string, counts: Partial<CheckShare>): CheckShare => ({
  checkId,
  name: checkId,
  category: 'content',
  weight: 1,
  evidence: 'B',
  gate: false,
  credit: 1,
  coefficient: 1,
  points: 1,
  possible: 1,
  passes: 0,
  warns: 0,
  fails: 0,
  errors: 0,
  affectedPages: 0,
  examples: [],
  ...counts,
});
const fix = (checkId: string): Fix => ({
  checkId,
  name: `Fix ${checkId}`,
  gain: 1,
  scoreAfter: 61,
  parts: [],
  message: 'Found.',
  howToFix: 'Mend it.',
  affectedPages: 0,
  examples: [],
});
const explanation = (more: Partial<Explanation> = {}): Explanation => ({
  id: SCAN.id,
  rootUrl: SCAN.rootUrl,
  rubricVersion: '1.0.0',
  siteScore: 60,
  siteRating: 'fair',
  rawScore: 60,
  caps: [],
  coverage: 1,
  lowConfidence: false,
  actions: null,
  delivery: null,
  categories: [],
  checks: [],
  fixes: [],
  llmstxt: { score: 0, checks: [], fixes: [] },
  ...more,
});
const row = (path: string, counts: Partial<PageRow> = {}): PageRow => ({
  url: `https://a.example${path}`,
  fails: [],
  warns: [],
  errors: [],
  passed: 0,
  ...counts,
});
const summary = (more: Partial<ReportSummary> = {}): ReportSummary => ({
  scan: SCAN,
  explanation: explanation(),
  pages: [row('/')],
  notApplicable: {},
  differing: new Map(),
  ...more,
});
const report = (more: Partial<Explanation> = {}, scan: Partial<Scan> = {}): string =>
  reportPage(summary({ scan: { ...SCAN, ...scan } }), explanation(more), PLACE).text;

describe('a page check over all pages', () => {
  for (const [counts, notApplicable, status] of [
    [{ fails: 1, warns: 5, passes: 9 }, 0, 'fail'],
    [{ warns: 1, passes: 9 }, 0, 'warn'],
    [{ passes: 1, errors: 9 }, 0, 'pass'],
    [{ errors: 1 }, 9, 'error'],
    [{}, 9, 'na'],
  ] as const) {
    it(`is ${status} with ${JSON.stringify(counts)}`, () => {
      const views = viewsOf(
        summary({ explanation: explanation({ checks: [share('P5', counts)] }), notApplicable: { P5: notApplicable } }),
      );
      const view = views.find(({ id }) => id === 'P5');
      assert.equal(view?.status, status);
      assert.equal(view?.counts?.notApplicable, notApplicable);
    });
  }
});

describe('a report', () => {
  it('says on how many pages a finding occurs, because its text is from one of them', () => {
    const found = (affectedPages: number, counts: Partial<CheckShare>) => {
      const checks = [
        { checkId: 'P5', name: 'x', status: 'fail' as const, message: 'It is empty.', howToFix: null, details: {} },
      ];
      const told = summary({
        scan: { ...SCAN, pageResults: [{ url: 'https://a.example/', checks }] },
        explanation: explanation({ checks: [share('P5', { affectedPages, ...counts })] }),
      });
      const { text } = reportPage(told, explanation({ fixes: [{ ...fix('P5'), affectedPages }] }), PLACE);
      return [/id="P5".*?class="message">([^<]*)/s, /<p class="soft">([^<]*Found on [^<]*)/].map(
        (part) => part.exec(text)?.[1],
      );
    };
    assert.deepEqual(found(1, { fails: 1, passes: 2 }), [
      'It is empty. Found on 1 of 3 pages.',
      'Found. Found on 1 page.',
    ]);
    assert.deepEqual(found(1200, { fails: 1000, warns: 200 }), [
      'It is empty. Found on 1,200 of 1,200 pages.',
      'Found. Found on 1,200 pages.',
    ]);
  });

  it('shows the three best fixes, and each of the others folded away', () => {
    const ids = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'];
    const [best = '', rest = ''] = report({ fixes: ids.map(fix) }).split('<details class="more">');
    const shownIn = (text: string) => [...text.matchAll(/<h3>Fix (S\d)</g)].map(([, id]) => id);
    assert.deepEqual(shownIn(best), ids.slice(0, 3));
    assert.deepEqual(shownIn(rest), ids.slice(3));
    assert.match(rest, /^<summary>4 more fixes for the site score</);
  });

  it('does not explain a ranking of nothing', () => {
    assert.match(report({ fixes: [fix('S1')] }), /In the order to make them/);
    const perfect = report();
    assert.match(perfect, /There is nothing to fix\./);
    assert.doesNotMatch(perfect, /In the order to make them/);
  });

  it('says how the site compares, when there are sites to compare with', () => {
    assert.match(report({}, { percentile: 80, corpusTotal: 1234 }), /<strong>80 %<\/strong> of 1,234 other sites/);
    assert.doesNotMatch(report(), /Better than/);
  });

  it('leads to each of its downloads', () => {
    const hrefs = [...report().matchAll(/href="([^"]+)" download/g)].map(([, href]) => href);
    const files = ['agent-prompt.txt', 'fixes.zip', 'report.html', 'report.md'].map((name) => `/s/${TOKEN}/${name}`);
    assert.deepEqual(hrefs, [...files, `/api/scan/${TOKEN}`]);
  });

  it('offers a badge only where there is a score for it to show', () => {
    assert.match(report(), /badge\/a\.example\.svg/);
    const { text } = reportPage(summary(), explanation(), { ...PLACE, hasBadge: false });
    assert.doesNotMatch(text, /badge\//);
    assert.match(text, /There is none for a\.example yet\./);
  });

  it('has a history only where there is one to show', () => {
    assert.doesNotMatch(report(), /over time/i);
  });
});

it('a finding has the entry that accepts it, and what passes or is not measured has none', () => {
  const row = (checkId: string, status: 'pass' | 'fail' | 'error') => ({
    ...{ checkId, name: checkId, status, message: 'Found.', howToFix: null, details: {} },
  });
  const failing = share('P22', {
    fails: 2,
    affectedPages: 2,
    examples: ['https://a.example/x/', 'https://a.example/y?z=1'],
  });
  const siteChecks = [row('S13', 'fail'), row('S10', 'pass'), row('S0', 'error')];
  const graded = explanation({ checks: [share('S13', { fails: 1 }), failing] });
  const { text } = reportPage(summary({ scan: { ...SCAN, siteChecks }, explanation: graded }), graded, PLACE);
  const entries = [...text.matchAll(/Accept this finding[\s\S]+?<pre[^>]*>([\s\S]+?)<\/pre>/g)].map(([, json = '']) =>
    JSON.parse(
      json
        .replace(/<[^>]+>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#34;', '"'),
    ),
  );
  assert.deepEqual(
    entries.map(({ ignore: [entry] }) => [entry.check, entry.paths]),
    [
      ['S13', undefined],
      ['P22', ['/x/$', '/y?z=1$']],
    ],
  );
});

it('a ring is drawn as far as the score goes', () => {
  const [, drawn, whole] = /stroke-dasharray="([\d.]+) ([\d.]+)"/.exec(scoreRing(25, 'fair', 'Score').text) ?? [];
  assert.equal((Number(drawn) / Number(whole)).toFixed(3), '0.250');
});

it('pages with the lowest score come first, and name their heaviest checks', () => {
  const pages = [
    row('/unknown', { fails: ['P2', 'P3', 'P4'] }),
    row('/high', { fails: ['P16', 'P3', 'P11'], score: 80 }),
    row('/low', { score: 20 }),
    row('/none', { score: 0 }),
  ];
  const { text } = pagesPage(summary({ pages }), 1);
  assert.deepEqual(
    [...text.matchAll(/pages\/\d">([^<]+)<\/a><\/td><td class="num">(?:<strong>)?([^<]+)</g)].map(([, path, score]) => [
      path,
      score,
    ]),
    [
      ['/none', '0'],
      ['/low', '20'],
      ['/high', '80'],
      ['/unknown', '–'],
    ],
  );
  assert.match(text, /<div>P11 [^<]+<\/div><div>P3 [^<]+<\/div><div>P16<\/div>/);
});

it('pages without a score come by the number of their findings', () => {
  const pages = [
    row('/good'),
    row('/warned', { warns: ['P1'] }),
    row('/worst', { fails: ['P1', 'P2'] }),
    row('/bad', { fails: ['P1'], warns: ['P2'] }),
  ];
  const links = [...pagesPage(summary({ pages }), 1).text.matchAll(/pages\/(\d)">([^<]+)</g)];
  assert.deepEqual(
    links.map(([, at, path]) => [at, path]),
    [
      ['2', '/worst'],
      ['3', '/bad'],
      ['1', '/warned'],
      ['0', '/good'],
    ],
  );
});

it('a history goes from the newest to the oldest, its line the other way, and marks the report itself', () => {
  const scanOf = (shareToken: string, score: number, rubricVersion = '2.0.0') => ({
    shareToken,
    rubricVersion,
    createdAt: '2026-11-01T10:00:00.000Z',
    llmsTxtScore: 1,
    pagesScanned: 2,
    score: { score, raw: score, cap: undefined, coverage: 1, lowConfidence: false },
  });
  const { text } = historySection([scanOf('new', 70), scanOf(TOKEN, 75), scanOf('old', 40)], TOKEN);
  assert.match(text, /aria-label="Scores, oldest first: 40, 75, 70"/);
  const changes = [...text.matchAll(/<td class="num">(?:<a href="[^"]+">)?([+−–]\d*)<\//g)].map(([, change]) => change);
  assert.deepEqual(changes, ['−5', '+35', '–']);
  const acrossRubrics = historySection([scanOf('new', 40), scanOf('old', 75, '1.0.0')], TOKEN).text;
  assert.doesNotMatch(acrossRubrics, /−35/, 'scores of two rubrics are not on one scale');
  assert.deepEqual(
    [...text.matchAll(/<th [^>]*><a href="\/s\/([^"]+)"/g)].map(([, token]) => token),
    ['new', 'old'],
  );
  assert.match(text, /href="\/compare\?id=new&amp;with=T+">−5</);
  assert.doesNotMatch(acrossRubrics, /\/compare/);
  assert.equal(text.match(/aria-current/g)?.length, 1);
});

it('data for machines cannot end its script element', async () => {
  const page = createLayout('https://l.example')(
    { title: 'x', description: 'x', jsonLd: { name: '</script><script>alert(1)</script>' } },
    markup``,
  );
  assert.equal((await page.text()).match(/<\/script>/g)?.length, 1);
});
