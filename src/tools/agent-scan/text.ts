import { pluralize } from '../../scanner/pluralize.ts';
import { codeSpan, fenced, UNTRUSTED } from '../../scanner/reporters/markdown.ts';
import { LOSSES, percentOf } from '../../scanner/reporters/reporter.ts';
import type { AgentCheck, AgentFix, AgentPage, AgentResult, AgentScan } from '../../schema/agent-scan.ts';

/** What `AgentScan` says, in Markdown: hosts show a model either of the two. Text of the site is in code. */
export function agentScanText(scan: AgentScan): string {
  return [
    headLine(scan),
    ...(scan.remarks ?? []),
    ...(scan.lost === undefined || scan.lost.length === 0
      ? []
      : [`Points lost: ${scan.lost.map(({ category, points }) => `${category} ${points.toFixed(1)}`).join(', ')}.`]),
    ...readerTable(scan),
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
