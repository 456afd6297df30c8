import { parseUrl } from '../basics/parse-url.ts';
import { recipesOf } from '../library/articles.ts';
import { fixBehind } from '../scanner/checks/present.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { markOf } from '../scanner/reporters/acting.ts';
import { browserHead, findingQuotes, findingWords } from '../scanner/reporters/browser.ts';
import { changeLines, changesSince, rubricLines } from '../scanner/reporters/changes.ts';
import { findingsOf, ignoredLines, withoutIgnoredFixes } from '../scanner/reporters/findings.ts';
import { LOSSES, percentOf } from '../scanner/reporters/losses.ts';
import { CI_REPORTERS, REPORTERS } from '../scanner/reporters/registry.ts';
import {
  accountLines,
  confidenceLines,
  type ReportData,
  recipeCommand,
  recipesCommand,
  refusalMark,
} from '../scanner/reporters/reporter.ts';
import { Explanation, type Fix } from '../schema/explanation.ts';
import { type Baseline, type Rating, Scan } from '../schema/scan.ts';
import { htmlReport } from '../web/report/html-report.ts';
import { checkLines } from './check-lines.ts';
import type { CallTool } from './local-engine.ts';
import { type Look, type Paint, printable } from './output.ts';

/** A graded scan, whole, as every format is made from it. */
export async function readReport(call: CallTool, id: string, baseline: Baseline | undefined): Promise<ReportData> {
  const explanation = Explanation.parse(await call('explain_scan', { id }));
  const scan = Scan.parse(await call('get_scan', { id, pages: 'all' }));
  return { scan, explanation, baseline, hasRecipes: (checkId) => recipesOf(checkId).length >= MANY_RECIPES };
}

/** With fewer, the platform of most sites has none. */
const MANY_RECIPES = 5;

/**
 * The report in one of FORMATS, without a line break at its end.
 * @param hasEveryCheck whether the text lists every check although no selection of them was reported
 */
export function renderReport(data: ReportData, format: string, look: Look, hasEveryCheck = false): string {
  if (format === 'json')
    return JSON.stringify(
      { ...data.scan, rubricVersion: data.explanation?.rubricVersion, ignored: ignoredOf(data), browser: data.browser },
      null,
      2,
    );
  const reporter = ALL_REPORTERS.find(({ name }) => name === format);
  return (reporter === undefined ? scanText(data, look, hasEveryCheck) : reporter.render(data)).trimEnd();
}

const SHOWN_FIXES = 10;
/** Of a finding in a browser. */
const SHOWN_PAGES = 2;
const COLOUR_OF = {
  excellent: 'green',
  good: 'green',
  fair: 'yellow',
  needs_improvement: 'red',
} as const satisfies Record<Rating, Parameters<Paint>[0]>;

/** The grade, what it is made of and what to fix, for people at a terminal. */
export function scanText(data: ReportData, { columns, paint }: Look, hasEveryCheck = false): string {
  const { scan, explanation, baseline } = data;
  const checks = hasEveryCheck || explanation?.selection !== undefined ? checkLines(data, paint) : [];
  const line = (text: string, indent = '') => wrap(text, columns, indent);
  return [
    // The port that a folder is served from is another one in each run.
    line(data.folder ?? scan.rootUrl),
    paint(COLOUR_OF[scan.siteRating], line(gradeOf(scan, explanation))),
    ...(explanation === undefined ? [] : accountLines(explanation).map((text) => line(text))),
    ...(explanation === undefined ? [] : confidenceLines(explanation).map((text) => line(text))),
    ...(explanation === undefined ? [] : capLines(explanation).map((text) => paint('yellow', line(text)))),
    ...(baseline === undefined
      ? []
      : [
          '',
          ...[...rubricLines(baseline, explanation), ...changeLines(changesSince(baseline, scan))].map((text) =>
            line(text, '  '),
          ),
        ]),
    '',
    ...readerLines(explanation).map((text) => line(text, '    ')),
    ...actionLines(explanation).map((text) => line(text, '    ')),
    ...(explanation?.categories ?? []).map(({ category, points, possible }) =>
      line(`  ${category.padEnd(14)} ${points.toFixed(1).padStart(5)} of ${possible.toFixed(1)}`, '    '),
    ),
    '',
    ...checks.map((text) => line(text, '      ')),
    ...(checks.length === 0 ? [] : ['']),
    ...fixLines(explanation && withoutIgnoredFixes(data, explanation), data, { columns, paint }),
    ...ignoredText(data).map((text) => line(text, '  ')),
    ...browserText(data, { columns, paint }),
  ].join('\n');
}

