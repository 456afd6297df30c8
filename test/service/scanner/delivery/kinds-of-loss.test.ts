import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ScoreBasis } from '../../../../src/scanner/model/score.ts';
import { lossLines } from '../../../../src/scanner/reporters/losses.ts';
import { accountOf } from '../../../../src/scanner/scoring/explain.ts';
import { rankSiteFixes } from '../../../../src/scanner/scoring/rank-fixes.ts';
import { scanInMemory } from '../../../support/scan-in-memory.ts';
import type { Site } from '../../../support/site-server.ts';

const PLACES = Array.from({ length: 10 }, (_, at) => ({
  path: `/ferry-${at + 1}`,
  name: `Ferry ${at + 1}`,
  n: at + 1,
}));
const PROSE = (n: number) =>
  Array.from(
    { length: 6 },
    (_, part) =>
      `<h2>Part ${part + 1} of line ${n}</h2><p>Line ${n} leaves quay ${n + part} every ${part * 7 + n} minutes, takes ${n * 31 + part} people and ${part + n} carts, and calls at pier ${part * 3 + n} in winter.</p>`,
  ).join('');

const page = (title: string, main: string, head = '') => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Ferries</title><meta name="description" content="${title}: where it leaves, how often, and whom it takes along.">${head}</head><body><header><nav><a href="/">All ferries</a> ${PLACES.map(({ path, name }) => `<a href="${path}">${name}</a>`).join(' ')}</nav></header><main><h1>${title}</h1>${main}</main></body></html>`,
});

/** The site with some pages in another form. */
const siteWith = (form: (n: number) => ReturnType<typeof page> | undefined, more: Site['pages'] = {}): Site => ({
  pages: {
    '/': page('Ferries', PROSE(0)),
    ...Object.fromEntries(PLACES.map(({ path, name, n }) => [path, form(n) ?? page(name, PROSE(n))])),
    ...more,
  },
});

async function basisOf(site: Site, pageLimit = 60): Promise<ScoreBasis> {
  const { report } = await scanInMemory(site, { pageLimit });
  assert.ok(report.basis);
  return report.basis;
}

const SCRIPT = '<script src="/fares.js"></script>';
const KINDS: readonly (readonly [
  kind: string,
  site: Site,
  atLeast: number,
  atMost: number,
  sign?: string,
  fix?: string,
  says?: RegExp,
])[] = [
  [
    'short pages that are whole',
    siteWith((n) => page(`Type Ferry${n}`, `<p>Alias of <code>Boat${n}</code>.</p>`)),
    0.999,
    1,
  ],
  [
    'a mark that says "not free" beside the whole text',
    siteWith((n) =>
      page(
        `Ferry ${n}`,
        PROSE(n),
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","isAccessibleForFree":false}</script>',
      ),
    ),
    0.999,
    1,
  ],
  [
    'a consent question in place of one page, on a site where Markdown is not asked for',
    siteWith((n) =>
      n === 3
        ? {
            type: 'text/html; charset=utf-8',
            body: page(
              'Journal',
              '<div id="wall"><h2>We value your privacy</h2><p>We and our partners use cookies. Accept to continue reading.</p><button>Accept all</button></div><div id="content"></div><script src="/app.js"></script>',
            ).body.replace('<h1>Journal</h1>', ''),
          }
        : page(
            `Ferry ${n}`,
            `<p>Line ${n} leaves quay ${n} at ${n * 7} past, and calls at pier ${n * 3} in winter.</p>`,
          ),
    ),
    0.8,
    0.95,
    'question',
    'P4',
    /1 of 11 pages asks for consent, an age or a choice in place of its text/,
  ],
  [
    'pictures that nothing is said of, beside a line of text',
    siteWith((n) =>
      page(
        `Ferry ${n}`,
        `<p>Line ${n} leaves quay ${n} at ${n * 7} past, and calls at pier ${n * 3} in winter.</p><img src="/a${n}.jpg"><img src="/b${n}.jpg">`,
      ),
    ),
    0.3,
    0.9,
    'mute-images',
    'P18',
    /10 of 11 pages show images that no alternative text describes/,
  ],
  [
    'a text outside of the articles, which some readers take for the content',
    siteWith((n) => ({
      type: 'text/html; charset=utf-8',
      body: page(
        `Ferry ${n}`,
        `<p>Line ${n} leaves quay ${n} at ${n * 7} past, takes ${n * 31} people and ${n} carts, and calls at pier ${n * 3} in winter, where its crew waits for ${n} trains.</p><article><h2>Dogs on line ${n}</h2><p>Dogs of line ${n} sit on deck ${n}, on a lead of ${n + 1} metres, and pay ${n + 2} coins.</p></article><article><h2>Bikes on line ${n}</h2><p>Bikes of line ${n} stand on deck ${n + 4}, tied to rail ${n}, and pay ${n + 5} coins.</p></article>`,
      ).body.replaceAll(/<\/?main>/g, ''),
    })),
    0.3,
    0.95,
    'out-of-view',
    'P9',
    /10 of 11 pages have text outside of the part that their markup calls the content/,
  ],
  [
    'a calendar of empty months',
    siteWith(
      () => undefined,
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `/months/${at + 1}`,
          page(`Month ${at + 1}`, `<p>No trips.</p><a href="/months/${at + 2}">Next month</a>`),
        ]),
      ),
    ),
    0.97,
    1,
  ],
  [
    'prices by a script',
    siteWith((n) =>
      page(
        `Ferry ${n}`,
        `${PROSE(n)}<table><tr><th>Seat</th><th>Price</th></tr>${['Deck', 'Cabin'].map((seat) => `<tr><th>${seat}</th><td class="price" data-seat="${n}${seat}"></td></tr>`).join('')}</table>${SCRIPT}`,
      ),
    ),
    0.75,
    0.97,
    'figures',
    'P28',
    /^Largest loss: 10 of 11 pages show no price without a script\.$/,
  ],
  [
    'pages that are gone with 200',
    siteWith((n) =>
      n % 2 === 1
        ? page('No longer available', '<p>This page is no longer available. Use the menu to find another one.</p>')
        : undefined,
    ),
    0.4,
    0.65,
    'gone',
    'S9',
    /5 of 11 pages are gone/,
  ],
  [
    'teasers',
    siteWith((n) =>
      page(
        `Ferry ${n}`,
        `<p>${'The ferry takes people and carts to the other side of the river in all weather. '.repeat(6)}${n}</p><p>Read the whole story in our app.</p>`,
      ),
    ),
    0.1,
    0.5,
    'teaser',
    'P26',
    /10 of 11 pages end with a pointer/,
  ],
  [
    'shells',
    siteWith(() => page('Ferry', `<div id="app"></div>${SCRIPT}`)),
    0.05,
    0.2,
    'script-container',
    'P5',
    /10 of 11 pages have no text without a script/,
  ],
  [
    'text that a banner makes inert, which readers of the accessibility tree do not get',
    siteWith((n) => page(`Ferry ${n}`, `<div inert>${PROSE(n)}</div>`)),
    0.78,
    0.9,
    'hidden',
    'P25',
  ],
  [
    'text that a framework streams to the end of the HTML, and moves into place',
    siteWith((n) => {
      const { type, body } = page(
        `Ferry ${n}`,
        '<!--$?--><template id="B:0"></template><div class="skeleton" aria-busy="true"></div><!--/$-->',
      );
      const late = `<div hidden id="S:0">${PROSE(n)}</div><script>$RC("B:0","S:0")</script>`;
      return { type, body: body.replace('</body>', `${late}</body>`) };
    }),
    0.999,
    1,
  ],
  [
    'parts that a script fetches by itself',
    siteWith((n) =>
      page(
        `Ferry ${n}`,
        `<p>Line ${n} leaves quay ${n} every ${n} minutes and takes ${n * 31} people to pier ${n * 3}.</p>${[1, 2].map((at) => `<div hx-get="/parts?ferry=${n}&amp;n=${at}" hx-trigger="revealed"></div>`).join('')}${SCRIPT}`,
      ),
    ),
    0.1,
    0.4,
    'fragment',
    'P5',
    /have parts that only a script fetches/,
  ],
  [
    'a wall for those without an account',
    siteWith((n) =>
      page(
        `Ferry ${n}`,
        `<p>Line ${n} leaves quay ${n} every ${n} minutes and takes ${n * 31} people to the…</p><section><h2>Read on</h2><p>It takes a minute and costs nothing.</p><p><a href="/account/sign-up">Become a member</a></p></section>`,
      ),
    ),
    0.05,
    0.4,
    'paywall',
    'P4',
  ],
  [
    'a list that goes on',
    siteWith((n) => page(`Ferry ${n}`, `${PROSE(n)}<p>1–10 of 240</p><button>Load more</button>`)),
    0.05,
    0.25,
    'more-items',
    'P27',
    /has no address/,
  ],
];

describe('kinds of loss', () => {
  for (const [kind, site, atLeast, atMost, sign, fix, says] of KINDS) {
    describe(kind, () => {
      let basis: ScoreBasis;
      before(async () => {
        basis = await basisOf(site);
      });
      it('leave the share of the text that arrives', () => {
        const share = basis.delivery?.share ?? 0;
        assert.ok(share >= atLeast && share <= atMost, String(share));
      });
      it(sign === undefined ? 'show no sign' : `go by the name of ${sign}`, () =>
        assert.equal(basis.delivery?.missing?.[0]?.sign, sign),
      );
      if (fix !== undefined)
        it(`are brought back by ${fix}, before any other fix`, () => {
          const [first] = rankSiteFixes(basis).filter(({ parts }) => parts.some(({ of }) => of === 'delivered-text'));
          assert.equal(first?.id, fix);
        });
      if (says !== undefined)
        it('are said in a sentence', () => {
          const account = accountOf(basis);
          assert.ok(account);
          assert.match(
            lossLines({
              ...{ delivery: account, actions: null, fixes: [] },
              rawScore: 100 * account.all.delivered,
            }).join(),
            says,
          );
        });
    });
  }

  it('do not depend on the page limit, while the pages are the same', async () => {
    const site = siteWith((n) =>
      page(`Ferry ${n}`, `${n % 3 === 0 ? '' : PROSE(n)}<p>Ferries take dogs on a lead and no fires.</p>`),
    );
    const [one, other] = [await basisOf(site, 20), await basisOf(site, 90)];
    assert.equal(one.delivery?.share, other.delivery?.share);
  });
});
