import { parseUrl } from '../../parse-url.ts';
import { type Intent, isShop } from './intent.ts';
import type { PageDigest } from './page.ts';

/** What a site is, as far as its addresses and offers tell: what does not apply to it depends on that. */
export type SiteKind = 'one page' | 'shop' | 'documentation' | 'blog' | 'app' | 'website';

/** Share of the pages that must speak for a kind. */
const SPEAKING_SHARE = 0.5;
const DOCS_HOSTS = /^(?:docs?|developers?|api|reference|manual|help|learn|wiki)\./;
const DOCS_PARTS = new Set([
  'docs',
  'doc',
  'documentation',
  'reference',
  'guide',
  'guides',
  'manual',
  'tutorial',
  'tutorials',
  'api',
  'wiki',
  'help',
]);
const BLOG_PARTS = new Set(['blog', 'posts', 'post', 'news', 'articles', 'journal', 'archive']);
const YEAR = /^(?:19|20)\d\d$/;

/** @param shells pages whose text only scripts would bring */
export function siteKindOf(pages: readonly PageDigest[], intent: Intent, shells: number): SiteKind {
  const readable = pages.filter(({ readable }) => readable === 'yes');
  if (readable.length <= 1) return shells >= pages.length && pages.length > 0 ? 'app' : 'one page';
  if (isShop(intent)) return 'shop';
  const share = (speaks: (url: URL) => boolean) => {
    const urls = readable.map(({ finalUrl }) => parseUrl(finalUrl)).filter((url) => url !== undefined);
    return urls.filter(speaks).length / readable.length;
  };
  const has = (names: ReadonlySet<string>) => (url: URL) => partsOf(url).some((part) => names.has(part));
  if (share((url) => DOCS_HOSTS.test(url.hostname) || has(DOCS_PARTS)(url)) >= SPEAKING_SHARE) return 'documentation';
  if (share((url) => has(BLOG_PARTS)(url) || partsOf(url).some((part) => YEAR.test(part))) >= SPEAKING_SHARE)
    return 'blog';
  return shells >= SPEAKING_SHARE * pages.length ? 'app' : 'website';
}

const partsOf = ({ pathname }: URL): string[] => pathname.toLowerCase().split('/');
