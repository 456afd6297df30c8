import { parseUrl } from '../../basics/parse-url.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { fixBehind } from '../../scanner/checks/present.ts';
import type { SeenControl } from '../../scanner/model/browser.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { browserHead, browserLooked, findingQuotes, findingWords } from '../../scanner/reporters/browser.ts';
import { ratingOf } from '../../scanner/scoring/score.ts';
import type { BrowserFinding, BrowserReport } from '../../schema/scan.ts';
import { scoreRing } from '../charts.ts';
import { type Markup, markup, thirdPartyLink } from '../markup.ts';
import type { ShownScreen } from './summary.ts';

/** The first screen, in CSS pixels, as the browser is opened with. */
const SCREEN = { width: 1280, height: 800 };
const SHOWN_PAGES = 3;
/** States in the order in which they are counted, with the word that follows the number. */
const STATES = [
  ['named', 'named'],
  ['unnamed', 'unnamed'],
  ['covered', 'covered'],
  ['roleless', 'without a role'],
] as const satisfies readonly (readonly [SeenControl['state'], string])[];
/** What each state is to an agent. */
const MEANINGS = {
  named: 'An agent finds a named control by its role and name.',
  unnamed: 'Nothing names an unnamed one.',
  covered: 'Something lies over a covered one, seen or unseen, and takes its clicks.',
  roleless: 'Nothing says that one without a role can be pressed.',
} as const satisfies Record<SeenControl['state'], string>;
const CLASSES = {
  named: 'control-named',
  unnamed: 'control-unnamed',
  covered: 'control-covered',
  roleless: 'control-roleless',
} as const satisfies Record<SeenControl['state'], string>;
/** Lost lines shown next to the picture at the top of a report. */
const SHOWN_LOST = 4;
/** The id of the picture at the top of a report. */
const FIRST = 'first-picture';

/** For the top of a report: the first page as a browser shows it, next to the text that an assistant gets. */
export function firstPair([screen]: readonly ShownScreen[], report: BrowserReport | undefined): Markup {
  if (screen === undefined) return markup``;
  return markup`<section class="section first-pair flow" aria-labelledby="pair-title">
<h2 id="pair-title">Seen by a browser, and received by a chat assistant</h2>
<p>${thirdPartyLink(screen.url)}</p>
${pairOf(screen, messagesOf(screen, report), { most: SHOWN_LOST, image: imageOf(screen, FIRST) })}
</section>`;
}

/** What a real browser showed: its score, what to fix, and each page as a picture next to the text that an assistant gets. */
export function browserSection(report: BrowserReport, screens: readonly ShownScreen[]): Markup {
  const { browserScore, findings } = report;
  return markup`<section class="section" id="browser" aria-labelledby="browser-title">
<h2 id="browser-title">In a real browser</h2>
${browserScore !== null && markup`<div class="rings">${scoreRing(browserScore, ratingOf(browserScore), 'Browser score', 'minor')}</div>`}
${(browserScore === null ? browserHead : browserLooked)(report).map((line) => markup`<p class="soft">${line}</p>`)}
${
  findings.length > 0 &&
  markup`<p class="small soft">The number before a finding is what fixing it adds to the browser score.</p>
<ol class="flow">${findings.map((finding) => findingOf(finding, report))}</ol>`
}
${screens.map((screen, at) => {
  // A file with its pictures in it holds the first one once.
  const image = at === 0 ? markup`<use href="#${FIRST}"/>` : imageOf(screen);
  const pair = pairOf(screen, messagesOf(screen, report), { most: screen.lost.length, image });
  return markup`<details class="more"><summary>${quote(pathOf(screen.url))}: ${countWords(screen)}</summary><div class="flow"><p>${thirdPartyLink(screen.url)}</p>${pair}</div></details>`;
})}
</section>`;
}

function findingOf(finding: BrowserFinding, report: BrowserReport): Markup {
  const quotes = findingQuotes(finding, report);
  return markup`<li><strong>${findingWords(finding)}</strong> ${fixBehind(finding)}${finding.pages.slice(0, SHOWN_PAGES).map((url) => markup` ${thirdPartyLink(url)}`)}${
    quotes.length > 0 &&
    markup`<p class="small">Evidence, quoted from the site:</p><ul class="small">${quotes.map((text) => markup`<li class="quote">${text}</li>`)}</ul>`
  }</li>`;
}