/** Accepted findings as data, for what reads the JSON; undefined where no settings name any. */
const ignoredOf = (data: ReportData) =>
  data.ignored === undefined
    ? undefined
    : findingsOf(data).flatMap(({ id, ignored }) => (ignored === undefined ? [] : [{ ...ignored, check: id }]));

function ignoredText(data: ReportData): string[] {
  const lines = ignoredLines(data);
  return lines.length === 0 ? [] : ['', 'Ignored, as the settings say:', ...lines.map((text) => `  ${text}`)];
}

/** What a real browser showed, under a heading of its own. */
function browserText({ browser }: ReportData, { columns, paint }: Look): string[] {
  if (browser === undefined) return [];
  const margin = '     ';
  return [
    '',
    paint('bold', wrap('In a real browser:', columns)),
    ...browserHead(browser).map((text) => wrap(`  ${printable(text)}`, columns, '  ')),
    ...browser.findings.flatMap((finding, at) => [
      wrap(`${String(at + 1).padStart(3)}. ${findingWords(finding)}`, columns, margin),
      paint('dim', wrap(`${margin}${fixBehind(finding)}`, columns, margin)),
      ...[...findingQuotes(finding, browser).map((text) => `> ${text}`), ...finding.pages.slice(0, SHOWN_PAGES)].map(
        (text) => wrap(`${margin}${printable(text)}`, columns, margin),
      ),
    ]),
  ];
}

/** What reaches each reader, and the largest loss of each. */
function readerLines(explanation: Explanation | undefined): string[] {
  const { delivery } = explanation ?? {};
  if (delivery === undefined || delivery === null) return [];
  return [
    ...delivery.readers.map((reader) => {
      const [worst] = LOSSES.toSorted(([a], [b]) => reader[b] - reader[a]);
      const loss =
        worst === undefined || reader[worst[0]] < 0.005 ? '' : `, ${worst[1]} ${percentOf(reader[worst[0]])}`;
      return `  ${reader.name.padEnd(28)} ${percentOf(reader.delivered)}${loss}`;
    }),
    '',
    `  ${'text arrives'.padEnd(14)} ${delivery.points.toFixed(1).padStart(5)} of ${delivery.possible.toFixed(1)}`,
  ];
}

/** A line a thing to do, with what each actor can complete. */
function actionLines(explanation: Explanation | undefined): string[] {
  const { actions } = explanation ?? {};
  if (actions === undefined || actions === null || actions.kinds.length === 0) return [];
  return [
    ...actions.kinds.map(
      ({ name, actors }) =>
        `  ${name.padEnd(28)} ${actors.map((mark) => `${mark.name}: ${markOf(mark.share)}`).join(', ')}`,
    ),
    ...(actions.lost === 0 ? [] : [`  ${'acting loses'.padEnd(14)} ${actions.lost.toFixed(1).padStart(5)}`]),
    '',
  ];
}

const gradeOf = (
  { siteScore, siteRating, llmstxtScore, pagesScanned }: Scan,
  explanation: Explanation | undefined,
): string =>
  `Site score ${siteScore}/100 (${siteRating}${explanation === undefined ? '' : refusalMark(explanation)}), llms.txt ${llmstxtScore}/100, ${pluralize(pagesScanned, 'page')}`;

