/** The answer to an agent: a scan as Markdown, and how many items of a list it has room for. */

import { ServiceError } from '../../errors.ts';
import { fixBehind } from '../../scanner/checks/present.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { markOf } from '../../scanner/reporters/acting.ts';
import { LOSSES, percentOf } from '../../scanner/reporters/losses.ts';
import { codeSpan, fenced, UNTRUSTED } from '../../scanner/reporters/markdown.ts';
import type { AgentAction, AgentCheck, AgentFix, AgentPage, AgentResult, AgentScan } from '../../schema/agent-forms.ts';

/** What `AgentScan` says, in Markdown: hosts show a model either of the two. Text of the site is in code. */
export function agentScanText(scan: AgentScan): string {
  return [
    headLine(scan),
    ...(scan.remarks ?? []),
    ...(scan.lost === undefined || scan.lost.length === 0
      ? []
      : [`Points lost: ${scan.lost.map(({ category, points }) => `${category} ${points.toFixed(1)}`).join(', ')}.`]),
    ...readerTable(scan),
    ...listed('What agents can do, what works least first:', scan.actions, actionLine),
    ...browserLines(scan),
    ...fixLines(scan),
    ...listed('Checks, most points lost first:', scan.checks, checkLine),
    ...listed('Pages, worst first:', scan.pages, pageLine),
    ...listed(scan.kind === 'mcp' ? 'Findings, what counts most first:' : 'Findings:', scan.results, resultLines),
    ...moreLine(scan),
    '',
    scan.next,
  ].join('\n');
}

function headLine(scan: AgentScan): string {
  if (scan.kind === 'mcp') return serverLine(scan);
  const {
    id,
    url,
    status,
    report,
    pagesScanned = 0,
    pagesDiscovered = 0,
    phase,
    siteScore,
    siteRating,
    llmstxtScore,
  } = scan;
  const about = `Scan \`${id}\` of ${codeSpan(url)} (report for people: ${report})`;
  if (status === 'running')
    return `${about} is running: ${phase}; ${pluralize(pagesScanned, 'page')} read of ${pagesDiscovered} found.`;
  if (siteScore === undefined) return `${about} ${status}.`;
  return `**${siteScore}/100** (${siteRating}) over ${pluralize(pagesScanned, 'page')} of ${pagesDiscovered} found; llms.txt ${llmstxtScore}/100. ${about}.`;
}

function serverLine(scan: AgentScan): string {
  const { id, url, status, report, mcpScore, mcpRating, toolCount, resourceCount, promptCount } = scan;
  const about = `Scan \`${id}\` of the MCP server ${codeSpan(url)} (report for people: ${report})`;
  if (mcpScore === undefined) return `${about} ${status}.`;
  const counts = Object.entries({ tools: toolCount, resources: resourceCount, prompts: promptCount }).map(
    ([of, count]) => `${of}: ${count ?? 'not visible'}`,
  );
  return `**${mcpScore}/100** (${mcpRating}); ${counts.join(', ')}. ${about}.`;
}

function readerTable({ readers }: AgentScan): string[] {
  if (readers === undefined) return [];
  return [
    '',
    `| reader | reaches it | ${LOSSES.map(([, words]) => words).join(' | ')} |`,
    `|---|${'--:|'.repeat(LOSSES.length + 1)}`,
    ...readers.map((reader) => {
      const cells = [reader.delivered, ...LOSSES.map(([of]) => reader[of])].map(percentOf);
      return `| ${reader.name} | ${cells.join(' | ')} |`;
    }),
  ];
}

function browserLines({ browser, id }: AgentScan): string[] {
  if (browser === undefined) return [];
  const { status, browserScore, reason = '', pages, findings } = browser;
  if (status === 'waiting') return ['', 'A browser still looks at some pages: call get_scan again for its score.'];
  if (browserScore === null) return ['', `No browser score: ${reason}. The site score does not depend on it.`];
  return [
    '',
    `Browser score ${browserScore}/100 over ${pluralize(pages, 'page')}; the site score does not depend on it.`,
    ...findings.map(
      ({ checkId, gain, message, howToFix, affectedPages, pages: paths }) =>
        `- ${checkId} +${gain.toFixed(1)} on ${pluralize(affectedPages, 'page')}: ${message} ${fixBehind({ message, howToFix })}${inCode(paths)}`,
    ),
    ...(findings.length === 0
      ? []
      : [`Their evidence: get_scan with ${JSON.stringify({ id, checkId: findings[0]?.checkId })}`]),
  ];
}

