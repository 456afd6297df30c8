/** What scripts bring into a page: its whole text, or a viewer of an API description. */

import type { PageFacts } from './page-facts.ts';
import { viewerCallIn } from './viewer-call.ts';
import { attributeOf, type Collector, type Element, isHtml, ownText } from './walk.ts';

/** What frameworks mount their application into (catalogue, P5). */
const ROOT_IDS = new Set(['root', 'app', '__next', '__nuxt', '___gatsby']);
const ROOT_TAGS = new Set(['app-root']);
/** A root with more words than this has been rendered: "Loading, please enable JavaScript to run this app" has not. */
const MAX_ROOT_WORDS = 10;
/** A body with more words than this is more than a script. */
const MAX_BODY_WORDS = 3;
/** With more words than this, the texts around empty content do not make the page a shell. */
const MAX_FRAME_WORDS = 50;
/** The marker of the weakest sign. */
export const BARE_MARKER = 'scripts and next to no text';
/** Where bundlers put the script that starts an application. */
const BUNDLE_PATHS = [
  '/_next/static/',
  '/_nuxt/',
  '/static/js/main.',
  '/static/js/bundle',
  '/main-es',
  'webpack-runtime',
];
const MAX_NOSCRIPT = 2000;

/**
 * The sign of a page that scripts fill in, one of four. An application root with hardly any content and a script to
 * fill it. Hardly any text at all and a script, whatever it mounts in. Only a menu and a footer and a framework's
 * script. Hardly any main text and a noscript notice that asks for JavaScript.
 * @param mainWords, bodyWords words met so far, from collectors that are walked before this one
 */
export function spaMarkerCollector(
  mainWords: () => number,
  bodyWords: () => number,
): Collector<{ readonly spaMarker: string | undefined; readonly noscriptText: string }> {
  const openRoots: { readonly element: Element; readonly wordsBefore: number }[] = [];
  let emptyRoot: string | undefined;
  let hasScript = false;
  let hasBundle = false;
  let noscript = '';
  return {
    wants: { tags: [...ROOT_TAGS, 'script', 'noscript'], attributes: ['id'] },
    enter(element) {
      if (isRoot(element)) openRoots.push({ element, wordsBefore: mainWords() });
      else if (element.tagName === 'script') {
        const src = attributeOf(element, 'src')?.slice(0, 500);
        hasScript ||= src !== undefined || runs(element);
        hasBundle ||= src !== undefined && isBundle(element, src);
      } else if (element.tagName === 'noscript' && noscript.length < MAX_NOSCRIPT) {
        noscript += ` ${withoutTags(ownText(element).slice(0, MAX_NOSCRIPT * 2))}`;
      }
    },
    leave(element) {
      const root = openRoots.at(-1);
      if (root?.element !== element) return;
      openRoots.pop();
      if (mainWords() - root.wordsBefore <= MAX_ROOT_WORDS) emptyRoot ??= nameOf(element);
    },
    facts() {
      const noscriptText = noscript.replace(/\s+/g, ' ').trim().slice(0, MAX_NOSCRIPT);
      const words = bodyWords();
      if (emptyRoot !== undefined && hasScript) return { spaMarker: emptyRoot, noscriptText };
      const isFrame = words <= MAX_FRAME_WORDS && mainWords() <= MAX_BODY_WORDS;
      if (hasBundle && isFrame) return { spaMarker: 'framework script', noscriptText };
      // Next to a text of its own the notice speaks of a search or a menu.
      if (words <= MAX_FRAME_WORDS && mainWords() <= MAX_ROOT_WORDS && asksForJavaScript(noscriptText))
        return { spaMarker: 'noscript notice', noscriptText };
      const isBare = words <= MAX_ROOT_WORDS && hasScript;
      return { spaMarker: isBare ? BARE_MARKER : undefined, noscriptText };
    },
  };
}

/** "Please enable JavaScript", in the words that frameworks' templates use. */
export function asksForJavaScript(text: string): boolean {
  const lower = text.toLowerCase();
  if (!lower.includes('javascript')) return false;
  return ['enable', 'requires', 'required', 'turn on', 'activate', 'disabled', 'need'].some((word) =>
    lower.includes(word),
  );
}

function isRoot(element: Element): boolean {
  if (ROOT_TAGS.has(element.tagName)) return true;
  const id = isHtml(element) ? attributeOf(element, 'id') : undefined;
  return id !== undefined && ROOT_IDS.has(id);
}

/** An inline script that is code, not data (JSON-LD, import maps, templates). */
function runs(element: Element): boolean {
  const type = attributeOf(element, 'type')?.trim().toLowerCase() ?? '';
  return (type === '' || type === 'module' || type.endsWith('javascript')) && ownText(element).trim() !== '';
}

/** The name is from this file's own list, never the page's text. */
function nameOf(element: Element): string {
  return ROOT_TAGS.has(element.tagName) ? element.tagName : `#${attributeOf(element, 'id')}`;
}

function isBundle(element: Element, src: string): boolean {
  return attributeOf(element, 'type') === 'module' || BUNDLE_PATHS.some((path) => src.includes(path));
}

/** The text of a noscript element, whose content the parser leaves as it is because it takes scripts to be on. */
function withoutTags(markup: string): string {
  let text = '';
  for (let index = 0; index < markup.length; ) {
    const open = markup.indexOf('<', index);
    if (open === -1) return text + markup.slice(index);
    text += `${markup.slice(index, open)} `;
    const close = markup.indexOf('>', open);
    if (close === -1) return text;
    index = close + 1;
  }
  return text;
}

const MAX_URL = 2000;

/** Elements that a viewer defines, with the attribute that names the description. */
const VIEWER_TAGS = new Map([
  ['redoc', 'spec-url'],
  ['rapi-doc', 'spec-url'],
  ['elements-api', 'apidescriptionurl'],
]);
const MOUNT_IDS = new Set(['swagger-ui', 'redoc-container']);

/** A viewer that renders an API description in the page, and the description that it loads. */
export function apiViewerCollector(): Collector<Pick<PageFacts, 'apiViewer'>> {
  let isPresent = false;
  let specHref: string | undefined;
  const found = (href: string | undefined) => {
    isPresent = true;
    specHref ??= href?.trim() === '' ? undefined : href?.trim().slice(0, MAX_URL);
  };
  return {
    wants: { tags: [...VIEWER_TAGS.keys(), 'script', 'div'] },
    enter(element) {
      const attribute = VIEWER_TAGS.get(element.tagName);
      if (attribute !== undefined) found(attributeOf(element, attribute));
      else if (element.tagName === 'script') readScript(element, found);
      else if (element.tagName === 'div' && MOUNT_IDS.has(attributeOf(element, 'id') ?? '')) found(undefined);
    },
    facts(resolve) {
      const specUrl = specHref === undefined ? undefined : resolve(specHref);
      return { apiViewer: isPresent ? { specUrl } : undefined };
    },
  };
}

function readScript(element: Element, found: (href: string | undefined) => void): void {
  if (attributeOf(element, 'id') === 'api-reference') {
    found(attributeOf(element, 'data-url'));
    return;
  }
  if (attributeOf(element, 'src') !== undefined || (attributeOf(element, 'type') ?? '').includes('json')) return;
  const call = viewerCallIn(ownText(element));
  if (call !== undefined) found(call.specHref);
}
