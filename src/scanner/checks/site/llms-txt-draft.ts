import type { PageDigest } from '../../model/page.ts';
import type { Target } from '../../model/site.ts';

const MAX_PAGES = 20;
const MAX_TITLE = 100;
const MAX_NOTE = 200;
/** Longer addresses are left out, so that the draft stays within the 20,000 characters that evidence keeps. */
const MAX_URL = 500;

/**
 * A first llms.txt in the form of llmstxt.org, out of the titles and descriptions of the pages that were read: the
 * home page gives the heading and the summary, the first 20 other pages one link each, under a section per first path
 * segment that has two pages or more and "Pages" for the rest. undefined when no page can be listed. The text is the
 * site's own: it belongs into evidence only.
 */
export function draftLlmsTxt(target: Target, pages: readonly PageDigest[]): string | undefined {
  const readable = pages.filter(({ status, noindex }) => status === 200 && !noindex);
  const home = readable.find(({ foundBy }) => foundBy === 'root');
  const others = [...new Map(readable.map((page) => [page.finalUrl, page])).values()]
    .filter(({ finalUrl }) => finalUrl !== home?.finalUrl && finalUrl.length <= MAX_URL)
    .slice(0, MAX_PAGES);
  if (home === undefined && others.length === 0) return undefined;

  const summary = oneLine(home?.description ?? '', MAX_NOTE);
  const blocks = [
    `# ${oneLine(home?.title ?? '', MAX_TITLE) || new URL(target.origin).host}`,
    ...(summary === '' ? [] : [`> ${summary}`]),
  ];
  for (const [section, members] of sectionsOf(others, target.scope)) {
    blocks.push(`## ${section}\n\n${members.map(linkLine).join('\n')}`);
  }
  return `${blocks.join('\n\n')}\n`;
}

function sectionsOf(pages: readonly PageDigest[], scope: string): Map<string, PageDigest[]> {
  const bySegment = new Map<string, PageDigest[]>();
  for (const page of pages) {
    const below = page.finalUrl.startsWith(scope) ? page.finalUrl.slice(scope.length) : new URL(page.finalUrl).pathname;
    const slash = below.indexOf('/');
    const segment = slash > 0 ? below.slice(0, slash) : '';
    bySegment.set(segment, [...(bySegment.get(segment) ?? []), page]);
  }
  const sections = new Map<string, PageDigest[]>();
  for (const [segment, members] of bySegment) {
    const title = segment === '' || members.length < 2 ? 'Pages' : titleOf(segment);
    sections.set(title, [...(sections.get(title) ?? []), ...members]);
  }
  return sections;
}

/** "getting-started" becomes "Getting started". */
function titleOf(segment: string): string {
  const words = oneLine(decode(segment).replaceAll('-', ' ').replaceAll('_', ' '), MAX_TITLE);
  return words === '' ? 'Pages' : words.charAt(0).toUpperCase() + words.slice(1);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A page as one line of an llms.txt, in its own words. */
export function linkLine({ finalUrl, title, description }: PageDigest): string {
  const name = oneLine(title, MAX_TITLE).replaceAll('[', '(').replaceAll(']', ')') || new URL(finalUrl).pathname;
  const note = oneLine(description, MAX_NOTE);
  const url = finalUrl.replaceAll('(', '%28').replaceAll(')', '%29');
  return `- [${name}](${url})${note === '' ? '' : `: ${note}`}`;
}

/** White space folded, at most `max` characters. */
function oneLine(text: string, max: number): string {
  const words = text
    .slice(0, max * 4)
    .split(/\s/)
    .filter((word) => word !== '');
  return [...words.join(' ')].slice(0, max).join('').trimEnd();
}
