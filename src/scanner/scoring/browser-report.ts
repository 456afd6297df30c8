/** What a browser pass comes to: the score, the findings and the results by page. Pure; every text of the site is evidence. */

import type { BrowserFinding, BrowserReport } from '../../schema/scan.ts';
import { BROWSER_CHECKS, titlesOf, wordsOf } from '../checks/catalogue.ts';
import { differingWith, NOTHING_DIFFERS, presentResult, summarizeWorst } from '../checks/present.ts';
import { runChecks } from '../checks/run.ts';
import type { BrowserAbsence, BrowserArtifact, BrowserPage } from '../model/browser.ts';
import type { CheckRecord, OnCheckBug } from '../model/result.ts';
import { BROWSER_RUBRIC, browserScore, rawBrowserScore } from './browser-score.ts';

/** How to get a browser, as a clause. */
export const ABSENCE_WORDS: Readonly<Record<BrowserAbsence, string>> = {
  off: 'BROWSER is off',
  'no-driver': 'the package playwright-core is not installed: npm install playwright-core',
  'no-browser':
    'no Chromium or Chrome was found: install one (Debian: apt-get install chromium), or name it in BROWSER',
  'not-started':
    'the browser did not start; as root, or in a container, it may need BROWSER_SANDBOX=off, which takes its sandbox away',
  robots: 'robots.txt does not let the scanner read the first page',
  'no-pages': 'the scan read no page',
  'not-taken': 'no browser was free within half an hour; start the scan again',
  'gave-up': 'the browser broke off three times; start the scan again',
};

/** The report of a site at which no browser looked. */
export const absentReport = (reason: string): BrowserReport => ({
  browserScore: null,
  reason,
  browser: null,
  rubricVersion: BROWSER_RUBRIC.version,
  findings: [],
  pages: [],
  leftOut: 0,
});

const UNMEASURED = 'no page answered the browser in time';

export function browserReport(artifact: BrowserArtifact, onBug: OnCheckBug): BrowserReport {
  if (!artifact.there) return absentReport(ABSENCE_WORDS[artifact.why]);
  const { version, pages, leftOut } = artifact;
  const judged = pages.map((seen) => ({ seen, records: runChecks(BROWSER_CHECKS, { seen }, onBug) }));
  const score = browserScore(judged.map(({ records }) => records));
  return {
    browserScore: score ?? null,
    reason: score === undefined ? UNMEASURED : null,
    browser: version,
    rubricVersion: BROWSER_RUBRIC.version,
    findings: findingsOf(judged),
    pages: judged.map(({ seen, records }) => ({
      url: seen.url,
      outcome: seen.outcome,
      words: seen.text.words,
      wordsWithoutScripts: seen.text.withoutScripts,
      controls: seen.tree.controls,
      checks: records.map((record) => presentResult(record, wordsOf(record.id))),
    })),
    leftOut,
  };
}

interface Judged {
  readonly seen: BrowserPage;
  readonly records: readonly CheckRecord[];
}

const findingsOf = (judged: readonly Judged[]): BrowserFinding[] =>
  BROWSER_CHECKS.flatMap(({ id }) => findingOf(id, judged) ?? []).sort((a, b) => b.gain - a.gain);

function findingOf(id: string, judged: readonly Judged[]): BrowserFinding | undefined {
  const found = judged
    .flatMap(({ seen, records }) => records.flatMap((record) => (record.id === id ? { record, url: seen.url } : [])))
    .filter(({ record }) => record.status === 'fail' || record.status === 'warn')
    .sort((a, b) => rank(a.record) - rank(b.record));
  const [worst] = found;
  if (worst === undefined) return undefined;
  let differing = NOTHING_DIFFERS;
  for (const { record } of found) differing = differingWith(differing, worst.record, record);
  return {
    checkId: id,
    name: titlesOf(id).fail,
    status: worst.record.status === 'fail' ? 'fail' : 'warn',
    gain: gainOf(id, judged),
    ...summarizeWorst(worst.record, differing),
    pages: found.map(({ url }) => url),
  };
}

/** The smaller the worse. */
const rank = ({ status, credit }: CheckRecord): number => (status === 'fail' ? 0 : 1) + (credit ?? 0.5) / 2;

/** What the score would gain if the check passed on every page where it does not. */
function gainOf(id: string, judged: readonly Judged[]): number {
  const now = judged.map(({ records }) => records);
  const mended = now.map((records) =>
    records.map((record): CheckRecord => {
      const isFound = record.id === id && (record.status === 'fail' || record.status === 'warn');
      return isFound ? { id, status: 'pass', message: record.message } : record;
    }),
  );
  return Math.round(10 * ((rawBrowserScore(mended) ?? 0) - (rawBrowserScore(now) ?? 0))) / 10;
}