function capLines({ caps, rawScore }: Explanation): string[] {
  const binding = caps.find((cap) => cap.binding);
  return binding === undefined
    ? []
    : [`Capped at ${binding.limit} (${rawScore.toFixed(1)} without): ${binding.reason}`];
}

function fixLines(explanation: Explanation | undefined, data: ReportData, { columns, paint }: Look): string[] {
  const { fixes = [], llmstxt } = explanation ?? {};
  const margin = '     ';
  const recipe = (fix: Fix): string[] => {
    const command = explanation && recipeCommand(fix, explanation);
    return command === undefined ? [] : [wrap(`${margin}${fix.recipe?.platform}: ${command}`, columns, margin)];
  };
  const recipes = recipesCommand([...fixes, ...(llmstxt?.fixes ?? [])], data);
  return [
    paint(
      'bold',
      wrap(
        fixes.length === 0
          ? 'Nothing to fix.'
          : 'What to fix, in this order (points that each adds once those above it are made):',
        columns,
      ),
    ),
    ...fixes.slice(0, SHOWN_FIXES).flatMap((fix, at) => {
      const { checkId, gain, message, affectedPages } = fix;
      const where = affectedPages === 0 ? '' : ` (${whereOf(fix)})`;
      return [
        wrap(`${String(at + 1).padStart(3)}. +${gain.toFixed(1)} ${checkId}${where}: ${message}`, columns, margin),
        paint('dim', wrap(`${margin}${fixBehind(fix)}`, columns, margin)),
        ...recipe(fix),
      ];
    }),
    ...(llmstxt === undefined || llmstxt.fixes.length === 0 ? [] : ['', paint('bold', 'For llms.txt:')]),
    ...(llmstxt?.fixes ?? []).flatMap((fix) => [
      wrap(`${margin}+${fix.gain.toFixed(1)} ${fix.checkId}: ${fix.howToFix}`, columns, margin),
      ...recipe(fix),
    ]),
    ...(recipes === undefined ? [] : ['', wrap(`How to do it on your platform: ${recipes}`, columns)]),
  ];
}

/** "30 pages, such as /about"; the path is that of a page of the site. */
function whereOf({ affectedPages, examples: [example] }: Pick<Fix, 'affectedPages' | 'examples'>): string {
  const pages = pluralize(affectedPages, 'page');
  const path = example === undefined ? undefined : parseUrl(example)?.pathname;
  if (path === undefined) return pages;
  return `${pages}${affectedPages === 1 ? ': ' : ', such as '}${printable(path.slice(0, MAX_PATH))}`;
}
const MAX_PATH = 80;

const ALL_REPORTERS = [...REPORTERS, htmlReport, ...CI_REPORTERS];

/** The output formats of a scan: a summary, the API's JSON, or a reporter's format. */
export const FORMATS: readonly [string, ...string[]] = ['text', 'json', ...ALL_REPORTERS.map(({ name }) => name)];

/**
 * Breaks text at its spaces so that no line is wider than the terminal; a word that is wider is cut.
 * @param columns width; Infinity leaves the text as it is
 * @param indent what the lines after the first begin with; left out where it would take half of the width
 */
export function wrap(text: string, columns: number, indent = ''): string {
  if (columns === Number.POSITIVE_INFINITY) return text;
  const width = Math.max(1, columns);
  const margin = indent.length * 2 > width ? '' : indent;
  const lines: string[] = [];
  let line = '';
  const lead = /^ */.exec(text)?.[0] ?? '';
  for (const word of text.trim().split(/ +/)) {
    let rest = word;
    const start = lines.length === 0 ? (lead.length * 2 > width ? '' : lead) : margin;
    if (line === '') line = start + rest;
    else if (line.length + 1 + rest.length <= width) line += ` ${rest}`;
    else {
      lines.push(line);
      line = margin + rest;
    }
    while (line.length > width) {
      lines.push(line.slice(0, width));
      rest = line.slice(width);
      line = margin + rest;
    }
  }
  return [...lines, line].join('\n');
}
