import { anchorOf } from '../../library/recipes.ts';
import { type Markup, markup } from '../markup.ts';
import { INDEX_PATH, type Section, type SectionEntry } from './document.ts';

const MENU_ID = 'docs-menu';

/** On narrow screens the menu is below the text: this leads to it. */
export const toMenu = markup`<p class="to-menu small no-print"><a href="#${MENU_ID}">Menu</a></p>`;

/** The sections, and the pages of the one that holds the current page. It follows the text, so that agents get that first. */
export const menu = (sections: readonly Section[], path: string): Markup =>
  markup`<nav class="docs-menu small no-print" id="${MENU_ID}" aria-label="Documentation"><ul>${sections.map((section) => menuSection(section, path))}</ul></nav>`;

function menuSection({ heading, entries }: Section, path: string): Markup {
  const href = `${INDEX_PATH}#${anchorOf(heading)}`;
  if (!entries.some((entry) => entry.path === path)) return markup`<li><a href="${href}">${heading}</a></li>`;
  return markup`<li><a href="${href}"><strong>${heading}</strong></a><ul>${entries.map(
    (entry) =>
      markup`<li><a href="${entry.path}"${entry.path === path && markup` aria-current="page"`}>${entry.title}</a></li>`,
  )}</ul></li>`;
}

/** The pages before and after one, in the order of the menu; nothing for a page that is in no section. */
export function neighbours(sections: readonly Section[], path: string): Markup | undefined {
  const all = sections.flatMap(({ entries }) => entries);
  const at = all.findIndex((entry) => entry.path === path);
  if (at < 0) return undefined;
  const [before, after] = [all[at - 1], all[at + 1]];
  return markup`<nav class="neighbours no-print" aria-label="Previous and next page">${before && neighbour(before, 'prev')}${after && neighbour(after, 'next')}</nav>`;
}

const neighbour = ({ path, title }: SectionEntry, rel: 'prev' | 'next'): Markup =>
  markup`<a class="${rel}" rel="${rel}" href="${path}"><span class="step small soft">${rel === 'prev' ? 'Previous' : 'Next'}</span> ${title}</a>`;
