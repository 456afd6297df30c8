import { counted } from '../scanner/counted.ts';
import { changeLines } from '../scanner/reporters/change-lines.ts';
import { changesSince } from '../scanner/reporters/changes.ts';
import { confidenceLines } from '../scanner/reporters/confidence.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import type { Explanation } from '../schema/explanation.ts';
import type { Rating, Scan } from '../schema/scan.ts';
import type { Look, Paint } from './output.ts';
import { wrap } from './wrap.ts';

const SHOWN_FIXES = 10;
const COLOUR_OF = {
  excellent: 'green',
  good: 'green',
  fair: 'yellow',
  needs_improvement: 'red',
} as const satisfies Record<Rating, Parameters<Paint>[0]>;

/** The grade, what it is made of and what to fix, for people at a terminal. */
export function scanText({ scan, explanation, baseline }: ReportData, { columns, paint }: Look): string {
  const line = (text: string, indent = '') => wrap(text, columns, indent);
  return [
    line(scan.rootUrl),
    paint(COLOUR_OF[scan.siteRating], line(gradeOf(scan))),
    ...(explanation === undefined ? [] : confidenceLines(explanation).map((text) => line(text))),
    ...(explanation === undefined ? [] : capLines(explanation).map((text) => paint('yellow', line(text)))),
    ...(baseline === undefined
      ? []
      : ['', ...changeLines(changesSince(baseline, scan)).map((text) => line(text, '  '))]),
    '',
    ...(explanation?.categories ?? []).map(({ category, points, possible }) =>
      line(`  ${category.padEnd(14)} ${points.toFixed(1).padStart(5)} of ${possible.toFixed(1)}`, '    '),
    ),
    '',
    ...fixLines(explanation, { columns, paint }),
  ].join('\n');
}

const gradeOf = ({ siteScore, siteRating, llmstxtScore, pagesScanned }: Scan): string =>
  `Site score ${siteScore}/100 (${siteRating}), llms.txt ${llmstxtScore}/100, ${counted(pagesScanned, 'page')}`;

function capLines({ caps, rawScore }: Explanation): string[] {
  const binding = caps.find((cap) => cap.binding);
  return binding === undefined
    ? []
    : [`Capped at ${binding.limit} (${rawScore.toFixed(1)} without): ${binding.reason}`];
}

function fixLines(explanation: Explanation | undefined, { columns, paint }: Look): string[] {
  const { fixes = [], llmstxt } = explanation ?? {};
  const margin = '     ';
  return [
    paint('bold', wrap(fixes.length === 0 ? 'Nothing to fix.' : 'What to fix, best first:', columns)),
    ...fixes.slice(0, SHOWN_FIXES).flatMap(({ checkId, gain, message, howToFix, affectedPages }, at) => {
      const where = affectedPages === 0 ? '' : ` (${counted(affectedPages, 'page')})`;
      return [
        wrap(`${String(at + 1).padStart(3)}. +${gain.toFixed(1)} ${checkId}${where}: ${message}`, columns, margin),
        paint('dim', wrap(`${margin}${howToFix}`, columns, margin)),
      ];
    }),
    ...(llmstxt === undefined || llmstxt.fixes.length === 0 ? [] : ['', paint('bold', 'For llms.txt:')]),
    ...(llmstxt?.fixes ?? []).map(({ checkId, gain, howToFix }) =>
      wrap(`${margin}+${gain.toFixed(1)} ${checkId}: ${howToFix}`, columns, margin),
    ),
  ];
}
