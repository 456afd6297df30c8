import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActionAnswer } from '../../../../../src/scanner/model/actions.ts';
import { act, answer, inShort, silence, status } from '../../../../support/acting.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';

const items = (from: number, count = 3) =>
  `<ul>${Array.from({ length: count }, (_, at) => `<li><a href="/items/${from + at}">Item ${from + at}</a></li>`).join('')}</ul>`;
const counted = (from: number, to: number, total: number) => `<p>${from} to ${to} of ${total} items</p>`;
const next = (page: number) => `<a href="/items?page=${page}" rel="next">Next</a>`;
const first = (total = 240) => `${counted(1, 3, total)}${items(1)}${next(2)}`;

const answers: readonly (readonly [when: string, given: ActionAnswer, ...expect: readonly string[]])[] = [
  [
    'the next page has other items and leads on',
    answer('two', { further: [`${ORIGIN}/items?page=3`] }),
    'works 100/100',
  ],
  ['the next page leads nowhere', answer('two'), 'in part 50/50 leads-nowhere'],
  ['the next page answers 404', status(404), 'blocked 0/0 dead-address'],
  ['the next page is no page', answer('{}', { isHtml: false }), 'blocked 0/0 dead-address'],
  ['the next page is a challenge', answer('', { isChallenge: true }), 'blocked 0/0 captcha'],
  ['it is asked too often', status(503), 'not measured ?/?'],
  ['it never answers, by fault of the site', silence(true), 'blocked 0/0 dead-address'],
  ['it never answers, by our own fault', silence(false), 'not measured ?/?'],
];

describe('lists with further pages that were not read', () => {
  for (const [when, given, ...expect] of answers) {
    it(when, () => {
      const acted = act({ '/items': first() }, { reply: () => given });
      assert.deepEqual(inShort(acted, 'list'), expect);
      assert.deepEqual(
        acted.probes.map(({ url }) => url),
        [`${ORIGIN}/items?page=2`],
      );
    });
  }
});

const read: readonly (readonly [
  when: string,
  pages: Readonly<Record<string, string>>,
  ...expect: readonly string[],
])[] = [
  [
    'every page leads to the next',
    { '/items': first(), '/items?page=2': `${counted(4, 6, 240)}${items(4)}${next(3)}` },
    'works 100/100',
  ],
  [
    'the last page ends the list',
    { '/items': first(6), '/items?page=2': `${counted(4, 6, 6)}${items(4)}` },
    'works 100/100',
  ],
  ['the second page has the same content', { '/items': first(), '/items?page=2': first() }, 'blocked 0/0 same-content'],
  ['the second page leads nowhere', { '/items': first(), '/items?page=2': items(4) }, 'in part 50/50 leads-nowhere'],
  [
    'a button loads more',
    { '/items': `${counted(1, 3, 240)}${items(1)}<button type="button">Load more</button>` },
    'browser only 0/100 by-script',
  ],
  ['a button that nobody can press is no way on', { '/items': `${items(1)}<button disabled>Next</button>` }],
  [
    'a button that nobody can press stands beside the link to older items',
    {
      '/items': `${items(1)}<button disabled>Next</button><a rel="prev" href="?page=2">Previous</a>`,
      '/items?page=2': items(4),
    },
    'works 100/100',
  ],
  [
    'the only link leads to the first page',
    { '/items': `${items(1)}<a href="?page=1&sort=new">1</a><p>1 - 2 of 2</p>` },
  ],
  [
    'a link without an address loads more',
    { '/items': `${items(1)}<a href="#">Load more</a>` },
    'browser only 0/100 by-script',
  ],
  [
    'a count says that there is more, without scripts',
    { '/items': `${counted(1, 3, 240)}${items(1)}` },
    'blocked 0/0 no-address',
  ],
  [
    'a count says that there is more, with scripts',
    { '/items': `${counted(1, 3, 240)}${items(1)}<script src="/a.js"></script>` },
    'browser only 0/70 no-address',
  ],
  [
    'scrolling loads more',
    { '/items': `${items(1)}<script>new IntersectionObserver(() => fetch('/api/items?page=' + page++))</script>` },
    'browser only 0/70 by-script',
  ],
  ['a button opens a text', { '/items': `<p>Text</p><button type="button">Show more</button>` }],
  [
    'a carousel turns to its next slide',
    {
      '/items': `${items(1)}<button data-slide="next">Next</button><div class="swiper-button-next" role="button">Next</div>`,
    },
  ],
  ['all items are there', { '/items': `${counted(1, 3, 3)}${items(1)}` }],
  ['documents follow each other', { '/guide/one': '<p>One</p><a href="/guide/two" rel="next">Next</a>' }],
];

