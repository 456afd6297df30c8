import type { H3, H3Event } from 'h3';
import { addressCallerOf, type Credentials } from '../../auth/admit.ts';
import type { Quotas } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { DELIVERED_TEXT } from '../../scanner/scoring/score.ts';
import type { McpScanRecord, McpScans } from '../../scans/mcp-scans.ts';
import { isShareToken, type ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Comparison } from '../../schema/comparison.ts';
import { compareServerScans } from '../../tools/agent-comparison.ts';
import { compareGraded, isSameSite, OF_TWO_SITES } from '../../tools/compare-scans.ts';
import { changeSince, ratedScore } from '../charts.ts';
import { forPeople } from '../home.ts';
import type { Layout } from '../layout.ts';
import { type Markup, markup, thirdPartyLink } from '../markup.ts';
import { count, hostOf, pluralize, shortDate } from './check-views.ts';
import { keepLatest } from './summary.ts';

const PATH = '/compare';

/** The address of a comparison. Both are share tokens, of scans of one kind. */
export const compareHref = (token: string, baseline: string): string =>
  `${PATH}?${new URLSearchParams({ id: token, with: baseline })}`;

interface CompareParts {
  readonly scans: Scans;
  readonly mcpScans: Pick<McpScans, 'byShareToken'>;
  readonly quotas: Pick<Quotas, 'draw'>;
  readonly layout: Layout;
  credentialsOf(event: H3Event): Credentials;
}

/** `GET /compare?id=&with=`: two scans of a site, or of an MCP server, for bearers of both share tokens. */
export function mountCompare(app: H3, { scans, mcpScans, quotas, layout, credentialsOf }: CompareParts): void {
  const kept = keepLatest<Comparison>();
  const page = (main: Markup, status = 200) =>
    layout(
      {
        title: 'What changed',
        description: 'Two scans side by side: what got better, what got worse, and the points.',
        isIndexed: false,
        section: 'scan',
        status,
        headers: { 'cache-control': 'private, no-cache' },
      },
      main,
    );

  const gradedOf = async (scan: ScanRecord, field: string) => {
    const checks = await scans.checks(scan.id);
    if (checks.basis === undefined) {
      throw new ServiceError('invalid_request', `${field}: the scan has no grade, because it still runs or failed.`);
    }
    return { scan, checks, basis: checks.basis };
  };
  const compareSites = async (before: ScanRecord, after: ScanRecord, event: H3Event): Promise<Markup> => {
    const key = [before, after].map(({ id, revision }) => `${id}:${revision}`).join(' ');
    const comparison = await kept(key, async () => {
      // Reading the pages of two large scans is work; the second look at a comparison is none.
      await quotas.draw(addressCallerOf(credentialsOf(event)), 'read-scan');
      return compareGraded(await gradedOf(before, 'with'), await gradedOf(after, 'id'), scans);
    });
    return sitesCompared(before, after, comparison);
  };
  const compared = async (id: string, baseline: string, event: H3Event): Promise<Markup> => {
    const [after, before] = await Promise.all([scans.byShareToken(id), scans.byShareToken(baseline)]);
    if (after !== undefined && before !== undefined) return compareSites(before, after, event);
    const [server, earlier] = await Promise.all([mcpScans.byShareToken(id), mcpScans.byShareToken(baseline)]);
    if (server !== undefined && earlier !== undefined) return serversCompared(earlier, server);
    throw new ServiceError('not_found', 'There are no such two scans of one kind. Open the comparison from a report.');
  };

  app.get(PATH, async (event) => {
    const { searchParams } = event.url;
    const [id, baseline] = [searchParams.get('id') ?? '', searchParams.get('with') ?? ''];
    try {
      if (!isShareToken(id) || !isShareToken(baseline)) {
        throw new ServiceError('not_found', 'There is no such comparison. Open it from a report.');
      }
      return page(await compared(id, baseline, event));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return page(markup`<div class="flow"><h1>Nothing to compare</h1><p>${forPeople(error)}</p></div>`, error.status);
    }
  });
}

/** One of the two scans. */
interface Side {
  readonly href: string;
  readonly createdAt: string;
  readonly score: number;
  /** Of two sites. */
  readonly host?: string;
}

