/** Two batches side by side, as a page of the dashboard. */
import type { Batch, BatchComparison } from '../../schema/batch.ts';
import { changeSince, ratedScore } from '../charts.ts';
import { type Content, type Markup, markup } from '../markup.ts';
import { count, pluralize, shortDate } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import { PATHS } from './frame.ts';

const SHOWN_FAULTS = 20;
/** Of the sites that one of the lists lacks. */
const SHOWN_OTHERS = 200;

const hrefOf = (id: string): string => `${PATHS.batches}/${id}`;

/** The form that compares a batch with another; false where there is no other. */
export function compareForm(id: string, batches: readonly Batch[]): Markup | false {
  const others = batches.filter((batch) => batch.id !== id);
  if (others.length === 0) return false;
  return markup`<form method="get" action="${hrefOf(id)}/compare" class="section compare-form field"><label for="with">Compare with another batch</label>
<div class="row choices"><select id="with" name="with">${others.map(
    (batch) =>
      markup`<option value="${batch.id}">${shortDate(batch.createdAt)} UTC, ${pluralize(batch.lines, 'line')}${batch.labels.length > 0 && `, ${batch.labels.join(', ')}`}</option>`,
  )}</select><button type="submit" class="button quiet small">Side by side</button></div></form>`;
}

/** @param comparison of this batch with the one in `comparison.with` */
export function comparisonPage(batch: Batch, comparison: BatchComparison): Markup {
  const { with: other, means, both, sites, onlyBefore, onlyAfter, faults } = comparison;
  const card = (title: string, { id, createdAt, labels, lines, counts, status }: Batch, mean: number | null): Markup =>
    markup`<div class="card flow"><h2>${title}</h2><p><strong>${mean === null ? '–' : mean.toFixed(1)}</strong> <span class="soft">mean score</span></p>
<p class="small">${pluralize(lines, 'line')}, ${count(counts.completed)} with a score${status === 'running' && ', still running'}${labels.length > 0 && ` · ${labels.join(', ')}`}</p>
<p><a href="${hrefOf(id)}">Batch of ${shortDate(createdAt)} UTC</a></p></div>`;
  return markup`<div class="flow"><p class="small"><a href="${PATHS.batches}">All batches</a></p>
<h1>Two batches side by side</h1>
<p>${verdictOf(both)}</p></div>
<div class="grid-2 section">${card('Before', other, means.before)}${card('After', batch, means.after)}</div>
${sites.length > 0 && sitesSection(sites)}
${faults.length > 0 && faultsSection(faults)}
${othersSection('only-before', 'Only in the first batch', onlyBefore)}
${othersSection('only-after', 'Only in the second batch', onlyAfter)}`;
}

function verdictOf({ sites, comparable, better, worse, meanChange }: BatchComparison['both']): string {
  if (sites === 0) return 'The batches have no site in common. Compare what their sites lack.';
  if (comparable === 0) return `${pluralize(sites, 'site')} in both batches, and no two scores that can be compared.`;
  if (better + worse === 0) return `None of ${pluralize(comparable, 'site')} with a score in both changed its score.`;
  return `Of ${pluralize(comparable, 'site')} with a score in both, ${count(better)} got better and ${count(worse)} worse: ${changeSince(0, meanChange ?? 0)} points on average.`;
}

const scoreCell = (score: number | null, shareToken: string | null): Content => {
  if (score === null) return '–';
  return shareToken === null ? ratedScore(score) : markup`<a href="/s/${shareToken}">${ratedScore(score)}</a>`;
};

const sitesSection = (
  sites: BatchComparison['sites'],
): Markup => markup`<section class="section" aria-labelledby="pairs"><h2 id="pairs">Sites of both</h2>
<p class="soft">Those that lost most first. A change opens what changed.</p>
<div class="table-scroll" role="group" aria-labelledby="pairs" tabindex="0"><table class="level batch pairs">
<thead><tr><th scope="col">Site</th><th scope="col" class="num">Before</th><th scope="col" class="num">After</th><th scope="col" class="num">Change</th></tr></thead>
<tbody>${sites.map(
  ({ url, before, after, change, shareTokens }) => markup`<tr><th scope="row" class="address">${url}</th>
<td class="num">${scoreCell(before, shareTokens.before)}</td><td class="num">${scoreCell(after, shareTokens.after)}</td>
<td class="num">${changeCell(before, change, shareTokens)}</td></tr>`,
)}</tbody></table></div></section>`;

function changeCell(
  before: number | null,
  change: number | null,
  tokens: BatchComparison['sites'][number]['shareTokens'],
): Content {
  if (before === null || change === null) return '–';
  const words = changeSince(before, before + change);
  if (tokens.before === null || tokens.after === null) return words;
  return markup`<a href="${compareHref(tokens.after, tokens.before)}">${words}</a>`;
}

function faultsSection(faults: BatchComparison['faults']): Markup {
  const isSame = ({ before, after }: (typeof faults)[number]) => before.sites * after.of === after.sites * before.of;
  const [differing, same] = [faults.filter((fault) => !isSame(fault)), faults.filter(isSame)];
  return markup`<section class="section" aria-labelledby="lacks"><h2 id="lacks">What sites lack</h2>
${
  differing.length === 0
    ? markup`<p class="soft">As large a share of the sites of both has each fault.</p>`
    : markup`<p class="soft">The largest difference first: how many sites with a score have each fault.</p>${faultsTable(differing.slice(0, SHOWN_FAULTS))}`
}
${same.length > 0 && markup`<details class="same"><summary>As common in both: ${pluralize(same.length, 'fault')}</summary>${faultsTable(same)}</details>`}</section>`;
}

const faultsTable = (
  faults: BatchComparison['faults'],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="lacks" tabindex="0"><table class="level">
<thead><tr><th scope="col">Fault</th><th scope="col" class="num">Before</th><th scope="col" class="num">After</th></tr></thead>
<tbody>${faults.map(
  ({ checkId, name, before, after }) =>
    markup`<tr><th scope="row"><a href="/docs/checks/${checkId}">${checkId}</a> ${name}</th><td class="num">${shareOf(before)}</td><td class="num">${shareOf(after)}</td></tr>`,
)}</tbody></table></div>`;

const shareOf = ({ sites, of }: { sites: number; of: number }): string => `${count(sites)} of ${count(of)}`;

const othersSection = (id: string, title: string, urls: readonly string[]): Markup | false =>
  urls.length > 0 &&
  markup`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title} (${count(urls.length)})</h2>
<ul class="site-columns">${urls.slice(0, SHOWN_OTHERS).map((url) => markup`<li>${url}</li>`)}</ul>
${urls.length > SHOWN_OTHERS && markup`<p class="soft">and ${count(urls.length - SHOWN_OTHERS)} more</p>`}</section>`;