function fixLines({ fixes, moreFixes, results }: AgentScan): string[] {
  if (fixes === undefined) return [];
  if (fixes.length === 0) return ['Nothing to fix.'];
  const title = results !== undefined ? 'The fix:' : fixes[0]?.rank === 1 ? 'Best fixes first:' : 'Further fixes:';
  const others = moreFixes === undefined || moreFixes.length === 0 ? [] : [`Others: ${moreFixes.join(', ')}.`];
  return ['', title, ...fixes.map((fix) => `${fix.rank}. ${fixLine(fix)}`), ...others];
}

function fixLine({ checkId, of, gain, scoreAfter, howToFix, affectedPages, pages }: AgentFix): string {
  const after = of === 'site' ? `to ${scoreAfter}` : `${of} to ${scoreAfter}`;
  const where = affectedPages === 0 ? '' : ` on ${pluralize(affectedPages, 'page')}`;
  return `${checkId} +${gain.toFixed(1)} (${after})${where}: ${howToFix}${inCode(pages)}`;
}

const inCode = (paths: readonly string[]): string => (paths.length === 0 ? '' : ` ${codeSpan(paths.join(' '))}`);

const checkLine = ({ checkId, of, name, points, possible, fails, warns, affectedPages }: AgentCheck): string =>
  `- ${checkId} (${of}) ${points} of ${possible}: ${name}. ${fails} fail, ${warns} warn, ${pluralize(affectedPages, 'page')}`;

const actionLine = ({ todo, checkId, verdict, can, where }: AgentAction): string =>
  `- ${todo} (${checkId}): ${verdict}. ${Object.entries(can)
    .map(([actor, share]) => `${actor} ${markOf(share)}`)
    .join(', ')}${inCode(where)}`;

const pageLine = ({ page, fails, warns }: AgentPage): string =>
  `- ${codeSpan(page)} fail: ${fails.join(' ') || 'none'}; warn: ${warns.join(' ') || 'none'}`;

function resultLines({ checkId, status, page, message, howToFix, evidence }: AgentResult): string {
  const where = page === undefined ? '' : ` ${codeSpan(page)}`;
  const quoted = evidence === undefined ? [] : [fenced(JSON.stringify(evidence), `json ${UNTRUSTED}`)];
  return [`- ${checkId} ${status}${where}: ${message}${howToFix === undefined ? '' : ` ${howToFix}`}`, ...quoted].join(
    '\n',
  );
}

const listed = <Item>(title: string, items: readonly Item[] | undefined, line: (item: Item) => string): string[] =>
  items === undefined ? [] : ['', items.length === 0 ? `${title} none.` : title, ...items.map(line)];

function moreLine({ kind, id, results = [], nextCursor }: AgentScan): string[] {
  if (nextCursor === undefined) return [];
  if (kind === 'site') return [`There is more: the same call with cursor "${nextCursor}" shows it.`];
  // scan_mcp, which takes no cursor, has this answer too.
  const detail = results.some(({ evidence }) => evidence !== undefined) ? { detail: 'results' } : {};
  return [`There is more: call get_scan with ${JSON.stringify({ id, ...detail, cursor: nextCursor })}`];
}

/** Characters of the JSON of a value. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** Characters of a tool result. */
export const resultSize = (text: string, structuredContent: object): number =>
  sizeOf({ content: [{ type: 'text', text }], structuredContent });

/**
 * Characters of one answer, text and structured content together: 4,000 tokens of four characters, less what
 * start_scan answers before it.
 */
export const ANSWER_CHARACTERS = 14_600;

/** Characters of a tool result that holds this scan. */
export const answerSize = (scan: AgentScan): number => resultSize(agentScanText(scan), scan);

/** The list of an answer that its items are on. */
type ListName = 'fixes' | 'actions' | 'checks' | 'pages' | 'results';
type ItemOf<Name extends ListName> = NonNullable<AgentScan[Name]>[number];

/**
 * An answer with as many items as have room, and at least one.
 * @param items those from the place `from` on, of which no more are read than have room
 * @param base the answer without them, for a number of items
 * @throws ServiceError invalid_request for a place behind the last item
 */
export async function fill<Name extends ListName>(
  name: Name,
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>,
  from: number,
  base: (taken: number) => AgentScan,
): Promise<AgentScan> {
  const taken: ItemOf<Name>[] = [];
  const scanWith = (list: readonly ItemOf<Name>[]): AgentScan => ({ ...base(list.length), [name]: list });
  const cutAt = (list: readonly ItemOf<Name>[]): AgentScan => ({
    ...scanWith(list),
    nextCursor: String(from + list.length),
  });
  for await (const item of items) {
    if (taken.length > 0 && answerSize(cutAt([...taken, item])) > ANSWER_CHARACTERS) return cutAt(taken);
    taken.push(item);
  }
  if (from > 0 && taken.length === 0) {
    throw new ServiceError('invalid_request', `cursor: this list ends before ${from}. Call without a cursor.`);
  }
  return scanWith(taken);
}