function sitesCompared(before: ScanRecord, after: ScanRecord, comparison: Comparison): Markup {
  const { siteScore, llmstxtScore, notComparableBecause, reasons, pageChecks } = comparison;
  const isOfOneSite = isSameSite(before, after);
  const sideOf = ({ shareToken, createdAt, rootUrl }: ScanRecord, score: number): Side => ({
    href: `/s/${shareToken}`,
    createdAt,
    score,
    ...(isOfOneSite ? {} : { host: hostOf(rootUrl) }),
  });
  const { pagesAppeared, pagesDisappeared } = comparison;
  return markup`${headOf(hostOf(after.rootUrl), [sideOf(before, siteScore.before), sideOf(after, siteScore.after)], notComparableBecause)}
<p class="section">llms.txt score: ${llmstxtScore.before} → ${llmstxtScore.after}</p>
${capsSection(comparison)}
${
  reasons.length > 0 &&
  markup`<section class="section" aria-labelledby="points"><h2 id="points">Where the points went</h2>
<ul class="plain">${reasons.map(({ checkId, name, points }) => markup`<li><strong class="num">${signed(points)}</strong> ${checkId === DELIVERED_TEXT ? 'the share of the text that reaches agents' : `${checkId}: ${name}`}</li>`)}</ul></section>`
}
${changesSection(comparison.checks)}
${
  pageChecks.length > 0 &&
  markup`<section class="section" aria-labelledby="on-pages"><h2 id="on-pages">On pages that both scans read</h2>
<ul class="plain stack">${pageChecks.map(
    ({ checkId, name, better, worse, examples }) =>
      markup`<li><strong>${checkId}</strong> ${name}: ${[worse > 0 && `worse on ${pluralize(worse, 'page')}`, better > 0 && `better on ${pluralize(better, 'page')}`].filter((words) => words !== false).join(', ')}${
        examples.length > 0 &&
        markup`<details><summary>Pages</summary><ul>${examples.map((url) => markup`<li>${thirdPartyLink(url)}</li>`)}</ul></details>`
      }</li>`,
  )}</ul></section>`
}
${pagesSection('New pages', pagesAppeared)}${pagesSection('Pages that are gone', pagesDisappeared)}`;
}

function serversCompared(before: McpScanRecord, after: McpScanRecord): Markup {
  const comparison = compareServerScans(before, after);
  const sideOf = ({ scan, createdAt }: McpScanRecord): Side => ({
    href: `/m/${scan.shareToken}`,
    createdAt,
    score: scan.mcpScore,
  });
  return markup`${headOf(after.scan.host, [sideOf(before), sideOf(after)], comparison.notComparableBecause)}
${capsSection(comparison)}
${changesSection(comparison.checks)}`;
}

const headOf = (
  host: string,
  [before, after]: readonly [Side, Side],
  reason: string | null,
): Markup => markup`<div class="flow">
${
  before.host === undefined
    ? markup`<p class="eyebrow">What changed on</p>
<h1>${host}</h1>
<p class="verdict"><strong>${reason === null ? changeSince(before.score, after.score) : '–'}</strong> since ${shortDate(before.createdAt)}</p>
${reason !== null && markup`<div class="note warn"><p>The scores cannot be compared: ${reason}</p></div>`}`
    : markup`<p class="eyebrow">Two sites side by side</p>
<h1>${before.host} and ${host}</h1>
${
  reason === OF_TWO_SITES
    ? markup`<p class="verdict"><strong>${changeSince(before.score, after.score)}</strong> points from the first to the second</p>
<p>A change below is a difference between the two. Their pages are not matched.</p>`
    : markup`<div class="note warn"><p>The scores cannot be compared: ${reason}</p></div>`
}`
}</div>
<div class="grid-2 section">${[before, after].map(
  ({ href, createdAt, score, ...side }, at) =>
    markup`<div class="card flow"><h2>${side.host ?? (at === 0 ? 'Before' : 'After')}</h2><p>${ratedScore(score)}</p><p><a href="${href}">Report of ${shortDate(createdAt)} UTC</a></p></div>`,
)}</div>`;

function capsSection({ capsAppeared, capsDisappeared }: Pick<Comparison, 'capsAppeared' | 'capsDisappeared'>): Markup {
  if (capsAppeared.length + capsDisappeared.length === 0) return markup``;
  return markup`<section class="section" aria-labelledby="caps"><h2 id="caps">Caps</h2><ul>${capsAppeared.map((cap) => markup`<li>New: ${cap}</li>`)}${capsDisappeared.map((cap) => markup`<li>Gone: ${cap}</li>`)}</ul></section>`;
}

type Change = Pick<Comparison['checks'][number], 'checkId' | 'change' | 'before' | 'after'>;

const CHANGES: readonly (readonly [change: Change['change'], title: string])[] = [
  ['worse', 'Worse'],
  ['better', 'Better'],
  ['appeared', 'Measured now, and not before'],
  ['disappeared', 'Measured before, and not now'],
];

function changesSection(changes: readonly Change[]): Markup {
  if (changes.length === 0) return markup`<p class="section">No check changed.</p>`;
  return markup`${CHANGES.map(([change, title]) => {
    const rows = changes.filter((row) => row.change === change);
    if (rows.length === 0) return markup``;
    return markup`<section class="section" aria-labelledby="${change}"><h2 id="${change}">${title} (${count(rows.length)})</h2>
<ul class="plain">${rows.map(
      ({ checkId, before, after }) =>
        markup`<li><strong>${checkId}</strong> ${titlesOf(checkId)[after === 'pass' || after === 'not_applicable' ? 'pass' : 'fail']} <span class="soft">(${statusWords(before)} → ${statusWords(after)})</span></li>`,
    )}</ul></section>`;
  })}`;
}

const statusWords = (status: Change['before']): string => (status === null ? 'absent' : status.replaceAll('_', ' '));

const pagesSection = (title: string, { count: total, examples }: Comparison['pagesAppeared']): Markup | false =>
  total > 0 &&
  markup`<section class="section"><h2>${title} (${count(total)})</h2><ul class="plain">${examples.map((url) => markup`<li>${thirdPartyLink(url)}</li>`)}</ul>${total > examples.length && markup`<p class="soft">and ${count(total - examples.length)} more</p>`}</section>`;

const signed = (points: number): string => `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}`;
