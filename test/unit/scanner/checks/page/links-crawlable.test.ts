import check from '../../../../../src/scanner/checks/page/links-crawlable.ts';
import { linkFacts } from '../../../../../src/scanner/parse/html/links.ts';
import type { Anchor } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { digest, facts, ORIGIN } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

let next = 0;
function link(overrides: Partial<Anchor> = {}): Anchor {
  next += 1;
  const href = overrides.href ?? `/page-${next}`;
  return {
    href,
    url: `${ORIGIN}/page-${next}`,
    text: `About subject ${next}`,
    inNavigation: false,
    rel: [],
    ...overrides,
  };
}
const dead = (overrides: Partial<Anchor> = {}) => link({ href: 'javascript:go()', url: undefined, ...overrides });
const vague = () => link({ text: 'Read more' });
const many = (count: number, make: () => Anchor) => Array.from({ length: count }, make);
const given = (...anchors: Anchor[]) => ({
  digest: digest('/a', { links: linkFacts(facts({ anchors }), `${ORIGIN}/a`) }),
});
const withDead = (count: number, ...anchors: Anchor[]) => ({
  digest: { ...given(...anchors).digest, deadLinks: { count, examples: [`${ORIGIN}/gone`] } },
});

checkTable(check, [
  { when: 'links with words', given: given(...many(10, link)), expect: 'pass' },
  { when: 'no link', given: given(), expect: 'fail', says: /No link/ },
  {
    when: 'only links to others',
    given: given(link({ url: 'https://other.example/' })),
    expect: 'fail',
    says: /No link/,
  },
  { when: 'www is the same site', given: given(link({ url: 'https://www.site.example/b' })), expect: 'pass' },
  {
    when: 'only a link to the page itself',
    given: given(link({ url: `${ORIGIN}/a` })),
    expect: 'fail',
    says: /No link/,
  },
  { when: 'only a link to a part of the page', given: given(link({ url: `${ORIGIN}/a#part` })), expect: 'pass' },
  { when: 'only links within the page', given: given(link({ href: '#top' })), expect: 'pass' },
  {
    when: 'one dead link of many',
    given: given(...many(99, link), dead()),
    expect: 'pass',
    says: /^Of 100 links 1 leads nowhere without a script\.$/,
  },
  { when: '90 % with an address', given: given(...many(9, link), dead()), expect: 'pass' },
  { when: '89 % with an address', given: given(...many(8, link), dead()), expect: 'warn' },
  { when: '70 % with an address', given: given(...many(7, link), ...many(3, dead)), expect: 'warn' },
  { when: '69 % with an address', given: given(...many(69, link), ...many(31, dead)), expect: 'fail' },
  {
    when: 'a vague link beside one with words',
    given: given(link({ url: `${ORIGIN}/both` }), link({ url: `${ORIGIN}/both`, text: 'Read more' })),
    expect: 'pass',
    says: /^The 2 links of the page lead somewhere and say where, or stand beside one to the same place that does\.$/,
  },
  { when: '90 % with words', given: given(...many(9, link), vague()), expect: 'pass' },
  { when: '89 % with words', given: given(...many(8, link), vague()), expect: 'warn' },
  { when: '70 % with words', given: given(...many(7, link), ...many(3, vague)), expect: 'warn' },
  { when: '69 % with words', given: given(...many(69, link), ...many(31, vague)), expect: 'fail' },
  {
    when: 'a link of the navigation to #',
    given: given(...many(30, link), link({ href: '#', inNavigation: true })),
    expect: 'warn',
    says: /script \(in the navigation\)/,
  },
  {
    when: '10 % of the navigation to #',
    given: given(...many(9, () => link({ inNavigation: true })), link({ href: '#', inNavigation: true })),
    expect: 'pass',
  },
  {
    when: '11 % of the navigation to #',
    given: given(
      ...many(30, link),
      ...many(8, () => link({ inNavigation: true })),
      link({ href: '#', inNavigation: true }),
    ),
    expect: 'warn',
  },
  { when: 'a script in the navigation', given: given(...many(30, link), dead({ inNavigation: true })), expect: 'warn' },
  { when: '# outside the navigation', given: given(link(), ...many(3, () => link({ href: '#' }))), expect: 'pass' },
  {
    when: '# by three different words outside the navigation: to the top, or buttons',
    given: given(link(), ...['Top', 'Up', 'Print'].map((text) => link({ href: '#', text }))),
    expect: 'pass',
  },
  {
    when: '# by many different words outside the navigation, as a template leaves it',
    given: given(...many(5, link), ...['News', 'Events', 'Offices', 'Mayor'].map((text) => link({ href: '#', text }))),
    expect: 'fail',
  },
  {
    when: 'the entry of the page itself in the navigation',
    given: {
      digest: digest('/a', {
        links: linkFacts(
          facts({
            titles: ['Sails — Docs'],
            anchors: [link(), link({ href: '#', text: 'Sails', inNavigation: true })],
          }),
          `${ORIGIN}/a`,
        ),
      }),
    },
    expect: 'pass',
  },
  { when: 'no href', given: given(link(), { ...link(), href: undefined, url: undefined }), expect: 'fail' },
  {
    when: 'mail and telephone',
    given: given(
      link(),
      link({ href: 'mailto:a@b.example', url: undefined, text: '' }),
      link({ href: 'tel:1', url: undefined }),
    ),
    expect: 'pass',
  },
  {
    when: 'an address that cannot be read',
    given: given(link(), link({ href: 'https://[', url: undefined })),
    expect: 'fail',
  },
  {
    when: 'a card whose title is a link to the same page',
    given: given(link({ url: `${ORIGIN}/card`, text: 'The card' }), link({ url: `${ORIGIN}/card`, text: 'Read more' })),
    expect: 'pass',
  },
  { when: 'links without text', given: given(link(), link({ text: '' })), expect: 'fail' },
  {
    when: 'one dead address of 717',
    given: withDead(1, ...many(717, link)),
    expect: 'warn',
    credit: 716 / 717,
    says: /1 leads to a dead address of the site/,
  },
  { when: '11 % dead addresses', given: withDead(11, ...many(100, link)), expect: 'warn' },
  { when: '31 % dead addresses', given: withDead(31, ...many(100, link)), expect: 'fail' },
  { when: 'an error page', given: { digest: digest('/a', { status: 500, readable: 'no' }) }, expect: 'na' },
]);
