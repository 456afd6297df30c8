import { parseUrl } from '../../../basics/parse-url.ts';
import type { PageDigest } from '../../model/page.ts';

/** This many addresses with one title and one text are answers to any address, and no pages. */
const MIN_SAME = 3;

type Answered = Pick<
  PageDigest,
  | 'url'
  | 'finalUrl'
  | 'title'
  | 'contentHash'
  | 'canonicals'
  | 'hreflangs'
  | 'foundBy'
  | 'readable'
  | 'saysGone'
  | 'isPartial'
  | 'actions'
>;

/**
 * Of each page, the share that is a page of its own, 0 to 1: 0 where it says with 200 that the page is gone, and a share of
 * one where several listed addresses answer with one title and one text. Versions and translations are no such answers, nor are
 * shells whose texts are still to come, nor a sign-in in the place of pages.
 */
export function ownAnswers(pages: readonly Answered[]): number[] {
  const groups = new Map<string, Set<string>>();
  const keys = pages.map((page) => {
    const isInPlace = page.isPartial === true || page.actions?.isSignIn === true;
    if (page.readable !== 'yes' || isInPlace || page.hreflangs.length > 0) return undefined;
    const key = `${page.contentHash} ${page.title}`;
    const paths = groups.get(key) ?? new Set<string>();
    groups.set(key, paths.add(pathOf(page)));
    return key;
  });
  return pages.map((page, at) => {
    if (page.saysGone === true && page.foundBy !== 'root') return 0;
    const same = groups.get(keys[at] ?? '')?.size ?? 1;
    return same >= MIN_SAME ? 1 / same : 1;
  });
}

/** Without the parts of a path that name a version or a language: what differs in them alone is one text. */
function pathOf({ finalUrl, canonicals }: Answered): string {
  const { pathname } = parseUrl(canonicals[0]?.url ?? finalUrl) ?? { pathname: finalUrl };
  return pathname
    .split('/')
    .map((part) =>
      /^v?\d+(?:\.\w{1,8}){0,3}$|^[a-z]{2}(?:[-_][a-z]{2,4})?$|^(?:latest|stable|main|next|dev|current)$/i.test(part)
        ? '*'
        : part,
    )
    .join('/')
    .replace(/\/(?:index\.\w{2,5})?$/, '');
}