describe('lists of pages that were read', () => {
  for (const [when, pages, ...expect] of read)
    it(when, () => assert.deepEqual(inShort(act(pages, { reply: () => silence(false) }), 'list'), expect));

  it('are judged once', () => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        at === 0 ? '/items' : `/items?page=${at + 1}`,
        `${counted(3 * at + 1, 3 * at + 3, 240)}${items(3 * at + 1)}${next(at + 2)}`,
      ]),
    );
    assert.deepEqual(inShort(act(pages), 'list'), ['works 100/100']);
  });

  it('are judged once in any order', () => {
    const pages = {
      '/forum?fid=2': first(),
      '/forum?fid=2&sortby=subject&order=asc': first(),
      '/forum?fid=3': first(),
    };
    assert.equal(inShort(act(pages, { reply: () => silence(false) }), 'list').length, 2);
  });

  it('are judged once, whether the first ends with a slash or not', () => {
    for (const path of ['/blog', '/blog/']) {
      const second = '<p>Two</p><a href="/blog/page/3">Older posts</a>';
      const pages = { [path]: '<p>One</p><a href="/blog/page/2">Older posts</a>', '/blog/page/2': second };
      assert.deepEqual(inShort(act(pages), 'list'), ['works 100/100'], path);
    }
  });
});

describe('requests for lists', () => {
  it('is nothing on another host and nothing that acts', () => {
    for (const href of [
      'https://other.example/items?page=2',
      'http://127.0.0.1/items?page=2',
      '/cart?page=2',
      '/items?page=2&action=delete',
      `${ORIGIN}.evil.example/items?page=2`,
    ])
      assert.deepEqual(act({ '/items': `${items(1)}<a href="${href}" rel="next">Next</a>` }).probes, [], href);
  });

  it('of a calendar without end is one request, by its lists at most four', () => {
    const month = (at: number) => `<p>Month ${at}</p><a href="/calendar?page=${at + 1}" rel="next">Next</a>`;
    const one = act(
      { '/calendar': month(1) },
      { reply: ({ url }) => answer(url, { further: [`${ORIGIN}/calendar?page=3`] }) },
    );
    assert.equal(one.probes.length, 1);
    assert.deepEqual(inShort(one, 'list'), ['works 100/100']);
    const years = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `/calendar/${at}`,
        `<p>${at}</p><a href="/calendar/${at}?page=2" rel="next">Next</a>`,
      ]),
    );
    assert.equal(act(years).probes.length, 4);
  });

  it('that leads to itself is nothing', () => {
    assert.deepEqual(act({ '/items': `${items(1)}<a href="/items" rel="next">Next</a>` }).probes, []);
    const circle = {
      '/items': `${items(1)}${next(2)}`,
      '/items?page=2': `${items(4)}<a href="/items?page=1" rel="next">Next</a>`,
    };
    assert.deepEqual(inShort(act(circle), 'list'), ['works 100/100']);
  });
});

describe('the words of a link to a further page', () => {
  for (const [words, address, isOne] of [
    ['Items, page 2', '/items/page/2/', true],
    ['Go to page 2 of 9', '/items?page=2', true],
    ['Item 2', '/items/2', false],
    ['All our items', '/items?page=2', false],
  ] as const)
    it(`"${words}" at ${address} ${isOne ? 'lead' : 'do not lead'} on`, () => {
      const acted = act({ '/items': `${counted(1, 3, 6)}${items(4)}<a href="${address}">${words}</a>` });
      assert.equal(
        acted.probes.some(({ url }) => url === ORIGIN + address),
        isOne,
      );
    });
});
