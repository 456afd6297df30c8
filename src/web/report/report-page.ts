import { parseUrl } from '../../basics/parse-url.ts';
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { fixBehind } from '../../scanner/checks/present.ts';
import { capitalised } from '../../scanner/pluralize.ts';
import { browserActsWords, browserRow } from '../../scanner/reporters/browser.ts';
import { LOSSES, lossesOf, percentOf } from '../../scanner/reporters/losses.ts';
import { originLine, platformWords, remainderLines, UNVERIFIED_REFUSAL } from '../../scanner/reporters/reporter.ts';
import { ratingOf } from '../../scanner/scoring/score.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { DeliveryAccount, Explanation, Fix, TextShares } from '../../schema/explanation.ts';
import type { ReportCover } from '../../schema/report-cover.ts';
import type { BrowserReport, Scan } from '../../schema/scan.ts';
import { LOSS_CLASSES, lossBar, ratingWords, scoreRing, weightedBar } from '../charts.ts';
import { bodyOf } from '../docs/document.ts';
import { type Content, copyable, type Markup, markup, thirdPartyLink } from '../markup.ts';
import { actionsSection } from './actions-section.ts';
import { browserSection, firstPair } from './browser-section.ts';
import { checkList, groupId } from './check-list.ts';
import {
  categoryWords,
  count,
  dateOf,
  foundOn,
  hostOf,
  pluralize,
  publicHostOf,
  rescanForm,
  SITE_VERDICTS,
  viewsOf,
} from './check-views.ts';
import { coverOf } from './cover.ts';
import { changeSinceLast, historySection } from './history.ts';
import { PAGE_SCORE_NOTE, pagesTable } from './page-table.ts';
import type { ReportSummary } from './summary.ts';

interface Place {
  readonly baseUrl: string;
  /** For the owner: all scans of the site, newest first. */
  readonly history: readonly ScanRecord[];
  /** The host has a score that its badge can show. */
  readonly hasBadge: boolean;
  /** The page is a file of its own, without the service and its scripts. */
  readonly isFile?: true;
  readonly cover?: ReportCover | undefined;
  /** For the owner: the form that sets the cover. */
  readonly coverForm?: Markup | undefined;
}

/** The report of a completed scan. The table of its pages comes as data, after the page is there. */
export function reportPage(
  summary: ReportSummary,
  explanation: NonNullable<ReportSummary['explanation']>,
  { baseUrl, history, hasBadge, isFile, cover, coverForm }: Place,
): Markup {
  const { scan, pages, shown = [] } = summary;
  const path = `/s/${scan.shareToken}`;
  return markup`${coverOf(cover, explanation.rubricVersion)}${reportHead(scan, explanation, { change: changeSinceLast(history, scan.shareToken), isFile, language: cover?.dates, pair: firstPair(shown, scan.browser) })}
${contents(scan, explanation, { hasHistory: history.length > 1, isFile: isFile === true })}
<section class="section" id="fixes" aria-labelledby="fixes-title">
<h2 id="fixes-title">What to fix first</h2>
${fixList(explanation, isFile === true ? undefined : `${path}/agent-prompt.txt`)}
${ignoredList(summary)}
</section>
${explanation.actions !== null && explanation.actions.kinds.length > 0 && actionsSection(explanation.actions, browserActsWords(scan.browser))}
${explanation.delivery !== null && readersSection(explanation.delivery, scan.browser)}
${scan.browser !== undefined && browserSection(scan.browser, shown)}
${folded(
  'categories',
  'Points by category',
  markup`<p class="soft">What the site earns of the 100 points it could have.</p>
<div class="card">${categoryBars(explanation)}</div>
${looseCaps(explanation)}`,
)}
${folded(
  'checks',
  'Every check',
  markup`<p class="soft">Open one for its evidence, how to fix it and a line that shows it.</p>
${checkList(viewsOf(summary), isFile === true ? undefined : summary.scan)}`,
)}
${folded(
  'pages',
  pluralize(pages.length, 'page'),
  isFile === true
    ? pagesTable(summary)
    : markup`<p class="soft">Worst first. Open a page for everything that was found on it. ${PAGE_SCORE_NOTE} <a href="/docs/methodology/scoring#the-score-of-a-page">Why</a></p>
<div data-pages="${path}/pages.json" data-page-base="${path}/pages/"><p><a href="${path}/pages">See the table of all pages</a></p></div>`,
)}
${history.length > 1 && historySection(history, scan.shareToken, cover !== undefined)}
${isFile !== true && takeAway(scan, hasBadge ? badgeOf(hostOf(scan.rootUrl), `${baseUrl}${path}`, baseUrl) : noBadge(hostOf(scan.rootUrl)), coverForm)}`;
}

