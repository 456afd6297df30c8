import { LOSSES, percentOf, UNVERIFIED_REFUSAL } from '../../scanner/reporters/account-lines.ts';
import type { DeliveryAccount, TextShares } from '../../schema/explanation.ts';
import { sharesBar } from '../charts.ts';
import { type Markup, markup } from '../markup.ts';

/** What reaches each reader and what keeps the rest back: a bar for the eye and the same as figures. */
export function readersSection({ all, readers, pages, siteKind }: DeliveryAccount): Markup {
  const row = (name: string, shares: TextShares) =>
    markup`<tr><th scope="row">${name}${barOf(shares)}</th><td class="num"><strong>${percentOf(shares.delivered)}</strong></td>${LOSSES.map(([of]) => markup`<td class="num">${percentOf(shares[of])}</td>`)}</tr>`;
  return markup`<section class="section" id="readers" aria-labelledby="readers-title">
<h2 id="readers-title">What reaches which reader</h2>
<p class="soft">The text of ${pages === 1 ? 'one page' : `${pages} pages`}, followed to five kinds of agents. The score is multiplied by the mean.${siteKind !== null && markup` The site was graded as: ${siteKind}.`} Browsers that run scripts are not measured. <a href="/docs/methodology/scoring">How the score is computed</a>, and <a href="/docs/methodology/validity">how well it predicts success</a>.</p>
<ul class="legend" aria-hidden="true"><li><span class="swatch share-delivered"></span>reaches it</li>${LOSSES.map(([of, words]) => markup`<li><span class="swatch ${CLASSES[of]}"></span>${words}</li>`)}</ul>
<div class="table-scroll" role="group" aria-labelledby="readers-title" tabindex="0"><table class="readers">
<thead><tr><th scope="col">Reader</th><th scope="col" class="num">Reaches it</th>${LOSSES.map(([, words]) => markup`<th scope="col" class="num">${words}</th>`)}</tr></thead>
<tbody>${readers.map((reader) => row(reader.name, reader))}${row('Mean', all)}</tbody>
</table></div>
</section>`;
}

const CLASSES = {
  robots: 'share-robots',
  refused: 'share-refused',
  noWay: 'share-no-way',
  noAnswer: 'share-no-answer',
  noText: 'share-no-text',
  cutOff: 'share-cut-off',
} as const satisfies Record<(typeof LOSSES)[number][0], string>;

const barOf = (shares: TextShares): Markup =>
  sharesBar([['share-delivered', shares.delivered], ...LOSSES.map(([of]) => [CLASSES[of], shares[of]] as const)]);

/** Next to the verdict when no test from outside can show whether real assistants are admitted. */
export const refusalWords = (delivery: DeliveryAccount | null): Markup =>
  delivery?.unverifiedRefusal === true ? markup`<strong>${UNVERIFIED_REFUSAL}</strong> ` : markup``;
