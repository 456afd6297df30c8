import type { PageDigest } from '../../model/page.ts';
import { addressOf, canonicalOf } from '../../model/pages-alike.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { type CrawlIndex, crawlIndex } from './crawl-index.ts';
import { unreadableDigest } from './readable.ts';

/** The alternate for everybody else. */
const DEFAULT = 'x-default';

export default defineCheck({
  id: 'P13',
  slug: 'language',
  series: 'page',
  category: 'metadata',
  titles: {
    pass: 'Pages declare their language',
    fail: 'Pages do not declare their language correctly',
    action: 'Set the lang attribute of each page',
  },
  why: "Agents choose the version of a page in their user's language by its language tag.",
  rule: 'Passes when <html lang> has a BCP 47 tag and hreflang alternates, if any, have valid codes, include the page itself and answer where they were scanned. Warns about a faulty tag or alternate. Fails with no lang.',
  sources: ['https://html.spec.whatwg.org/multipage/dom.html#attr-lang', 'https://www.rfc-editor.org/rfc/rfc5646'],
  needs: ['digest', 'crawl'],
  evaluate({ digest, crawl }) {
    const unreadable = unreadableDigest(digest);
    if (unreadable !== undefined) return unreadable;
    const lang = digest.lang?.trim() ?? '';
    const evidence = { url: digest.finalUrl, measured: lang === '' ? 'no lang' : lang, threshold: 'a BCP 47 tag' };
    if (lang === '') {
      return fail('The html element has no lang.', {
        howToFix: 'Write the language of the text into the html element, for example <html lang="en">.',
        evidence,
      });
    }
    const faults = [
      ...(isLanguageTag(lang) ? [] : ['the lang of the html element is no language tag']),
      ...alternateFaults(digest, crawlIndex(crawl)),
    ];
    if (faults.length === 0) return pass('The page says which language it is in.', evidence);
    return warn(`The language annotations are wrong: ${faults.join('; ')}.`, {
      howToFix:
        'Use codes as en, en-GB or zh-Hant (language first, then region), and list on every version of the page all versions, itself included.',
      evidence: { ...evidence, examples: digest.hreflangs.map(({ lang: code, url }) => `${code} ${url ?? ''}`) },
    });
  },
});

function alternateFaults(page: PageDigest, index: CrawlIndex): string[] {
  if (page.hreflangs.length === 0) return [];
  const own = [page.finalUrl, page.url, canonicalOf(page)];
  const ownAddresses = new Set(own.flatMap((url) => (url === undefined ? [] : [addressOf(url)])));
  const invalid = page.hreflangs.filter(({ lang }) => lang.toLowerCase() !== DEFAULT && !isLanguageTag(lang)).length;
  const dead = page.hreflangs.filter(({ url }) => url === undefined).length;
  const silent = page.hreflangs.filter(({ url }) => {
    if (url === undefined || ownAddresses.has(addressOf(url))) return false;
    const other = index.find(url);
    return other?.readable === 'yes' && !ownAddresses.has(addressOf(other.finalUrl)) && !index.hasAlternate(other, own);
  }).length;
  return [
    ...(invalid > 0 ? [`${invalid} hreflang ${invalid === 1 ? 'code is' : 'codes are'} not valid`] : []),
    ...(dead > 0 ? [`${dead} ${dead === 1 ? 'alternate leads' : 'alternates lead'} nowhere`] : []),
    ...(index.hasAlternate(page, own) ? [] : ['no alternate is the page itself']),
    ...(silent > 0 ? [`${silent} scanned ${silent === 1 ? 'alternate does' : 'alternates do'} not answer`] : []),
  ];
}

/** The two-letter codes of ISO 639-1; "cn", "jp" or "cz" are countries, not languages. */
const TWO_LETTER_LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en ' +
    'eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ' +
    'ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my ' +
    'na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so ' +
    'sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);
/** Written for the United Kingdom now and then, but never assigned (the code is GB). */
const NEVER_A_REGION = 'uk';
const MAX_LENGTH = 100;

/**
 * Whether a text is a language tag: well-formed by RFC 5646 section 2.1, with a two-letter language of ISO 639-1 or a
 * three-letter one of the right shape, and a region of the right shape (ISO 3166-1 or UN M.49). Grandfathered irregular
 * tags (`i-klingon`) are not.
 */
export function isLanguageTag(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const subtags = text.toLowerCase().split('-');
  if (subtags.some((subtag) => !/^[a-z0-9]{1,8}$/.test(subtag))) return false;
  const [language = '', ...rest] = subtags;
  if (language === 'x') return rest.length > 0;
  if (!isLanguage(language)) return false;

  let index = 0;
  const take = (isKind: (subtag: string) => boolean, max: number): void => {
    for (let taken = 0; taken < max && isKind(rest[index] ?? ''); taken += 1) index += 1;
  };
  if (language.length <= 3) take((subtag) => /^[a-z]{3}$/.test(subtag), 3);
  take((subtag) => /^[a-z]{4}$/.test(subtag), 1);
  take((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/.test(subtag) && subtag !== NEVER_A_REGION, 1);
  take((subtag) => /^(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})$/.test(subtag), rest.length);
  return areExtensions(rest.slice(index));
}

function isLanguage(subtag: string): boolean {
  return subtag.length === 2 ? TWO_LETTER_LANGUAGES.has(subtag) : /^[a-z]{3}$/.test(subtag);
}

/** Each a singleton, once, with at least one subtag of two or more characters; what follows `x` is private. */
function areExtensions(subtags: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let index = 0; index < subtags.length; ) {
    const singleton = subtags[index] ?? '';
    if (singleton.length !== 1 || seen.has(singleton)) return false;
    if (singleton === 'x') return index + 1 < subtags.length;
    seen.add(singleton);
    const start = index + 1;
    index = start;
    while ((subtags[index]?.length ?? 0) > 1) index += 1;
    if (index === start) return false;
  }
  return true;
}