/** The links to the sections that this report has. */
function contents(
  { browser }: Pick<Scan, 'browser'>,
  { actions, delivery }: Pick<Explanation, 'actions' | 'delivery'>,
  { hasHistory, isFile }: { readonly hasHistory: boolean; readonly isFile: boolean },
): Markup {
  const sections: readonly (readonly [isThere: boolean, id: string, words: string])[] = [
    [true, 'fixes', 'Fixes'],
    [actions !== null && actions.kinds.length > 0, 'actions', 'Actions'],
    [delivery !== null, 'readers', 'Readers'],
    [browser !== undefined, 'browser', 'Browser'],
    [true, 'categories', 'Categories'],
    [true, 'checks', 'Checks'],
    [true, 'pages', 'Pages'],
    [hasHistory, 'history', 'Over time'],
    [!isFile, 'take', 'Export and share'],
  ];
  return markup`<nav class="toc" aria-label="On this page"><ul>
${sections.map(([isThere, id, words]) => isThere && markup`<li><a href="#${id}">${words}</a></li>`)}
</ul></nav>`;
}

/** A section that is read by those who look for it: closed at first, so that a phone shows the whole page in a few screens. */
const folded = (id: string, title: string, content: Markup): Markup =>
  markup`<section class="section" id="${id}" aria-labelledby="${id}-title">
<details class="fold"><summary><h2 id="${id}-title">${title}</h2></summary>
<div class="folded">${content}</div>
</details>
</section>`;

function takeAway({ shareToken }: ReportSummary['scan'], badge: Markup, coverForm: Markup | undefined): Markup {
  const path = `/s/${shareToken}`;
  return markup`<section class="section" id="take" aria-labelledby="take-title">
<h2 id="take-title">Export and share</h2>
<div class="grid-2">
<div class="card flow">
<h3>Downloads</h3>
<p class="soft">Anyone with the link can view this report. It is not listed anywhere.</p>
<p class="buttons"><a class="button" href="${path}/agent-prompt.txt" download>Work for a coding agent</a><a class="button quiet" href="${path}/fixes.zip" download>Drafts of the fixes (zip)</a><a class="button quiet" href="${path}/report.html" download>HTML file</a><a class="button quiet" href="${path}/report.md" download>Markdown</a><a class="button quiet" href="/api/scan/${shareToken}" download="legible-scan.json">JSON</a></p>
</div>
<div class="card flow">
<h3>Badge</h3>
${badge}
</div>
${coverForm}
</div>
</section>`;
}

function badgeOf(host: string, reportUrl: string, baseUrl: string): Markup {
  const path = `/badge/${encodeURIComponent(host)}.svg`;
  return markup`<p><img src="${path}" alt="Legible badge of ${host}" height="20"></p>
<p class="soft">It shows the latest score of ${host}.</p>
${copyable(`[![Readable by agents](${baseUrl}${path})](${reportUrl})`)}`;
}

const noBadge = (host: string): Markup =>
  markup`<p class="soft">There is none for ${host} yet. A badge shows the score of a public site that was scanned from its home page, with enough of it read and measured to be sure.</p>`;

