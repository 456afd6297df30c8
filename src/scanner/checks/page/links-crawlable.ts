import { isScriptHref } from '../../parse/html/anchors.ts';
import type { Anchor, PageFacts } from '../../parse/html/page-facts.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
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
  rule: 'Of the links, 90 % or more must have an href that resolves, and 90 % of these words that tell where they lead (not "click here", "read more", "learn more"); 70 % is a warning, as is a navigation with more than 10 % of such without. Less, or no link to the own site, fails.',
  sources: [
    'https://developer.chrome.com/docs/lighthouse/seo/crawlable-anchors',
    'https://developer.chrome.com/docs/lighthouse/seo/link-text',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const names = namesOf(read.facts);
    const kinds = read.facts.anchors.map((anchor) => ({ anchor, kind: kindOf(anchor, names) }));
    const good = kinds.filter(({ kind }) => kind === 'good').map(({ anchor }) => anchor);
    const bad = kinds.filter(({ kind }) => kind === 'bad').map(({ anchor }) => anchor);
    const vague = withoutWords(good);
    const host = hostOf(read.answer.finalUrl);
    const internal =
      kinds.filter(({ kind }) => kind === 'fragment').length +
      good.filter(({ url }) => url !== undefined && hostOf(url) === host).length;
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
    const blindInNavigation = bad.filter(({ inNavigation }) => inNavigation).length;
    const navigation = kinds.filter(({ kind, anchor }) => kind !== 'other' && anchor.inNavigation).length;
    const isBlind = navigation > 0 && (navigation - blindInNavigation) / navigation < PASS_SHARE;
    const found = {
      ...evidence,
      measured: `${percent(crawlable)} with an address, ${percent(described)} with words`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: [...bad, ...vague].map(({ href, text }) => `${text} (${href ?? 'no href'})`),
    };
    const message = `Of ${good.length + bad.length} links ${bad.length} ${bad.length === 1 ? 'leads' : 'lead'} nowhere without a script (${blindInNavigation} of them in the navigation), and ${vague.length} ${vague.length === 1 ? 'does' : 'do'} not say where.`;
    if (lower < WARN_SHARE) return fail(message, { howToFix, evidence: found });
    if (lower < PASS_SHARE || isBlind) return warn(message, { howToFix, evidence: found });
    if (bad.length + vague.length > 0) return pass(message, found);
    return pass(`The ${good.length} links of the page lead somewhere and say where.`, found);
  },
});

/**
 * `fragment`: within the page. `other`: mail, telephone, and `#` outside the navigation (to the top, or a button).
 * `bad`: only a script knows where it leads.
 */
function kindOf({ href, url, text, inNavigation }: Anchor, names: string): 'good' | 'fragment' | 'other' | 'bad' {
  if (href === undefined || isScriptHref(href)) return 'bad';
  if (href === '' || href === '#') {
    // Tables of contents and breadcrumbs link the page they are on in this way, by its name.
    if (text !== '' && names.includes(text.toLowerCase())) return 'fragment';
    return href === '#' && !inNavigation ? 'other' : 'bad';
  }
  if (href.startsWith('#')) return 'fragment';
  if (url !== undefined) return 'good';
  return hasOtherScheme(href) ? 'other' : 'bad';
}

/** What the page is called: its titles and H1, in one lower-case text. */
function namesOf({ titles, headings }: PageFacts): string {
  const h1s = headings.filter(({ level }) => level === 1).map(({ text }) => text);
  return [...titles, ...h1s].join('\n').toLowerCase();
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

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`;

/** Words that say nothing of the place a link leads to (the list of Lighthouse's link-text audit, English part, and a few). */
const GENERIC = new Set([
  'click here',
  'click this',
  'click',
  'continue',
  'continue reading',
  'details',
  'find out more',
  'go',
  'here',
  'information',
  'learn more',
  'link',
  'more',
  'more details',
  'more info',
  'more information',
  'read more',
  'right here',
  'see more',
  'start',
  'this',
  'this page',
  'view more',
]);
const EDGE = /[\p{L}\p{N}]/u;

/** No words at all, or only such as "read more"; arrows, quotes and full stops around them do not count. */
export function isGenericLinkText(text: string): boolean {
  if (text === '') return true;
  const characters = [...text.toLowerCase()];
  const first = characters.findIndex((character) => EDGE.test(character));
  // Signs alone can be what a link is called: "+", "»", "🏠".
  if (first === -1) return false;
  const last = characters.findLastIndex((character) => EDGE.test(character));
  return GENERIC.has(characters.slice(first, last + 1).join(''));
}
