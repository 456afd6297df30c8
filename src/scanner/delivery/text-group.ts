import { parseUrl } from '../../parse-url.ts';
import type { PageDigest } from '../model/page.ts';
import type { TextBlocks } from '../parse/html/text-blocks.ts';

/** Fewer words are no text that could be a copy of another. */
const MIN_WORDS = 40;
const VERSION = /^v?\d+(?:\.(?:\d+|x)){0,3}$/;
const VERSION_NAMES = new Set(['latest', 'stable', 'current', 'next', 'main', 'master', 'dev', 'edge', 'nightly']);
const LOCALE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/;

/**
 * Pages with the same key are one page in several forms: copies of one text, versions of it, or translations. Their texts
 * are not held against each other. A text that several paths answer with is no copy: a wall, mostly.
 */
export function textGroup({ url, finalUrl, hreflangs, canonicals }: PageDigest, blocks: TextBlocks): string {
  const path = neutralPath(finalUrl, hreflangs.length > 0);
  if (path !== undefined) return `path ${path}`;
  const original = parseUrl(canonicals[0]?.url ?? finalUrl)?.pathname ?? finalUrl;
  const words = blocks.words.reduce((sum, count) => sum + count, 0);
  return words < MIN_WORDS ? `url ${url}` : `copy ${original} ${signature(blocks)}`;
}

/** The address without its version or language; undefined where it has neither. */
function neutralPath(url: string, hasTranslations: boolean): string | undefined {
  const parts = (parseUrl(url)?.pathname ?? '').split('/');
  let changed = false;
  const neutral = parts.map((part, at) => {
    const name = part.toLowerCase();
    const isLast = at === parts.length - 1;
    const isVersion = !isLast && (VERSION.test(name) || VERSION_NAMES.has(name));
    // Two letters are a language where they come first or where the page names its translations.
    const isLocale = !isLast && (at === 1 || hasTranslations) && LOCALE.test(name);
    if (!isVersion && !isLocale) return part;
    changed = true;
    return '*';
  });
  return changed ? neutral.join('/') : undefined;
}

function signature({ hashes }: TextBlocks): string {
  let hash = 2166136261;
  for (const block of hashes) hash = Math.imul(hash ^ block, 16777619);
  return `${hash >>> 0} ${hashes.length}`;
}