/** Findings that the owner accepts, with the reasons: they are no fixes, and the score still counts them. */
function ignoredList({ ignoredWords: ignored = new Map() }: ReportSummary): Markup {
  if (ignored.size === 0) return markup``;
  return markup`<h3>Ignored by the owner</h3>
<ul>${[...ignored].map(([id, words]) => markup`<li><a href="#${id}">${id}</a> ${titlesOf(id).fail}. ${words}</li>`)}</ul>`;
}

const MIN_SHOWN = 3;
const MAX_SHOWN = 5;
/** Points of a fix that is shown beyond the first three. */
const LARGE_GAIN = 5;

/** How many fixes stay unfolded: the second loss is not hidden behind three fixes of the first. */
const shownOf = (fixes: readonly Fix[]): number =>
  Math.max(MIN_SHOWN, fixes.slice(0, MAX_SHOWN).findLastIndex(({ gain }) => gain >= LARGE_GAIN) + 1);

/**
 * The fixes in the order to make them; those after the first three to five are folded away.
 * @param promptPath of the same fixes for a coding agent; undefined where there is no service
 */
export function fixList(explanation: Explanation, promptPath?: string): Markup {
  const { fixes, llmstxt } = explanation;
  if (fixes.length + llmstxt.fixes.length === 0) return markup`<p>There is nothing to fix.</p>`;
  return markup`<div class="above-fixes"><p class="soft">In the order to make them, with the points that each adds once those above it are made.</p>${
    promptPath !== undefined &&
    fixes.length > 0 &&
    markup`<p class="no-print"><a class="button small" href="${promptPath}" data-copy-file>Copy for a coding agent</a></p>`
  }</div>
${
  fixes.length === 0
    ? markup`<p>Nothing is left to gain for the site score.</p>`
    : markup`<ol class="fixes">${fixes.slice(0, shownOf(fixes)).map((fix) => fixCard(fix))}</ol>${more(fixes.slice(shownOf(fixes)), 'for the site score')}`
}${remainderLines(explanation).map((line) => markup`<p class="soft">${line}</p>`)}${more(llmstxt.fixes, 'for the llms.txt score', 'llms.txt')}`;
}

function more(fixes: readonly Fix[], words: string, of?: string): Markup {
  if (fixes.length === 0) return markup``;
  const [fix, plural] = of === undefined ? ['more fix', 'more fixes'] : ['fix', 'fixes'];
  return markup`<details class="more"><summary>${pluralize(fixes.length, fix, plural)} ${words}</summary><ol class="fixes">${fixes.map((each) => fixCard(each, of))}</ol></details>`;
}

function fixCard(fix: Fix, of = 'site'): Markup {
  const { checkId, name, gain, scoreAfter, message, affectedPages, recipe } = fix;
  return markup`<li class="card fix">
<p class="gain">+${gain.toFixed(1)}<small>points, to ${scoreAfter}</small></p>
<div class="flow">
<h3>${name}</h3>
<p class="soft">${foundOn(message, affectedPages)}</p>
<p>${fixBehind(fix)}</p>
${recipe !== undefined && recipeOf(recipe)}<p class="small"><a href="#${checkId}">Evidence of ${checkId}</a>${of !== 'site' && ` · counts for the ${of} score`}</p>
</div>
</li>`;
}

/** What to do on the platform of the site, folded. */
const recipeOf = ({ platform, path, text }: NonNullable<Fix['recipe']>): Markup =>
  markup`<details class="more"><summary>How to do it with ${platform}</summary><div class="flow">${bodyOf({ body: text }).body}<p class="small"><a href="${path}">All recipes for ${platform}</a></p></div></details>
`;

