import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UNKNOWN_WORD } from '../../../../../src/scanner/actions/search-words.ts';
import type { ActionAnswer } from '../../../../../src/scanner/model/actions.ts';
import { type ActingParts, act, answer, inShort, type Reply, silence, status } from '../../../../support/acting.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';

const FORM =
  '<form action="/find" role="search"><label for="q">Search</label><input type="search" id="q" name="q"><button>Search</button></form>';
const TITLES: ActingParts['pages'] = {
  '/kettles/ashdown': { title: 'Ashdown kettle | Fernhill' },
  '/kettles/bramley': { title: 'Bramley kettle | Fernhill' },
};
const site = (search: string): Record<string, string> => ({
  '/': `<p>Welcome</p>${search}`,
  '/kettles/ashdown': '<p>Copper.</p>',
  '/kettles/bramley': '<p>Brass.</p>',
});
const result = (path: string) => `<li><a href="${path}">A result</a></li>`;
const termOf = (url: string): string => new URL(url).searchParams.get('q') ?? '';

/** A search that finds pages by the words of their addresses. */
const finding: Reply = ({ url }) => {
  const word = termOf(url);
  const paths = Object.keys(TITLES ?? {}).filter((path) => path.includes(word));
  return answer(`<main>${word}<ul>${paths.map(result).join('')}</ul></main>`);
};
const always =
  (given: ActionAnswer): Reply =>
  () =>
    given;
const everything = `<main><ul>${result('/kettles/ashdown')}${result('/kettles/bramley')}</ul></main>`;

const rows: readonly (readonly [when: string, search: string, reply: Reply, ...expect: readonly string[]])[] = [
  ['it finds the page that has a word', FORM, finding, 'works 100/100'],
  ['it leads straight to the page', FORM, () => answer('', { finalUrl: `${ORIGIN}/kettles/ashdown` }), 'works 100/100'],
  [
    'it repeats the word and finds nothing',
    FORM,
    ({ url }) => answer(`<p>No results for ${termOf(url)}</p>`),
    'blocked 0/0 finds-nothing',
  ],
  [
    'it lists other entries that have the word',
    FORM,
    ({ url }) => {
      const word = termOf(url);
      const found =
        word === UNKNOWN_WORD ? 'Nothing found' : `<a href="https://shop.example/7">The ${word} on the quay</a>`;
      return answer(
        `<h1>Search: ${word}</h1><a href="/find?q=${word}">Search for ${word} again</a><main>${found}</main>`,
      );
    },
    'works 100/100',
  ],
  [
    'it links to itself with the word and finds nothing',
    FORM,
    ({ url }) => answer(`<main><a href="/find?q=${termOf(url)}&s=1">Sort results for ${termOf(url)}</a></main>`),
    'blocked 0/0 finds-nothing',
  ],
  [
    'any word finds everything',
    FORM,
    ({ url }) => answer(`<p>Results for ${termOf(url)}</p>${everything}`),
    'in part 50/50 finds-everything',
  ],
  [
    'its page waits for a script',
    FORM,
    always(answer('<div id="app"></div><script src="/app.js"></script>')),
    'browser only 0/100 by-script',
  ],
  ['its address answers 404', FORM, always(status(404)), 'blocked 0/0 dead-address'],
  [
    'its page is there, and it answers 404 where nothing has the word',
    FORM.replace('/find', '/kettles/ashdown'),
    always(status(404)),
    'not measured ?/?',
  ],
  [
    'it answers 404 to one word and finds another',
    FORM,
    (probe) => (termOf(probe.url) === 'bramley' ? finding(probe) : status(404)),
    'works 100/100',
  ],
  ['its address answers 500', FORM, always(status(500)), 'blocked 0/0 dead-address'],
  ['it is asked too often', FORM, always(status(429)), 'not measured ?/?'],
  ['it never answers, by fault of the site', FORM, always(silence(true)), 'blocked 0/0 dead-address'],
  ['it never answers, by our own fault', FORM, always(silence(false)), 'not measured ?/?'],
  ['an edge asks for a person', FORM, always(answer('', { status: 403, isChallenge: true })), 'blocked 0/0 captcha'],
  [
    'only a script reads the field',
    '<div role="search"><input type="search" aria-label="Search"></div>',
    finding,
    'browser only 0/100 by-script no-name',
  ],
  ['a script makes the field', '<div id="docsearch"></div>', finding, 'browser only 0/95 by-script'],
  ['it is a button', '<button type="button">Search</button>', finding, 'browser only 0/95 by-script'],
  [
    'the field has a placeholder alone',
    FORM.replace(/<label.*<\/label>/, '').replace('name="q"', 'name="q" placeholder="Search"'),
    finding,
    'in part 90/100 placeholder-only',
  ],
  [
    'nothing names the field',
    FORM.replace(/<label.*<\/label>/, '').replace('name="q"', 'name="query"'),
    (probe) => finding({ ...probe, url: probe.url.replace('query=', 'q=') }),
    'in part 60/30 no-label',
  ],
  [
    'nothing names the field, and neither does its name',
    FORM.replace(/<label.*<\/label>/, '').replace('name="q"', 'name="s"'),
    (probe) => finding({ ...probe, url: probe.url.replace('s=', 'q=') }),
    'in part 60/30 no-label',
  ],
  [
    'it takes one search in half a minute',
    FORM,
    ({ url }) =>
      answer(
        termOf(url) === UNKNOWN_WORD
          ? '<p>No results</p><script src="/a.js"></script>'
          : '<p>Please wait another 30 seconds before you search again.</p><script src="/a.js"></script>',
      ),
    'not measured ?/?',
  ],
  [
    'its answer leads on to the results',
    FORM,
    always(answer('<meta http-equiv="refresh" content="2;URL=/results?id=7"><script src="/a.js"></script>')),
    'not measured ?/?',
  ],
  ['it is sent by POST', FORM.replace('<form', '<form method="post"'), finding, 'works 100/100'],
  ['there is none', '', finding],
];

