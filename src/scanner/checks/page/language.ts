import type { PageDigest } from '../../artifacts.ts';
import { defineCheck, fail, pass, warn } from '../../define-check.ts';
import { isLanguageTag } from '../../parse/bcp47.ts';
import { addressOf, type CrawlIndex, canonicalOf, crawlIndex } from './crawl-index.ts';
import { unreadableDigest } from './readable.ts';

/** The alternate for everybody else. */
const DEFAULT = 'x-default';

export default defineCheck({
  id: 'P13',
  slug: 'language',
  series: 'page',
  category: 'metadata',
  name: 'The page says which language it is in',
  why: 'Agents choose the version of a page that their user reads by its language, and translate or pronounce by it.',
  rule: '<html lang> with a BCP 47 language tag. Alternates with hreflang need valid codes, one that leads to the page itself, and an answer from those that were scanned too. A faulty tag or alternate is a warning, no lang fails.',
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
    return warn(`The languages are not told right: ${faults.join('; ')}.`, {
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
