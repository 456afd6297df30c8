import check from '../../../../../src/scanner/checks/page/language.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import { digest, ORIGIN } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const alternates = (...pairs: readonly (readonly [lang: string, path: string | undefined])[]) => ({
  hreflangs: pairs.map(([lang, path]) => ({ lang, url: path === undefined ? undefined : `${ORIGIN}${path}` })),
});
const given = (overrides: Partial<PageDigest>, ...others: PageDigest[]) => {
  const self = digest('/a', overrides);
  return { digest: self, crawl: { pages: [self, ...others], pagesDiscovered: 1 + others.length } };
};
const pair = alternates(['en', '/a'], ['de', '/de/a'], ['x-default', '/a']);

checkTable(check, [
  { when: 'a tag', given: given({}), expect: 'pass' },
  { when: 'a tag with a region', given: given({ lang: 'pt-BR' }), expect: 'pass' },
  { when: 'no lang', given: given({ lang: undefined }), expect: 'fail' },
  { when: 'an empty lang', given: given({ lang: ' ' }), expect: 'fail' },
  { when: 'a name instead of a tag', given: given({ lang: 'english' }), expect: 'warn', says: /no language tag/ },
  { when: 'an underscore', given: given({ lang: 'en_US' }), expect: 'warn' },
  { when: 'alternates that answer', given: given(pair, digest('/de/a', pair)), expect: 'pass' },
  { when: 'alternates that were not scanned', given: given(pair), expect: 'pass' },
  {
    when: 'an alternate that does not answer',
    given: given(pair, digest('/de/a')),
    expect: 'warn',
    says: /1 scanned alternate does not answer/,
  },
  {
    when: 'an alternate that could not be read',
    given: given(pair, digest('/de/a', { status: 404, readable: 'no' })),
    expect: 'pass',
  },
  {
    when: 'a country for a language',
    given: given(alternates(['en', '/a'], ['jp', '/jp/a'])),
    expect: 'warn',
    says: /1 hreflang code is not valid/,
  },
  { when: 'itself left out', given: given(alternates(['de', '/de/a'])), expect: 'warn', says: /the page itself/ },
  {
    when: 'itself by its canonical',
    given: given({ ...alternates(['en', '/a']), finalUrl: `${ORIGIN}/a?x=1` }),
    expect: 'pass',
  },
  {
    when: 'an alternate that leads nowhere',
    given: given(alternates(['en', '/a'], ['de', undefined])),
    expect: 'warn',
    says: /nowhere/,
  },
  { when: 'an error page', given: given({ status: 500, readable: 'no' }), expect: 'na' },
]);
