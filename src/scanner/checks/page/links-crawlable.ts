import { defineCheck, fail, pass, warn } from '../../define-check.ts';
import { isScriptHref } from '../../parse/html/anchors.ts';
import type { Anchor } from '../../parse/html/page-facts.ts';
import { isGenericLinkText } from './link-text.ts';
import { readablePage } from './readable.ts';

const PASS_SHARE = 0.9;
const WARN_SHARE = 0.7;

export default defineCheck({
  id: 'P17',
  slug: 'links-crawlable',
  series: 'page',
  category: 'structure',
  name: 'Links lead somewhere and say where',
  why: 'An agent gets from page to page by <a href> alone, and chooses the next one by the words of the link.',
  rule: 'Of the links, 90 % or more must have an href that resolves, and 90 % of these words that tell where they lead (not "click here", "read more", "learn more"); 70 % is a warning, as is a link of the navigation that only a script follows. Less, or no link to the own site, fails.',
  sources: [
    'https://developer.chrome.com/docs/lighthouse/seo/crawlable-anchors',
    'https://developer.chrome.com/docs/lighthouse/seo/link-text',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { anchors } = read.facts;
    const kinds = anchors.map((anchor) => ({ anchor, kind: kindOf(anchor) }));
    const good = kinds.filter(({ kind }) => kind === 'good').map(({ anchor }) => anchor);
    const bad = kinds.filter(({ kind }) => kind === 'bad').map(({ anchor }) => anchor);
    const vague = withoutWords(good);
    const internal =
      kinds.filter(({ kind }) => kind === 'fragment').length +
      good.filter(({ url }) => isSameHost(url, read.answer.finalUrl)).length;
    const { evidence } = read;
    const howToFix =
      'Write every link of the navigation as <a href> with a real address, and name in its text what is there.';

    if (internal === 0) {
      return fail('No link of the page leads to another place on the site.', {
        howToFix,
        evidence: { ...evidence, measured: 0, threshold: 1 },
      });
    }
    const crawlable = good.length + bad.length === 0 ? 1 : good.length / (good.length + bad.length);
    const described = good.length === 0 ? 1 : (good.length - vague.length) / good.length;
    const lower = Math.min(crawlable, described);
    const blindNavigation = bad.filter(({ inNavigation }) => inNavigation).length;
    const found = {
      ...evidence,
      measured: `${percent(crawlable)} with an address, ${percent(described)} with words`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: [...bad, ...vague].map(({ href, text }) => `${text} (${href ?? 'no href'})`),
    };
    const message = `Of ${good.length + bad.length} links ${bad.length} lead nowhere without a script (${blindNavigation} of them in the navigation), and ${vague.length} do not say where they lead.`;
    if (lower < WARN_SHARE) return fail(message, { howToFix, evidence: found });
    if (lower < PASS_SHARE || blindNavigation > 0) return warn(message, { howToFix, evidence: found });
    return pass(`The ${good.length} links of the page lead somewhere and say where.`, found);
  },
});

/**
 * `fragment`: within the page. `other`: mail, telephone, and `#` outside the navigation (to the top, or a button).
 * `bad`: only a script knows where it leads.
 */
function kindOf({ href, url, inNavigation }: Anchor): 'good' | 'fragment' | 'other' | 'bad' {
  if (href === undefined || href === '' || isScriptHref(href)) return 'bad';
  if (href === '#') return inNavigation ? 'bad' : 'other';
  if (href.startsWith('#')) return 'fragment';
  if (url !== undefined) return 'good';
  return hasOtherScheme(href) ? 'other' : 'bad';
}

function hasOtherScheme(href: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(href)?.[0].toLowerCase();
  return scheme !== undefined && scheme !== 'http:' && scheme !== 'https:';
}

/** A vague link is fine where another link to the same place has words: cards often have both. */
function withoutWords(anchors: readonly Anchor[]): Anchor[] {
  const described = new Set(anchors.filter(({ text }) => !isGenericLinkText(text)).map(({ url }) => url));
  return anchors.filter(({ url }) => !described.has(url));
}

function isSameHost(url: string | undefined, pageUrl: string): boolean {
  const host = (of: string): string => new URL(of).host.replace(/^www\./, '');
  return url !== undefined && host(url) === host(pageUrl);
}

const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`;