/** The top of a finished report: whose it is, both scores, what they mean, and what costs most. */
function reportHead(
  scan: Scan,
  explanation: Explanation,
  {
    change,
    isFile,
    pair,
    language,
  }: { change: Markup | undefined; isFile: true | undefined; pair: Markup; language: string | undefined },
): Markup {
  const { rootUrl, siteScore, siteRating, llmstxtScore, pagesScanned, pagesDiscovered } = scan;
  const { coverage, rubricVersion, platform, publicOrigin } = explanation;
  const at = scan.completedAt ?? scan.createdAt;
  const finished = markup`<time datetime="${at}"${language !== undefined && markup` lang="${language}"`}>${dateOf(at, language)}</time>`;
  return markup`<div class="report-head">
<div>
<p class="eyebrow">How well AI agents can use</p>
<h1>${publicHostOf(scan, explanation)}</h1>
<p class="verdict">${refusalWords(explanation.delivery)}<span class="tone ${siteRating}">${capitalised(ratingWords(siteRating))}.</span> ${SITE_VERDICTS[siteRating]}</p>
${change !== undefined && markup`<p class="no-print"><strong>${change}</strong></p>`}
${percentileLine(scan)}
</div>
<div class="rings">
${scoreRing(siteScore, siteRating, 'Site score')}
${scoreRing(llmstxtScore, ratingOf(llmstxtScore), 'llms.txt score', 'minor')}
</div>
</div>
${pair}
${lossList(explanation)}
${notes(explanation)}
<details class="more about"><summary>About this scan: ${pluralize(pagesScanned, 'page')} read, ${finished}</summary><dl class="facts">
${fact('Scanned from', thirdPartyLink(rootUrl))}
${publicOrigin !== undefined && fact('Published at', originLine(publicOrigin).replaceAll('`', ''))}
${fact('Pages read', pagesScanned === pagesDiscovered ? count(pagesScanned) : `${count(pagesScanned)} of ${count(pagesDiscovered)} found`)}
${fact('Measured', `${Math.floor(coverage * 100)} % of what applies`)}
${platform !== undefined && fact('Platform', platformWords(platform))}
${fact('Finished', finished)}
${fact('Rubric', rubricVersion)}
</dl></details>
${isFile !== true && rescanForm(rootUrl, 'Scan again')}`;
}

/** What costs most, each with a page that shows it. */
function lossList(explanation: Explanation): Markup {
  const losses = lossesOf(explanation);
  if (losses.length === 0) return markup``;
  return markup`<section class="losses" aria-labelledby="losses-title">
<h2 id="losses-title">What costs most</h2>
<ol>${losses.map(
    ({ line, points, examples: [example] }) =>
      markup`<li>${line} <span class="soft">About ${pluralize(Math.round(points), 'point')}${example !== undefined && markup`, for example on ${thirdPartyLink(example, pathOf(example))}`}.</span></li>`,
  )}</ol>
</section>`;
}

const pathOf = (url: string): string => parseUrl(url)?.pathname ?? url;

export const fact = (name: string, value: Content): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;

function percentileLine({ percentile, corpusTotal }: Scan): Markup {
  if (percentile === null || corpusTotal === null) return markup``;
  return markup`<p>Better than <strong>${percentile} %</strong> of ${pluralize(corpusTotal, 'other site')} graded by the same rules.</p>`;
}

/** The cap that sets the score, and its confidence. */
function notes({ caps, siteScore, rawScore, lowConfidence }: Explanation): Markup {
  const binding = caps.filter((cap) => cap.binding);
  return markup`${
    binding.length > 0 &&
    markup`<div class="note fail section">
<h2>The score is capped at ${siteScore}</h2>
<p>The checks come to ${rawScore.toFixed(1)} points. A cap bounds the score of a site whose other virtues do an agent no good: lift it first.</p>
<ul>${binding.map(({ limit, reason }) => markup`<li>At most <strong>${limit}</strong>: ${reason}</li>`)}</ul>
<p class="small"><a href="/docs/methodology/caps">How caps work</a></p>
</div>`
  }${
    lowConfidence &&
    markup`<div class="note warn section"><h2>Low confidence</h2><p>Too little of the site could be read or measured for the score to be sure. It counts in no comparison with other sites.</p></div>`
  }`;
}

/** Caps that would only bind a higher score, next to the points that they could bound. */
function looseCaps({ caps }: Explanation): Markup {
  const loose = caps.filter(({ binding }) => !binding);
  if (loose.length === 0) return markup``;
  return markup`<p class="soft">Caps that do not lower this score:</p>
<ul class="soft">${loose.map(({ limit, reason }) => markup`<li>At most <strong>${limit}</strong>: ${reason}</li>`)}</ul>`;
}

/** Points by category, as bars in proportion to their weight. */
function categoryBars({ categories, delivery, actions }: Explanation): Markup {
  const most = Math.max(delivery?.possible ?? 0, ...categories.map(({ possible }) => possible));
  return markup`<table class="bars">
<thead class="visually-hidden"><tr><th scope="col">Category</th><th scope="col">Share</th><th scope="col">Points</th></tr></thead>
<tbody>${
    delivery !== null &&
    markup`<tr><th scope="row"><a href="#readers">Text that reaches agents</a></th><td>${weightedBar(delivery.points, delivery.possible, most)}</td><td class="num">${delivery.points.toFixed(1)} of ${delivery.possible.toFixed(1)}</td></tr>`
  }${categories.map(
    ({ category, points, possible }) =>
      markup`<tr><th scope="row"><a href="#${groupId(category)}">${categoryWords(category)}</a></th><td>${weightedBar(points, possible, most)}</td><td class="num">${points.toFixed(1)} of ${possible.toFixed(1)}</td></tr>`,
  )}${
    actions !== null &&
    actions.lost > 0 &&
    markup`<tr><th scope="row"><a href="#actions">Lost by what agents cannot do</a></th><td></td><td class="num">-${actions.lost.toFixed(1)}</td></tr>`
  }</tbody>
</table>`;
}

/** What reaches each reader and what keeps the rest back: a bar for the eye and the same as figures. */
function readersSection(
  { all, readers, pages, siteKind }: DeliveryAccount,
  browser: BrowserReport | undefined,
): Markup {
  const sixth = browserRow(browser);
  const row = (name: string, shares: TextShares) =>
    markup`<tr><th scope="row">${name}${barOf(shares)}</th><td class="num"><strong>${percentOf(shares.delivered)}</strong></td>${LOSSES.map(([of]) => markup`<td class="num">${percentOf(shares[of])}</td>`)}</tr>`;
  return folded(
    'readers',
    'What reaches which reader',
    markup`<p class="soft">The text of ${pages === 1 ? 'one page' : `${pages} pages`}, followed to five kinds of agents. The score is multiplied by the mean.${siteKind !== null && markup` The site was graded as: ${siteKind}.`} ${sixth === undefined ? 'Browsers that run scripts were not measured.' : 'The browser in the last row is no part of it: it has a score of its own.'} <a href="/docs/methodology/scoring">How the score is computed</a>, and <a href="/docs/methodology/validity">how well it predicts success</a>.</p>
<ul class="legend" aria-hidden="true"><li><span class="swatch share-delivered"></span>reaches it</li>${LOSSES.map(([of, words]) => markup`<li><span class="swatch ${LOSS_CLASSES[of]}"></span>${words}</li>`)}</ul>
<div class="table-scroll" role="group" aria-labelledby="readers-title" tabindex="0"><table class="readers">
<thead><tr><th scope="col">Reader</th><th scope="col" class="num">Reaches it</th>${LOSSES.map(([, words]) => markup`<th scope="col" class="num">${words}</th>`)}</tr></thead>
<tbody>${readers.map((reader) => row(reader.name, reader))}${row('Mean', all)}${sixth !== undefined && row(sixth.name, sixth)}</tbody>
</table></div>`,
  );
}

const barOf = (shares: TextShares): Markup =>
  lossBar(
    LOSSES.map(([cause]) => ({ cause, share: shares[cause] })),
    shares.delivered,
  );

/** Next to the verdict when no test from outside can show whether real assistants are admitted. */
const refusalWords = (delivery: DeliveryAccount | null): Markup =>
  delivery?.unverifiedRefusal === true ? markup`<strong>${UNVERIFIED_REFUSAL}</strong> ` : markup``;