const pathOf = (url: string): string => parseUrl(url)?.pathname ?? url;

/** What the checks of the browser find on the page: a picture alone does not show the faults. */
const messagesOf = ({ url }: ShownScreen, report: BrowserReport | undefined): string[] =>
  (report?.pages.find((page) => page.url === url)?.checks ?? [])
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map(({ checkId, message }) => `${checkId}: ${message}`);

/** @param most lost lines to show @param image of the picture */
function pairOf(
  screen: ShownScreen,
  messages: readonly string[],
  { most, image }: { readonly most: number; readonly image: Markup },
): Markup {
  return markup`${messages.length === 0 ? markup`<p>The checks in the browser found nothing to fix on this page.</p>` : markup`<ul>${messages.map((message) => markup`<li>${message}</li>`)}</ul>`}
<div class="grid-2 pair">
<div class="flow">${pictureOf(screen, image)}</div>
<div class="flow">${receivedOf(screen, most)}</div>
</div>`;
}

function receivedOf({ received, lost }: ShownScreen, most: number): Markup {
  if (received === undefined)
    return markup`<p class="small">What a chat assistant receives of the page could not be asked for again.</p>`;
  const more = lost.length - most;
  return markup`<p class="small">A chat assistant receives${received === '' ? ' nothing of it.' : ':'}</p>
${received !== '' && markup`<pre tabindex="0" class="received">${received}</pre>`}
${
  lost.length === 0
    ? markup`<p class="small">Each line of text in sight is received. What images say is not compared.</p>`
    : markup`<p class="small">In sight, and not received:</p>
<ul class="lost small">${lost.slice(0, most).map((line) => markup`<li><mark>${line}</mark></li>`)}${more > 0 && markup`<li>and ${pluralize(more, 'further line')}</li>`}</ul>`
}`;
}

const inSightOf = ({ controls }: ShownScreen): SeenControl[] =>
  controls.filter(
    ({ box }) => box.x < SCREEN.width && box.y < SCREEN.height && box.x + box.width > 0 && box.y + box.height > 0,
  );

/** How many controls of the first screen are in each state, without empty states. */
const countsOf = (screen: ShownScreen) =>
  STATES.map(
    ([state, words]) => [state, words, inSightOf(screen).filter((control) => control.state === state).length] as const,
  ).filter(([, , count]) => count > 0);

const countWords = (screen: ShownScreen): string =>
  [
    `${pluralize(inSightOf(screen).length, 'control')} in the first screen`,
    ...countsOf(screen).map(([, words, count]) => `${count} ${words}`),
  ].join(', ');

const imageOf = ({ src }: ShownScreen, id?: string): Markup =>
  markup`<image${id !== undefined && markup` id="${id}"`} href="${src}" width="${SCREEN.width}" height="${SCREEN.height}"/>`;

/** The picture with a box around each control in it. */
function pictureOf(screen: ShownScreen, image: Markup): Markup {
  const { width, height } = SCREEN;
  return markup`<figure class="screen">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="The first screen: ${countWords(screen)}">
${image}
<g>${inSightOf(screen).map(
    ({ role, name, box, state }) =>
      markup`<rect class="${CLASSES[state]}" x="${Math.round(box.x)}" y="${Math.round(box.y)}" width="${Math.round(box.width)}" height="${Math.round(box.height)}"><title>${quote(`${role} ${name === '' ? 'without a name' : name}`)}</title></rect>`,
  )}</g>
</svg>
<figcaption class="small">Controls: ${countsOf(screen).map(([state, words, count], at) => markup`${at > 0 && ', '}<span class="${CLASSES[state]}">${count} ${words}</span>`)}${inSightOf(screen).length === 0 && 'none'}${inSightOf(screen).length > 0 && markup`. Each box is a control of the first screen. ${countsOf(screen).map(([state], at) => markup`${at > 0 && ' '}${MEANINGS[state]}`)}`}</figcaption>
</figure>`;
}
