import check from '../../../../../src/scanner/checks/page/title-description.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import { digest, ORIGIN } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const other = digest('/other');
/** A page among others; its own changes first. */
const given = (overrides: Partial<PageDigest>, ...others: PageDigest[]) => {
  const self = digest('/a', overrides);
  return { digest: self, crawl: { pages: [self, ...others], pagesDiscovered: 1 + others.length } };
};
const copyOf = (path: string) => ({ canonicals: [{ href: `${ORIGIN}${path}`, url: `${ORIGIN}${path}` }] });

checkTable(check, [
  { when: 'its own words', given: given({}, other), expect: 'pass' },
  { when: 'no title', given: given({ title: '' }), expect: 'fail', says: /no title/ },
  { when: 'no description', given: given({ description: '' }), expect: 'fail', says: /no meta description/ },
  {
    when: 'neither',
    given: given({ title: '', description: '' }),
    expect: 'fail',
    says: /title and no meta description/,
  },
  {
    when: 'no description, and the title of two others',
    given: given({ description: '' }, digest('/b', { title: 'Title of /a' }), digest('/c', { title: 'Title of /a' })),
    expect: 'fail',
    says: /^The page has no meta description; 2 other pages have the same title\.$/,
  },
  {
    when: 'no title, and a short description',
    given: given({ title: '', description: 'Short' }),
    expect: 'fail',
    says: /^The page has no title; its description is 5 characters long, less than 50\.$/,
  },
  {
    when: 'a title of 9',
    given: given({ title: 'x'.repeat(9) }),
    expect: 'warn',
    says: /9 characters long, less than 10/,
  },
  { when: 'a title of 10', given: given({ title: 'x'.repeat(10) }), expect: 'pass' },
  { when: 'a title of 70', given: given({ title: 'x'.repeat(70) }), expect: 'pass' },
  {
    when: 'a title of 71',
    given: given({ title: 'x'.repeat(71) }),
    expect: 'warn',
    says: /71 characters long, more than 70/,
  },
  { when: '5 wide characters', given: given({ title: '航海入門編' }), expect: 'pass' },
  {
    when: '36 wide characters',
    given: given({ title: '航'.repeat(36) }),
    expect: 'warn',
    says: /as wide as 72 Latin letters/,
  },
  { when: 'a description of 49', given: given({ description: 'd'.repeat(49) }), expect: 'warn' },
  { when: 'a description of 50', given: given({ description: 'd'.repeat(50) }), expect: 'pass' },
  { when: 'a description of 320', given: given({ description: 'd'.repeat(320) }), expect: 'pass' },
  { when: 'a description of 321', given: given({ description: 'd'.repeat(321) }), expect: 'warn' },
  {
    when: "another page's title",
    given: given({}, digest('/b', { title: 'TITLE of /a' })),
    expect: 'warn',
    says: /have the same title|has the same title/,
  },
  {
    when: "another page's description",
    given: given({}, digest('/b', { description: digest('/a').description })),
    expect: 'warn',
    says: /the same description/,
  },
  {
    when: 'the title of a copy',
    given: given({}, digest('/a?sort=1', { title: 'Title of /a', ...copyOf('/a') })),
    expect: 'pass',
  },
  {
    when: 'the title of a noindexed page',
    given: given({}, digest('/b', { title: 'Title of /a', noindex: true })),
    expect: 'pass',
  },
  {
    when: 'the title of an error page',
    given: given({}, digest('/b', { title: 'Title of /a', status: 404, readable: 'no' })),
    expect: 'pass',
  },
  {
    when: 'the title of a translation',
    given: given({}, digest('/de/a', { title: 'Title of /a', lang: 'de' })),
    expect: 'pass',
  },
  {
    when: 'the title as description',
    given: given({ title: 'x'.repeat(60), description: 'X'.repeat(60) }),
    expect: 'warn',
    says: /repeats its title/,
  },
  { when: 'an error page', given: given({ status: 404, readable: 'no', title: '' }), expect: 'na' },
]);
