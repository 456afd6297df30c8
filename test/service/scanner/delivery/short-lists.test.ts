import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownText, shortLists } from '../../../../src/scanner/delivery/site.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { digest, ORIGIN } from '../../../support/artifacts.ts';
import { logOf } from '../../../support/page-log-of.ts';
import { scanInMemory } from '../../../support/scan-in-memory.ts';

const FRAME = '<div class="side"><ul><li><a href="/">Home</a></li><li><a href="/post">A post</a></li></ul></div>';
const shown = (body: string): string => `<html><body>${FRAME}<main>${body}</main></body></html>`;

const prose = (name: string): string =>
  `<h1>${name}</h1>${Array.from({ length: 12 }, (_, at) => `<p>${name} number ${at} tells one thing more.</p>`).join('')}`;

/** Posts and a home page, so that content on all of them is recognised as the frame. */
const AROUND = {
  '/': shown(prose('Welcome')),
  '/post': shown(prose('Oven')),
  '/second': shown(prose('Glass')),
  '/third': shown(prose('Slugs')),
};

const TAG = '<h1>Tag: bread</h1><ul><li><a href="/post">How the oven was built</a> 3 May</li></ul>';

function listsAmong(body: string, foundBy: PageDigest['foundBy'] = 'link', around: Record<string, string> = AROUND) {
  const html = { ...around, '/page': shown(body) };
  const log = logOf(html);
  const pages = Object.keys(html).map((path) => digest(path, { foundBy: path === '/page' ? foundBy : 'link' }));
  const worths = ownText(pages.map((each, at) => ({ digest: each, blocks: log.pages[at]?.text?.blocks })));
  const at = pages.map(({ url }) => log.urls.indexOf(url));
  const lists = shortLists(pages, log, worths, (address) => at.indexOf(address));
  return pages.flatMap(({ url }, page) => (lists[page] === true ? [url.replace(ORIGIN, '')] : []));
}

describe('short lists', () => {
  const teaser = (title: string): string =>
    `<article><h2><a href="/post">${title}</a></h2><p>Stones, sand and a winter of waiting.</p></article>`;
  const lists: [string, string][] = [
    ['the posts under a tag', TAG],
    ['teasers with excerpts', `<h1>Repairs</h1>${teaser('An oven')}${teaser('A chimney')}`],
  ];
  for (const [name, body] of lists)
    it(`knows ${name}`, () => {
      assert.deepEqual(listsAmong(body), ['/page']);
    });

  const others: [string, string][] = [
    ['a short text', '<h1>Contact</h1><p>Write to us at the old mill, or call in the morning.</p>'],
    [
      'a text with a list below it',
      `<h1>Bread</h1><p>All that we know of bread and its bakers in ten lines.</p><ul><li><a href="/post">Oven</a></li></ul>`,
    ],
    ['a page without text beside a menu', '<h1>Oven</h1>'],
    ['a page with nothing of its own', ''],
    ['a list with a frame', `${TAG}<iframe src="/inner" title="More"></iframe>`],
    ['a list with an image that nothing is said of', `${TAG}<img src="/oven.png" width="600" height="400">`],
    ['a list beside an empty application root', `${TAG}<div id="root"></div><script src="/app.js"></script>`],
    [
      'a long list',
      `<h1>All</h1><ul>${Array.from({ length: 30 }, (_, at) => `<li><a href="/p${at}">Post of day ${at}</a></li>`).join('')}</ul>`,
    ],
  ];
  for (const [name, body] of others)
    it(`takes ${name} for none`, () => {
      assert.deepEqual(listsAmong(body), []);
    });

  it('always counts the home page and pages that the caller asked for', () => {
    assert.deepEqual(listsAmong(TAG, 'root'), []);
    assert.deepEqual(listsAmong(TAG, 'given'), []);
  });

  it('takes lists among pages without text for losses', () => {
    const hollow = Object.fromEntries(Object.keys(AROUND).map((path) => [path, shown(`<h1>Page ${path}</h1>`)]));
    assert.deepEqual(listsAmong(TAG, 'link', hollow), []);
  });
});

describe('short pages', () => {
  it('are counted and the shortest named, without lists and without pages whose fault a check names', async () => {
    const menu =
      '<nav><a href="/">Home</a> <a href="/a">A</a> <a href="/b">B</a> <a href="/tag">Tag</a> <a href="/app">App</a></nav>';
    const html = (body: string) => ({
      body: `<!doctype html><html lang="en"><title>${body.length}</title><body>${menu}<main>${body}</main></body></html>`,
    });
    const { report } = await scanInMemory({
      pages: {
        '/': html(prose('Welcome')),
        '/a': html('<h1>Contact</h1><p>Write to us, or call.</p>'),
        '/b': html(
          `<h1>Hours</h1><p>We are open on all days but Monday, from nine in the morning until the sun goes down.</p>`,
        ),
        '/tag': html('<h1>Tag</h1><ul><li><a href="/">Welcome to all of you</a></li></ul>'),
        '/app': html('<div id="root"></div><script src="/app.js"></script>'),
      },
    });
    assert.deepEqual(
      report.basis?.delivery?.missing?.map(({ sign, check, pages, of }) => ({ sign, check, pages, of })),
      [{ sign: 'script-container', check: 'P5', pages: 1, of: 5 }],
    );
  });
});
