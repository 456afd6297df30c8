import { MAX_HREF } from '../url/normalise-url.ts';
import { isScriptHref } from './anchors.ts';
import type { Anchor, PageFacts } from './page-facts.ts';

const MAX_EXAMPLES = 10;

/** What P17 asks of the links of a page, counted while the page is read. */
export interface LinkFacts {
  /** Links with an address of the web. */
  readonly good: number;
  /** Links that only a script could follow. */
  readonly bad: number;
  /** Good links whose words do not tell where they lead. */
  readonly vague: number;
  /** Links with such words beside another link to the same place that does tell. */
  readonly excused: number;
  /** Links to other places on the same host: to other pages, or to parts of this one. */
  readonly internal: number;
  /** Links of the navigation but for mail and the like, and the bad ones among them. */
  readonly navigation: number;
  readonly badInNavigation: number;
  /** Words and href of the first bad and vague links. */
  readonly examples: readonly string[];
}

/** @param pageUrl final URL of the page */
export function linkFacts(facts: Pick<PageFacts, 'anchors' | 'titles' | 'headings'>, pageUrl: string): LinkFacts {
  const names = namesOf(facts);
  const kinds = facts.anchors.map((anchor) => ({ anchor, kind: kindOf(anchor, names) }));
  const good = kinds.filter(({ kind }) => kind === 'good').map(({ anchor }) => anchor);
  const bad = kinds.filter(({ kind }) => kind === 'bad').map(({ anchor }) => anchor);
  const generic = new Set(good.filter(({ text }) => isGenericLinkText(text)));
  const described = new Set(good.filter((anchor) => !generic.has(anchor)).map(({ url }) => url));
  // A vague link is fine where another link to the same place has words: cards often have both.
  const vague = [...generic].filter(({ url }) => !described.has(url));
  const host = hostOf(pageUrl);
  const [itself] = pageUrl.split('#', 1);
  return {
    good: good.length,
    bad: bad.length,
    vague: vague.length,
    excused: generic.size - vague.length,
    internal:
      kinds.filter(({ kind, anchor }) => kind === 'fragment' && (anchor.href ?? '').length > 1).length +
      good.filter(({ url }) => url !== undefined && url !== itself && hostOf(url) === host).length,
    navigation: kinds.filter(({ kind, anchor }) => kind !== 'other' && anchor.inNavigation).length,
    badInNavigation: bad.filter(({ inNavigation }) => inNavigation).length,
    examples: [...bad, ...vague].slice(0, MAX_EXAMPLES).map(({ href, text }) => `${text} (${href ?? 'no href'})`),
  };
}

/**
 * `fragment`: within the page. `other`: mail, telephone, addresses too long to be followed by a scan, and `#` outside the
 * navigation (to the top, or a button).
 * `bad`: only a script knows where it leads.
 */
function kindOf({ href, url, text, inNavigation }: Anchor, names: string): 'good' | 'fragment' | 'other' | 'bad' {
  if (href === undefined || isScriptHref(href) || HASH_ROUTE.test(href)) return 'bad';
  if (href === '' || href === '#') {
    // Tables of contents and breadcrumbs link the page they are on in this way, by its name.
    if (text !== '' && names.includes(text.toLowerCase())) return 'fragment';
    return href === '#' && !inNavigation ? 'other' : 'bad';
  }
  if (href.startsWith('#')) return 'fragment';
  if (url !== undefined) return 'good';
  return href.length >= MAX_HREF || hasOtherScheme(href) ? 'other' : 'bad';
}

/** An address of a single-page application: a server never gets what is behind the `#`. */
const HASH_ROUTE = /^[^#]{0,2000}#!?\/./;

/** What the page is called: its titles and H1, in one lower-case text. */
function namesOf({ titles, headings }: Pick<PageFacts, 'titles' | 'headings'>): string {
  const h1s = headings.filter(({ level }) => level === 1).map(({ text }) => text);
  return [...titles, ...h1s].join('\n').toLowerCase();
}

function hasOtherScheme(href: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(href)?.[0].toLowerCase();
  return scheme !== undefined && scheme !== 'http:' && scheme !== 'https:';
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

/** Words that say nothing of the place a link leads to. */
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
  // Czech, Dutch, French and German
  ...['klikněte zde', 'více', 'více informací', 'číst dále', 'zde'],
  ...['hier', 'klik hier', 'lees meer', 'lees verder', 'meer informatie', 'meer lezen'],
  ...['cliquez ici', 'en savoir plus', 'ici', 'lire la suite', 'lire plus', "plus d'informations", 'voir plus'],
  ...['hier klicken', 'klicken sie hier', 'mehr', 'mehr dazu', 'mehr erfahren', 'mehr lesen', 'weiterlesen'],
  // Italian, Polish, Portuguese, Russian and Spanish
  ...['clicca qui', 'continua a leggere', 'leggi tutto', 'qui', 'scopri di più'],
  ...['czytaj dalej', 'czytaj więcej', 'dowiedz się więcej', 'kliknij tutaj', 'tutaj', 'więcej'],
  ...['aqui', 'clique aqui', 'leia mais', 'saiba mais', 'ver mais'],
  ...['здесь', 'нажмите здесь', 'подробнее', 'узнать больше', 'читать далее'],
  ...['aquí', 'haga clic aquí', 'leer más', 'más', 'más información', 'saber más', 'ver más'],
  // Chinese, Japanese and Korean
  ...['了解更多', '更多', '更多信息', '查看更多', '查看详情', '点击这里', '詳細', '閱讀更多', '阅读更多', '阅读全文'],
  ...['こちら', 'もっと見る', '詳しくはこちら', '詳細はこちら', '続きを読む'],
  ...['더 보기', '더보기', '여기', '자세히 보기', '자세히 알아보기'],
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
