/** What every page of a leaderboard has around its content. */
import { type Content, type Markup, markup } from '../markup.ts';

export interface LeaderboardPage {
  /** Of the file, from the root of the site: `hosts/example.com/index.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly main: Content;
  /** The page runs the script that searches and filters its table. */
  readonly hasTable?: boolean;
}

export interface Frame {
  /** Name of the leaderboard. */
  readonly name: string;
  /** Day of the latest scan: 2026-11-28. */
  readonly day: string;
  /** Where owners ask to be left out; undefined for robots.txt alone. */
  readonly contact: string | undefined;
}

export const METHODOLOGY = '/methodology/';

const LINKS: readonly (readonly [href: string, words: string])[] = [
  ['/', 'Overview'],
  ['/ranks/', 'All hosts'],
  ['/kinds/', 'Kinds of sites'],
  ['/names/', 'By name'],
  [METHODOLOGY, 'About'],
];

/** `/hosts/example.com/` of its file. */
const addressOf = (path: string): string => `/${path.replace(/index\.html$/, '')}`;

export function leaderboardDocument(frame: Frame, page: LeaderboardPage): string {
  const own = addressOf(page.path);
  const isHome = own === '/';
  const title = isHome ? frame.name : `${page.title} · ${frame.name}`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${page.description}">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="stylesheet" href="/styles.css">
${page.hasTable === true && markup`<script type="module" src="/leaderboard.js"></script>\n`}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site-header">
<div class="wrap">
<a class="brand" href="/"><span>${frame.name}</span></a>
<nav aria-label="Main"><ul>${LINKS.map(([href, words]) => markup`<li><a href="${href}"${href === own && markup` aria-current="page"`}>${words}</a></li>`)}</ul></nav>
</div>
</header>
<main id="main" tabindex="-1">
${page.main}
<p class="small soft section">Last scan: <time datetime="${frame.day}">${frame.day}</time>. <a href="${METHODOLOGY}">How the scores come about</a>.</p>
</main>
<footer class="site-footer">
<div class="wrap">
<p>Scanned with Legible, which grades how well AI agents can read and use a website.</p>
<ul>
<li><a href="${METHODOLOGY}#leave">Leave your host out</a></li>
<li><a href="/hosts.csv">The table as CSV</a></li>
</ul>
</div>
</footer>
</body>
</html>
`.text;
}

/** A heading with what belongs to it. */
export const section = (title: string, ...content: readonly Content[]): Markup =>
  markup`<section class="section flow"><h2>${title}</h2>
${content}
</section>`;
