import type { ScanRecord } from '../../scans/scan-record.ts';
import { type Markup, markup } from '../markup.ts';
import { checkList } from './check-list.ts';
import { viewsOf } from './check-views.ts';
import type { Digest } from './digest.ts';
import { copyable } from './evidence.ts';
import { fixList } from './fix-list.ts';
import { historySection } from './history.ts';
import { categoryBars, reportHead } from './report-head.ts';
import { counted, hostOf } from './words.ts';

interface Place {
  readonly baseUrl: string;
  /** For the owner: all scans of the site, newest first. */
  readonly history: readonly ScanRecord[];
  /** The host has a score that its badge can show. */
  readonly hasBadge: boolean;
}

/** The report of a completed scan. The table of its pages comes as data, after the page is there. */
export function reportPage(
  digest: Digest,
  explanation: NonNullable<Digest['explanation']>,
  { baseUrl, history, hasBadge }: Place,
): Markup {
  const { scan, pages } = digest;
  const path = `/s/${scan.shareToken}`;
  return markup`${reportHead(scan, explanation)}
<nav class="toc" aria-label="On this page"><ul>
<li><a href="#fixes">Fixes</a></li><li><a href="#categories">Categories</a></li><li><a href="#checks">Checks</a></li><li><a href="#pages">Pages</a></li>${history.length > 1 && markup`<li><a href="#history">Over time</a></li>`}<li><a href="#take">Take it with you</a></li>
</ul></nav>
<section class="section" id="fixes" aria-labelledby="fixes-title">
<h2 id="fixes-title">What to fix first</h2>
${fixList(explanation)}
</section>
<section class="section" id="categories" aria-labelledby="categories-title">
<h2 id="categories-title">Points by category</h2>
<p class="soft">What the site earns of the 100 points it could have.</p>
<div class="card">${categoryBars(explanation)}</div>
</section>
<section class="section" id="checks" aria-labelledby="checks-title">
<h2 id="checks-title">Every check</h2>
<p class="soft">Open one for its evidence, how to fix it and a line that shows it.</p>
${checkList(viewsOf(digest))}
</section>
<section class="section" id="pages" aria-labelledby="pages-title">
<h2 id="pages-title">${counted(pages.length, 'page')}</h2>
<p class="soft">Worst first. Open a page for everything that was found on it.</p>
<div data-pages="${path}/pages.json" data-page-base="${path}/pages/"><p><a href="${path}/pages">See the table of all pages</a></p></div>
</section>
${history.length > 1 && historySection(history, scan.shareToken)}
${takeAway(scan, hasBadge ? badgeOf(hostOf(scan.rootUrl), `${baseUrl}${path}`, baseUrl) : noBadge(hostOf(scan.rootUrl)))}`;
}

function takeAway({ shareToken }: Digest['scan'], badge: Markup): Markup {
  const path = `/s/${shareToken}`;
  return markup`<section class="section" id="take" aria-labelledby="take-title">
<h2 id="take-title">Take it with you</h2>
<div class="grid-2">
<div class="card flow">
<h3>Downloads</h3>
<p class="soft">Whoever has the address of this report can read it; it is listed nowhere.</p>
<p class="buttons"><a class="button" href="${path}/agent-prompt.txt" download>Work for a coding agent</a><a class="button quiet" href="${path}/report.md" download>Markdown</a><a class="button quiet" href="/api/scan/${shareToken}" download="legible-scan.json">JSON</a></p>
</div>
<div class="card flow">
<h3>Badge</h3>
${badge}
</div>
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
