import { IMITATED_AGENTS } from '../ai-agents.ts';
import { pathStratum } from '../parse/url/normalise-url.ts';

/** The ways sites name the Markdown twin of a page, in the order in which they are tried. */
export const TWIN_FORMS = ['append-md', 'index-md', 'replace-md', 'html-md'] as const;
export type TwinForm = (typeof TWIN_FORMS)[number];

/** The twin of a page under one form; undefined where the form makes none. Queries are dropped. */
export function twinUrl(pageUrl: string, form: TwinForm): string | undefined {
  const url = new URL(pageUrl);
  const { pathname } = url;
  url.search = '';
  const isFolder = pathname.endsWith('/');
  const isHtml = /\.html?$/i.test(pathname);
  if (/\.md$/i.test(pathname)) return undefined;
  switch (form) {
    case 'append-md':
      if (pathname === '/' || isHtml) return undefined;
      url.pathname = `${isFolder ? pathname.slice(0, -1) : pathname}.md`;
      break;
    case 'index-md':
      if (isHtml) return undefined;
      url.pathname = `${isFolder ? pathname : `${pathname}/`}index.md`;
      break;
    case 'replace-md':
      if (!isHtml) return undefined;
      url.pathname = pathname.replace(/\.html?$/i, '.md');
      break;
    case 'html-md':
      if (!isHtml && !isFolder) return undefined;
      url.pathname = isFolder ? `${pathname}index.html.md` : `${pathname}.md`;
      break;
  }
  return url.href;
}

/**
 * The form of a page's address. One site may name the Markdown versions of each form differently: `/index.md` and
 * `/page.md` are usual.
 */
type Shape = 'root' | 'folder' | 'html' | 'bare';

function shapeOf(pageUrl: string): Shape {
  const { pathname } = new URL(pageUrl);
  if (pathname === '/') return 'root';
  if (pathname.endsWith('/')) return 'folder';
  return /\.html?$/i.test(pathname) ? 'html' : 'bare';
}

/** A way to ask a page's own address for Markdown. */
export type MarkdownAsk = (typeof MARKDOWN_ASKS)[number];

/** By preference; as Claude Code does, with equal weights; and by the name of an assistant alone. */
export const MARKDOWN_ASKS = [
  { via: 'negotiation', headers: { accept: 'text/markdown, text/html;q=0.8' } },
  { via: 'negotiation', headers: { accept: 'text/markdown, text/html, */*' } },
  { via: 'user-agent', headers: { 'user-agent': IMITATED_AGENTS['Claude-User'] } },
] as const;

/** Pages that try every form and every way of asking; later pages try only those found there. */
const LEARNING_PAGES = 3;
/** Pages of one section without any Markdown after which the section is asked no more. */
const GIVE_UP_AFTER = 8;

export interface MarkdownPlan {
  /**
   * What to ask for the page at this position of the scan.
   * @param position 0-based, in scan order
   */
  for(
    pageUrl: string,
    position: number,
  ): { readonly twins: readonly string[]; readonly asks: readonly MarkdownAsk[]; readonly tried: boolean };
  /** Notes what a page's guesses brought: the form that worked, and the way of asking that did. */
  observe(pageUrl: string, found: { readonly twin: string | undefined; readonly ask: MarkdownAsk | undefined }): void;
  /** Updates the plan from the observed answers. Called between waves only, so that timing has no effect. */
  settle(): void;
}

/** Learns how a site publishes Markdown, so that each page needs at most one guess and one negotiated request. */
export function createMarkdownPlan(): MarkdownPlan {
  const learnt = new Map<Shape, TwinForm>();
  const misses = new Map<string, number>();
  const hits = new Set<string>();
  const worked = new Set<MarkdownAsk>();
  let observed: { url: string; twin: string | undefined; ask: MarkdownAsk | undefined }[] = [];

  return {
    for(pageUrl, position) {
      const stratum = pathStratum(pageUrl);
      if (!hits.has(stratum) && (misses.get(stratum) ?? 0) >= GIVE_UP_AFTER)
        return { twins: [], asks: [], tried: false };
      const form = learnt.get(shapeOf(pageUrl));
      const forms =
        position < LEARNING_PAGES ? TWIN_FORMS : form === undefined ? FIRST_GUESSES : [form, ...FIRST_GUESSES];
      const twins = forms.map((each) => twinUrl(pageUrl, each)).filter((url) => url !== undefined);
      if (position < LEARNING_PAGES) return { twins, asks: MARKDOWN_ASKS, tried: true };
      const ask = MARKDOWN_ASKS.find((each) => worked.has(each)) ?? MARKDOWN_ASKS[0];
      return { twins: twins.slice(0, 1), asks: [ask], tried: true };
    },
    observe(pageUrl, { twin, ask }) {
      observed.push({ url: pageUrl, twin, ask });
    },
    settle() {
      for (const { url, twin, ask } of observed.sort((a, b) => (a.url < b.url ? -1 : 1))) {
        const stratum = pathStratum(url);
        if (ask !== undefined) worked.add(ask);
        if (twin === undefined && ask === undefined) misses.set(stratum, (misses.get(stratum) ?? 0) + 1);
        else hits.add(stratum);
        const form = TWIN_FORMS.find((each) => twin !== undefined && twinUrl(url, each) === twin);
        if (form !== undefined && !learnt.has(shapeOf(url))) learnt.set(shapeOf(url), form);
      }
      observed = [];
    },
  };
}

const FIRST_GUESSES: readonly TwinForm[] = ['append-md', 'replace-md', 'index-md'];
