import { ratingOf } from '../../scanner/scoring/score.ts';
import type { Explanation } from '../../schema/explanation.ts';
import type { Scan } from '../../schema/scan.ts';
import { ratingWords, scoreRing, shareBar } from '../charts.ts';
import { type Content, foreignLink, type Markup, markup } from '../markup.ts';
import { capitalised, categoryWords, count, counted, dateOf, hostOf, SITE_VERDICTS } from './words.ts';

/** The top of a finished report: whose it is, both scores, what they mean. */
export function reportHead(scan: Scan, explanation: Explanation): Markup {
  const { rootUrl, siteScore, siteRating, llmstxtScore, pagesScanned, pagesDiscovered } = scan;
  const { coverage, rubricVersion } = explanation;
  return markup`<div class="report-head">
<div>
<p class="eyebrow">How well AI agents can use</p>
<h1>${hostOf(rootUrl)}</h1>
<p class="verdict"><span class="tone ${siteRating}">${capitalised(ratingWords(siteRating))}.</span> ${SITE_VERDICTS[siteRating]}</p>
${percentileLine(scan)}
<dl class="facts">
${fact('Scanned from', foreignLink(rootUrl))}
${fact('Pages read', pagesScanned === pagesDiscovered ? count(pagesScanned) : `${count(pagesScanned)} of ${count(pagesDiscovered)} found`)}
${fact('Measured', `${Math.floor(coverage * 100)} % of what applies`)}
${fact('Finished', dateOf(scan.completedAt ?? scan.createdAt))}
${fact('Rubric', rubricVersion)}
</dl>
</div>
<div class="rings">
${scoreRing(siteScore, siteRating, 'Site score')}
${scoreRing(llmstxtScore, ratingOf(llmstxtScore), 'llms.txt score', 'minor')}
</div>
</div>
${notes(explanation)}`;
}

export const fact = (name: string, value: Content): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;

function percentileLine({ percentile, corpusTotal }: Scan): Markup {
  if (percentile === null || corpusTotal === null) return markup``;
  return markup`<p>Better than <strong>${percentile} %</strong> of ${counted(corpusTotal, 'other site')} graded by the same rules.</p>`;
}

/** What bounds the score and how sure it is. */
function notes({ caps, siteScore, rawScore, lowConfidence }: Explanation): Markup {
  const binding = caps.find((cap) => cap.binding);
  return markup`${
    caps.length > 0 &&
    markup`<div class="note ${binding === undefined ? '' : 'fail'} section">
<h2>${binding === undefined ? 'Caps that apply, but do not lower the score' : `The score is capped at ${siteScore}`}</h2>
<p>${
      binding === undefined
        ? 'A cap bounds the score of a site whose other virtues would do an agent no good.'
        : `The checks come to ${rawScore.toFixed(1)} points. A cap bounds the score of a site whose other virtues do an agent no good: lift it first.`
    }</p>
<ul>${caps.map(({ limit, reason, binding: binds }) => markup`<li>At most <strong>${limit}</strong>${binds && ', which sets the score'}: ${reason}</li>`)}</ul>
<p class="small"><a href="/docs/methodology/caps">How caps work</a></p>
</div>`
  }${
    lowConfidence &&
    markup`<div class="note warn section"><h2>Low confidence</h2><p>Too little of the site could be read or measured for the score to be sure. It counts in no comparison with other sites.</p></div>`
  }`;
}

/** Points by category, as bars. */
export const categoryBars = ({ categories }: Explanation): Markup => markup`<table class="bars">
<thead class="visually-hidden"><tr><th scope="col">Category</th><th scope="col">Share</th><th scope="col">Points</th></tr></thead>
<tbody>${categories.map(
  ({ category, points, possible }) =>
    markup`<tr><th scope="row">${categoryWords(category)}</th><td>${shareBar(points, possible)}</td><td class="num">${points.toFixed(1)} of ${possible.toFixed(1)}</td></tr>`,
)}</tbody>
</table>`;
