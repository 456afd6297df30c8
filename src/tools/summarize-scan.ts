import type * as z from 'zod';
import { counted } from '../scanner/counted.ts';
import { type Differing, differingWith, NOTHING_DIFFERS, worstWords } from '../scanner/worst-words.ts';
import type { CheckResult } from '../schema/check-result.ts';
import type { Explanation } from '../schema/explanation.ts';
import type { Scan } from '../schema/scan.ts';
import { explanationLines } from './explain-lines.ts';
import { countWithoutEvidence } from './fit-output.ts';

const SHOWN_FIXES = 5;

/** A scan with what is for the summary alone. */
export type SummarizedScan = z.output<typeof Scan> & {
  /** How its score came about; absent where it has none. */
  readonly explanation?: Explanation;
  /** Nobody's: it was made without a key, and is called by its share token alone. */
  readonly isAnonymous?: boolean;
};

/** The scan in a few lines of Markdown: score, the findings with their fixes, what to call next. Our words only. */
export function summarizeScan(scan: SummarizedScan): string {
  if (scan.status === 'running') {
    return `Scan \`${scan.isAnonymous ? scan.shareToken : scan.id}\` is running: ${counted(scan.pagesScanned, 'page')} read of ${scan.pagesDiscovered} found. Call \`get_scan\` again in a few seconds.`;
  }
  if (scan.status === 'failed') {
    const reason = scan.siteChecks.find(({ status }) => status === 'error')?.message ?? 'No page could be read.';
    return `Scan \`${scan.id}\` failed: ${reason}`;
  }
  const problems = [
    ...scan.siteChecks,
    ...scan.llmstxtChecks,
    ...scan.pageResults.flatMap(({ checks }) => checks),
  ].filter(({ status }) => status === 'fail' || status === 'warn');
  const lines = [
    `**${scan.siteScore}/100** (${scan.siteRating}) over ${counted(scan.pagesScanned, 'page')}; llms.txt ${scan.llmstxtScore}/100.`,
  ];
  const { explanation } = scan;
  const fixes = explanation === undefined ? firstOfEach(problems) : [];
  if (explanation !== undefined) lines.push(...explanationLines(explanation));
  if (fixes.length > 0) lines.push('', 'To fix:', ...fixes.slice(0, SHOWN_FIXES).map(fixLine));
  if (fixes.length > SHOWN_FIXES)
    lines.push(
      `- and ${counted(fixes.length - SHOWN_FIXES, 'more check')}, in siteChecks, llmstxtChecks and pageResults.`,
    );
  const left = scan.pagesScanned - scan.pageResults.length;
  if (left > 0)
    lines.push(
      '',
      `${left} of ${counted(scan.pagesScanned, 'page')} ${left === 1 ? 'is' : 'are'} not in this answer (no findings, or no room); ${resourceOf(scan)} has all.`,
    );
  const bare = countWithoutEvidence([
    ...scan.siteChecks,
    ...scan.llmstxtChecks,
    ...scan.pageResults.flatMap(({ checks }) => checks),
  ]);
  if (bare > 0) lines.push('', `${counted(bare, 'result')} had no room for evidence; ${resourceOf(scan)} has it.`);
  if (explanation !== undefined) {
    const next = scan.isAnonymous
      ? `The whole report stands at /s/${scan.shareToken} of this service. Call`
      : 'Call `explain_scan` for every fix and its pages, and';
    lines.push('', `${next} \`start_scan\` again after a fix.`);
  }
  return lines.join('\n');
}

/** By share token: whoever may read the scan may read it so. */
const resourceOf = ({ shareToken }: z.output<typeof Scan>): string => `legible://scans/${shareToken}`;

interface Fix {
  readonly result: CheckResult;
  readonly differing: Differing;
  readonly count: number;
}

/** One entry a check, fails before warnings, the most frequent first. */
function firstOfEach(results: readonly CheckResult[]): Fix[] {
  const byCheck = new Map<string, Fix>();
  for (const result of results) {
    const seen = byCheck.get(result.checkId) ?? { result, differing: NOTHING_DIFFERS, count: 0 };
    byCheck.set(result.checkId, {
      result: seen.result.status === 'warn' && result.status === 'fail' ? result : seen.result,
      differing: differingWith(seen.differing, seen.result, result),
      count: seen.count + 1,
    });
  }
  const rank = ({ result }: Fix) => (result.status === 'fail' ? 0 : 1);
  return [...byCheck.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

function fixLine({ result, differing, count }: Fix): string {
  const { message, howToFix } = worstWords(result, differing);
  return `- ${result.checkId} ${result.status}${count > 1 ? ` on ${count} pages` : ''}: ${message} ${howToFix}`.trimEnd();
}
