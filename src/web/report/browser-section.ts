import { quote } from '../../scanner/checks/evidence.ts';
import type { SeenControl } from '../../scanner/model/browser.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { browserHead, findingWords } from '../../scanner/reporters/browser.ts';
import type { PageScreen } from '../../scanner/reporters/reporter.ts';
import type { BrowserReport } from '../../scanner/scoring/browser-report.ts';
import { ratingOf } from '../../scanner/scoring/score.ts';
import { scoreRing } from '../charts.ts';
import { foreignLink, type Markup, markup } from '../markup.ts';

/** The first screen, in CSS pixels, as the browser is opened with. */
const SCREEN = { width: 1280, height: 800 };
const SHOWN_PAGES = 3;
const STATES = ['named', 'unnamed', 'covered'] as const satisfies readonly SeenControl['state'][];
const CLASSES = {
  named: 'control-named',
  unnamed: 'control-unnamed',
  covered: 'control-covered',
} as const satisfies Record<SeenControl['state'], string>;

/** What a real browser showed: its score, what to fix, and each page as a picture beside the text that an assistant gets. */
export function browserSection(report: BrowserReport, screens: readonly PageScreen[]): Markup {
  const { browserScore, findings } = report;
  return markup`<section class="section" id="browser" aria-labelledby="browser-title">
<h2 id="browser-title">In a real browser</h2>
${browserScore !== null && scoreRing(browserScore, ratingOf(browserScore), 'Browser score', 'minor')}
${browserHead(report).map((line) => markup`<p class="soft">${line}</p>`)}
${
  findings.length > 0 &&
  markup`<ol class="flow">${findings.map(
    (finding) =>
      markup`<li><strong>${findingWords(finding)}</strong> ${finding.howToFix}${finding.pages.slice(0, SHOWN_PAGES).map((url) => markup` ${foreignLink(url)}`)}</li>`,
  )}</ol>`
}
${screens.map(pairOf)}
</section>`;
}

function pairOf(screen: PageScreen): Markup {
  const { url, received, lost } = screen;
  return markup`<div class="section">
<h3>${foreignLink(url)}</h3>
<div class="grid-2">
${pictureOf(screen)}
<div class="flow">
<p class="small">What a chat assistant receives of it:</p>
<pre tabindex="0" class="received">${received === undefined ? 'It could not be asked for again.' : received === '' ? 'Nothing.' : received}</pre>
${lost !== '' && markup`<p class="small">Scripts add, and it does not receive: <mark>${lost}</mark></p>`}
</div>
</div>
</div>`;
}

/** The picture with a box around each control in it. */
function pictureOf({ picture, controls }: PageScreen): Markup {
  const { width, height } = SCREEN;
  const inSight = controls.filter(
    ({ box }) => box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0,
  );
  const counts = STATES.map((state) => [state, inSight.filter((control) => control.state === state).length] as const);
  const words = counts.map(([state, count]) => `${count} ${state}`).join(', ');
  return markup`<figure class="screen">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="The first screen with ${pluralize(inSight.length, 'control')}: ${words}">
<image href="data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}" width="${width}" height="${height}"/>
${inSight.map(
  ({ role, name, box, state }) =>
    markup`<rect class="${CLASSES[state]}" x="${Math.round(box.x)}" y="${Math.round(box.y)}" width="${Math.round(box.width)}" height="${Math.round(box.height)}"><title>${quote(`${role} ${name === '' ? 'without a name' : name}`)}</title></rect>`,
)}
</svg>
<figcaption class="small">${counts.map(([state, count]) => markup`<span class="${CLASSES[state]}">${count} ${state}</span> `)}</figcaption>
</figure>`;
}
