import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { deliveredShare } from '../../../../src/scanner/delivery/delivered-share.ts';
import { createPageLog } from '../../../../src/scanner/delivery/page-log.ts';
import { site as artifacts, digest, ORIGIN } from '../../../support/artifacts.ts';
import { runsOf } from '../../../support/exhaustive.ts';
import { htmlFacts } from '../../../support/html-page.ts';
import { textOf } from '../../../support/page-log-of.ts';

const RUNS = { seed: 3, numRuns: runsOf(60) };
const CLOSE = 1e-9;

interface Page {
  readonly path: string;
  readonly main: string;
}

const SCRIPT = '<script src="/app.js"></script>';
const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}x${at}${at % 10 === 9 ? '.' : ''}`).join(' ');
const text = (name: string, count: number) => `<p>${words(name, count)}</p>`;

/** The delivered share of a site whose pages all link to each other. */
function shareOf(pages: readonly Page[]): number {
  const log = createPageLog((url) => url.startsWith(`${ORIGIN}/`));
  const nav = pages.map(({ path }) => `<a href="${path}">Page ${path.slice(1)} of the site</a>`).join(' ');
  const digests = pages.map(({ path, main }, at) => {
    const html = `<!doctype html><html lang="en"><title>Name ${path.slice(1)}</title><body><nav>${nav}</nav><main><h1>Name ${path.slice(1)}</h1>${main}</main></body></html>`;
    const facts = htmlFacts(html, path);
    log.add(textOf(path, html), undefined);
    return digest(path, {
      foundBy: at === 0 || path === '/' ? 'root' : 'link',
      inSitemap: true,
      title: facts.titles[0] ?? '',
      description: `About ${path}`,
      contentHash: facts.mainText.hash,
    });
  });
  return deliveredShare(
    {
      target: artifacts().target,
      pages: digests,
      log: log.value(),
      robotsTxt: undefined,
      uaParity: undefined,
      listed: [],
      limited: 0,
    },
    new Set(),
  ).share;
}

const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 3, maxLength: 12 });
const siteOf = (counts: readonly number[]): Page[] => [
  { path: '/', main: text('root', 200) },
  ...counts.map((count, at) => ({ path: `/p${at}`, main: text(`p${at}`, count) })),
];
const replaced = (pages: readonly Page[], at: number, main: string): Page[] =>
  pages.map((page, place) => (place === at ? { ...page, main } : page));

describe('the delivered share of generated sites', () => {
  it('is whole where no sign shows that text is missing, however long the pages are', () => {
    fc.assert(
      fc.property(sizes, (counts) => assert.ok(shareOf(siteOf(counts)) > 1 - CLOSE)),
      RUNS,
    );
  });

  it('does not depend on the order in which pages are read', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 90 }), (counts, shared) => {
        const [root, ...rest] = siteOf(counts).map((page, at) =>
          at % 2 === 0
            ? page
            : { ...page, main: `${page.main}${text('shared', shared)}<div id="root"></div>${SCRIPT}` },
        );
        assert.ok(root);
        assert.ok(Math.abs(shareOf([root, ...rest]) - shareOf([root, ...rest.toReversed()])) < CLOSE);
      }),
      RUNS,
    );
  });

  it('sinks with each page that is emptied, and never below the pages that are left', () => {
    fc.assert(
      fc.property(sizes, (counts) => {
        const site = siteOf(counts.map((count) => count + 40));
        const one = shareOf(replaced(site, 1, `<div id="root"></div>${SCRIPT}`));
        const two = shareOf(
          replaced(replaced(site, 1, `<div id="root"></div>${SCRIPT}`), 2, `<div id="app"></div>${SCRIPT}`),
        );
        assert.ok(one < 1 && two < one, `${one}, ${two}`);
        assert.ok(one > 1 - 1.2 / site.length, 'one page is one page');
      }),
      RUNS,
    );
  });

  it('does not fall when repeated text is put in place of an empty page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 9 }), fc.integer({ min: 41, max: 200 }), (count, size) => {
        const same = Array.from({ length: count }, (_, at) => ({
          path: at === 0 ? '/' : `/p${at}`,
          main: text('same', size),
        }));
        const emptied = same.map((page, at) => (at === 0 ? page : { ...page, main: `<div id="root"></div>${SCRIPT}` }));
        assert.ok(shareOf(same) >= shareOf(emptied) - CLOSE);
      }),
      RUNS,
    );
  });

  it('does not rise by filler that every page has', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 60 }), (counts, filler) => {
        const site = siteOf(counts).map((page, at) =>
          at > 0 && at % 2 === 0 ? { ...page, main: `<div id="root"></div>${SCRIPT}` } : page,
        );
        const filled = site.map((page) => ({ ...page, main: `${page.main}${text('filler', filler)}` }));
        assert.ok(shareOf(filled) <= shareOf(site) + CLOSE);
      }),
      RUNS,
    );
  });

  it('never falls when an obstacle is taken away from a short page', () => {
    const banner = `<div id="onetrust-banner-sdk"><p>We use cookies.</p></div>`;
    fc.assert(
      fc.property(sizes, (counts) => {
        const open = siteOf(counts);
        const walled = open.map((page, at) => (at % 2 === 0 ? page : { ...page, main: banner }));
        assert.ok(shareOf(open) >= shareOf(walled) - CLOSE);
      }),
      RUNS,
    );
  });

  const MARKS = [
    `<canvas></canvas>`,
    `<div id="app"></div>${SCRIPT}`,
    `<p>Loading…</p>${SCRIPT}`,
    `<iframe src="/inner"></iframe>`,
    `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","isAccessibleForFree":false}</script>`,
    `<script type="application/json">{"theme":"dark","count":12}</script>`,
    `<dialog><p>Subscribe to our letter.</p></dialog>`,
  ];
  it('does not move by marks on pages that have their text', () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(...MARKS), (counts, mark) => {
        const site = siteOf(counts.map((count) => count + 160));
        const marked = site.map((page, at) => ({ ...page, main: `${page.main}${mark}${text(`after${at}`, 5)}` }));
        assert.ok(Math.abs(shareOf(marked) - 1) < 1e-3, String(shareOf(marked)));
      }),
      RUNS,
    );
  });

  const TAKEN: readonly ((name: string) => string)[] = [
    (name) =>
      `<script type="application/json">{"text":"Name ${name} ${words(name, 200)}"}</script><div id="root"></div>${SCRIPT}`,
    (name) => `<x-text><template shadowrootmode="open"><p>${words(name, 200)}</p></template></x-text>`,
    () => `<canvas></canvas>${SCRIPT}`,
    () => '<iframe src="/inner"></iframe>',
    () => '<img src="text.png" alt="">',
    (name) => `<p>${words(name, 60)}</p><p>Read it in our app.</p>`,
    (name) => `<p>${[...words(name, 60)].map((letter) => `<span style="order:3">${letter}</span>`).join('')}</p>`,
    () => `<p>Loading…</p>${SCRIPT}`,
  ];
  it('falls in proportion to the pages whose text is taken away behind a sign', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TAKEN), fc.integer({ min: 1, max: 8 }), (taken, count) => {
        const site = siteOf(Array.from({ length: 9 }, () => 200));
        const left = (by: number) =>
          shareOf(site.map((page, at) => (at > 0 && at <= by ? { ...page, main: taken(`p${at}`) } : page)));
        const [one, more] = [1 - left(1), 1 - left(count)];
        assert.ok(one > 0.03 && one < 0.11, `one page of ten costs ${one}`);
        assert.ok(Math.abs(more - count * one) < 0.12, `${count} pages cost ${more}, one ${one}`);
      }),
      RUNS,
    );
  });
});