describe('search', () => {
  for (const [when, search, reply, ...expect] of rows) {
    it(when, () => {
      const acted = act(site(search), { reply, ...(TITLES === undefined ? {} : { pages: TITLES }) });
      assert.deepEqual(inShort(acted, 'search'), expect);
    });
  }

  it('is asked for a word that exists nowhere and for one or two of its own', () => {
    const { probes } = act(site(FORM), { reply: finding, pages: TITLES ?? {} });
    assert.deepEqual(
      probes.map(({ method, url }) => `${method} ${termOf(url)}`),
      [`GET ${UNKNOWN_WORD}`, 'GET ashdown'],
    );
    const again = act(site(FORM), { reply: always(answer('<p>Nothing</p>')), pages: TITLES ?? {} });
    assert.deepEqual(
      again.probes.map(({ url }) => termOf(url)),
      [UNKNOWN_WORD, 'ashdown', 'bramley'],
    );
  });

  it('whose hidden field names the page that it is on is one search', () => {
    const form = (id: string) => FORM.replace('<label', `<input type="hidden" name="id" value="${id}"><label`);
    const { offers } = act({ ...site(form('home')), '/kettles/ashdown': form('ashdown') }, { pages: TITLES });
    assert.equal(offers.filter(({ kind }) => kind === 'search').length, 1);
  });

  it('that looks in a part of the site from one page is the same search', () => {
    const part = FORM.replace('<label', '<input type="hidden" name="issues" value="1"><label');
    const { offers } = act({ ...site(FORM), '/kettles/ashdown': part }, { pages: TITLES });
    assert.equal(offers.filter(({ kind }) => kind === 'search').length, 1);
  });

  it('that a page repeats and sends to itself is the same search', () => {
    const own = FORM.replace(' action="/find"', '');
    const { offers } = act({ ...site(FORM), '/kettles/ashdown': own }, { pages: TITLES });
    assert.equal(offers.filter(({ kind }) => kind === 'search').length, 1);
  });

  it('that acts, or is on another host, is never asked', () => {
    for (const action of ['https://search.example/find', '/cart/find', '/admin/delete'])
      assert.deepEqual(act(site(FORM.replace('/find', action)), { pages: TITLES ?? {} }).probes, []);
  });

  it('is found by SearchAction where no field is', () => {
    const data = {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction', target: `${ORIGIN}/find?q={search_term_string}` },
    };
    const acted = act(site(`<script type="application/ld+json">${JSON.stringify(data)}</script>`), {
      reply: finding,
      pages: TITLES ?? {},
    });
    assert.deepEqual(inShort(acted, 'search'), ['works 100/95']);
  });

  it('of another host that SearchAction declares is not asked', () => {
    const data = {
      '@type': 'WebSite',
      potentialAction: { '@type': 'SearchAction', target: 'https://search.example/?q={search_term_string}' },
    };
    const acted = act(site(`<script type="application/ld+json">${JSON.stringify(data)}</script>`), {
      reply: finding,
      pages: TITLES ?? {},
    });
    assert.deepEqual(acted.probes, []);
    assert.deepEqual(inShort(acted, 'search'), ['not measured ?/?']);
  });

  it('with an answer of 300,000 characters is read', () => {
    const long = (url: string) =>
      `${'<p>filling</p>'.repeat(21_000)}${termOf(url) === 'ashdown' ? result('/kettles/ashdown') : ''}`;
    const acted = act(site(FORM), { reply: ({ url }) => answer(long(url)), pages: TITLES ?? {} });
    assert.deepEqual(inShort(acted, 'search'), ['works 100/100']);
  });

  it('with unclosed menus is read in linear time', () => {
    const body = '<nav'.repeat(75_000);
    const started = performance.now();
    act(site(FORM), { reply: always(answer(body)), pages: TITLES ?? {} });
    assert.ok(performance.now() - started < 2000);
  });
});
