import { defined } from '../../basics/defined.ts';
import { stateOf } from '../../scanner/checks/present.ts';
import { findingsOf, withoutIgnoredFixes } from '../../scanner/reporters/findings.ts';
import { ignoredWords } from '../../scanner/reporters/ignored.ts';
import type { ReportData, Reporter } from '../../scanner/reporters/reporter.ts';
import { pageScore } from '../../scanner/scoring/score.ts';
import type { PageRow } from '../../scans/page-store.ts';
import type { ReportCover } from '../../schema/report-cover.ts';
import type { BrowserReport, ScanBrowser } from '../../schema/scan.ts';
import { Markup, markup } from '../markup.ts';
import { standalonePage } from '../standalone-page.ts';
import { publicHostOf } from './check-views.ts';
import { reportPage } from './report-page.ts';
import type { ReportSummary } from './summary.ts';

/**
 * The report as one HTML file, to be kept or sent: it needs no network and no script. What leads to the service is left
 * out, as there may be none.
 */
export const htmlReport: Reporter = {
  name: 'html',
  mediaType: 'text/html',
  render(data) {
    return reportFile(summaryOf(data), data.cover);
  },
};

/** The same of a summary. The pictures in it are `data:` URIs. */
export function reportFile(summary: ReportSummary, cover: ReportCover | undefined): string {
  const { scan, explanation } = summary;
  const host = publicHostOf(scan, explanation);
  const main =
    explanation === undefined
      ? markup`<h1>${host}</h1><p>The scan has no grade.</p>`
      : withoutServiceLinks(
          reportPage(summary, explanation, { baseUrl: '', history: [], hasBadge: false, isFile: true, cover }),
        );
  return standalonePage(cover?.title ?? `${host}: report`, main);
}

export function summaryOf(data: ReportData): ReportSummary {
  const { scan: scanned, explanation: whole, differing = new Map(), browser, screens = [] } = data;
  const explanation = whole && withoutIgnoredFixes(data, whole);
  const scan = browser === undefined ? scanned : { ...scanned, browser: fromHere(browser) };
  const notApplicable = new Map<string, number>();
  for (const { checks } of scan.pageResults) {
    for (const { checkId, details } of checks) {
      if (details.notApplicable === true) notApplicable.set(checkId, (notApplicable.get(checkId) ?? 0) + 1);
    }
  }
  return {
    scan,
    explanation,
    differing,
    pages: scan.pageResults.map(rowOf),
    shown: screens.map(({ picture, ...screen }) => ({
      ...screen,
      src: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`,
    })),
    notApplicable: Object.fromEntries(notApplicable),
    ignoredWords: new Map(
      findingsOf(data).flatMap(({ id, ignored }) =>
        ignored === undefined ? [] : [[id, ignoredWords(ignored)] as const],
      ),
    ),
  };
}

/** What a browser of this machine showed, as a stored scan has it. */
const fromHere = (report: BrowserReport): ScanBrowser => ({
  ...report,
  status: 'done',
  pages: report.pages.map((page) => ({ ...page, picture: null })),
});

function rowOf({ url, checks }: ReportData['scan']['pageResults'][number]): PageRow {
  const statuses = checks.map(stateOf);
  const idsWith = (wanted: string) => statuses.filter(({ status }) => status === wanted).map(({ id }) => id);
  return {
    url,
    fails: idsWith('fail'),
    warns: idsWith('warn'),
    errors: idsWith('error'),
    passed: idsWith('pass').length,
    ...defined({ score: pageScore(statuses) }),
  };
}

/** A link to a path of the service keeps its words alone. Links hold no other links, so the next end is its own. */
function withoutServiceLinks({ text }: Markup): Markup {
  const [first = '', ...rest] = text.split('<a href="/');
  const parts = rest.map((part) => {
    const begin = part.indexOf('>') + 1;
    const end = part.indexOf('</a>');
    return part.slice(begin, end) + part.slice(end + '</a>'.length);
  });
  return new Markup([first, ...parts].join(''));
}
