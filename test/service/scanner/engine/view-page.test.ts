/** One page as one reader receives it, over sites in memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createViewPage } from '../../../../src/scanner/engine/view-page.ts';
import type { PageView, ViewOutcome, ViewRequest } from '../../../../src/scanner/model/scan.ts';
import type { FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { createHostThrottle } from '../../../../src/scanner/net/host-throttle.ts';
import { createPagePool } from '../../../../src/scanner/workers/page-pool.ts';
import { ORIGIN } from '../../../support/artifacts.ts';
import { atEnd } from '../../../support/at-end.ts';
import { memoryFetcher, NO_ANSWER } from '../../../support/memory-fetcher.ts';
import { threadEntries } from '../../../support/program.ts';
import { sharedPools } from '../../../support/shared-pools.ts';
import type { Site } from '../../../support/site-server.ts';

const pool = createPagePool({ threads: 1, ...threadEntries() });
atEnd(() => pool.close());
const PARTS = {
  pool,
  accessibility: sharedPools().accessibility,
  onBug: (id: string, thrown: unknown) => assert.fail(`${id}: ${String(thrown)}`),
};

const words = (count: number, name = 'word') => Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
const html = (body: string) => `<!doctype html><html lang="en"><title>Install the engine</title><body>${body}</body>`;
const guide = html(`<main><h1>Install the engine</h1><p>${words(60)}</p></main>`);

async function viewed(
  pages: Site['pages'],
  request: Partial<ViewRequest> = {},
): Promise<{ outcome: ViewOutcome; asked: FetchRequest[] }> {
  const asked: FetchRequest[] = [];
  const fetcher = memoryFetcher({ pages });
  const view = createViewPage({
    fetcher: {
      ...fetcher,
      fetch(each, options) {
        asked.push(each);
        return fetcher.fetch(each, options);
      },
    },
    throttle: createHostThrottle({ concurrency: 8 }),
    ...PARTS,
  });
  const given = { url: `${ORIGIN}/guide`, reader: 'chat-assistant', signal: new AbortController().signal } as const;
  return { outcome: await view({ ...given, ...request }), asked };
}

async function viewOf(pages: Site['pages'], request: Partial<ViewRequest> = {}): Promise<PageView> {
  const { outcome } = await viewed(pages, request);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.view;
}

const sumOf = ({ delivered, losses }: PageView) => losses.reduce((sum, { share }) => sum + share, delivered);

describe('a page as a reader receives it', () => {
  it('the HTML as Markdown, whole, where nothing is lost', async () => {
    const view = await viewOf({ '/guide': { body: guide } });
    assert.equal(view.form, 'html');
    assert.equal(view.text, `# Install the engine\n\n${words(60)}`);
    assert.equal(view.delivered, 1);
    assert.deepEqual(view.losses, []);
    assert.equal(view.behindTheCut, '');
  });

  it('text behind a long menu is cut off for a reader of the page, and arrives for one of the content', async () => {
    const pages = { '/guide': { body: html(`<nav>${words(5000, 'menu')}</nav><main><p>${words(100)}</p></main>`) } };
    const chat = await viewOf(pages);
    assert.equal(chat.text.length, 20_000);
    assert.ok(chat.text.endsWith(chat.text.slice(-50)) && chat.behindTheCut.length === 300);
    assert.equal(chat.delivered, 0);
    assert.match(chat.losses[0]?.why ?? '', /stops after 20000 of \d{5} characters/);
    const tool = await viewOf(pages, { reader: 'fetch-tool' });
    assert.equal(tool.text, words(100));
    assert.equal(tool.delivered, 1);
  });

  it('a cut never splits a surrogate pair', async () => {
    const { text } = await viewOf({ '/guide': { body: html(`<p>a${'😀'.repeat(12_000)}</p>`) } });
    assert.doesNotMatch(text, /[\uD800-\uDBFF]$/);
    assert.equal(text.length, 19_999);
  });

  it('Markdown that is negotiated replaces the HTML, for readers who ask for it', async () => {
    const pages: Site['pages'] = {
      '/guide': ({ headers }) =>
        String(headers.accept).startsWith('text/markdown')
          ? { headers: { 'content-type': 'text/markdown' }, body: `# Install the engine\n\n${words(60)}` }
          : { body: guide },
    };
    const coder = await viewOf(pages, { reader: 'coding-assistant' });
    assert.deepEqual([coder.form, coder.contentType, coder.delivered], ['markdown', 'text/markdown', 1]);
    assert.equal((await viewOf(pages)).form, 'html');
  });

  it('Markdown that contradicts the page is what arrives, and counts as nothing', async () => {
    const view = await viewOf(
      {
        '/guide': ({ headers }) =>
          String(headers.accept).startsWith('text/markdown')
            ? { headers: { 'content-type': 'text/markdown' }, body: `# Cheap watches\n\n${words(60, 'offer')}` }
            : { body: guide },
      },
      { reader: 'coding-assistant' },
    );
    assert.match(view.text, /Cheap watches/);
    assert.equal(view.delivered, 0);
    assert.match(view.losses[0]?.why ?? '', /contradicts/);
  });

  it('a Markdown version that only llms.txt lists is found', async () => {
    const view = await viewOf(
      {
        '/llms.txt': {
          headers: { 'content-type': 'text/plain' },
          body: `# Engine\n\n> Docs\n\n- [Install](${ORIGIN}/guide.md): how to\n`,
        },
        '/guide': { body: html(`<div id="root"></div>`) },
        '/guide.md': { headers: { 'content-type': 'text/markdown' }, body: `# Install the engine\n\n${words(60)}` },
      },
      { reader: 'coding-assistant' },
    );
    assert.deepEqual([view.form, view.delivered], ['markdown', 1]);
  });

  for (const [title, page, cause, why] of [
    ['an error page', { status: 404, body: guide }, 'no-answer', /answers 404/],
    ['a page of scripts', { body: html('<div id="root"></div>') }, 'no-text', /0 words/],
    [
      'a sign-in form',
      { body: html('<form><label>Password <input type="password" name="p"></label></form>') },
      'no-answer',
      /password/,
    ],
    ['an image without a text', { body: html(`<p>${words(60)}</p><img src="a.png">`) }, 'no-text', /alternative: 1/],
  ] as const) {
    it(`${title} is a loss by ${cause}, and the shares sum up to 1`, async () => {
      const view = await viewOf({ '/guide': page });
      assert.equal(view.losses[0]?.cause, cause);
      assert.match(view.losses.map((loss) => loss.why).join(' '), why);
      assert.ok(view.delivered < 1);
      assert.ok(Math.abs(sumOf(view) - 1) < 1e-9, String(sumOf(view)));
    });
  }

  it('a text file arrives as it is, up to the cut', async () => {
    const file = { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${words(4000)}` };
    const view = await viewOf({ '/guide': file });
    assert.deepEqual([view.form, view.text.length, view.chars], ['text', 20_000, file.body.length]);
    assert.deepEqual(view.records, []);
  });

  it('the checks of the page come as a scan has them', async () => {
    const pages = { '/guide': { body: html(`<p>${words(60)}</p><img src="a.png">`) } };
    const { records } = await viewOf(pages, { wantsChecks: true });
    assert.equal(records.find(({ id }) => id === 'P18')?.status, 'fail');
  });

  it('the same page is the same view', async () => {
    const pages = { '/guide': { body: guide } };
    assert.deepEqual(await viewOf(pages), await viewOf(pages));
  });
});

const robots = (text: string): Site['pages'] => ({
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: text },
});

describe('robots.txt and a view', () => {
  it('a reader that it keeps out is given nothing', async () => {
    const pages = { ...robots('User-agent: ChatGPT-User\nDisallow: /\n'), '/guide': { body: guide } };
    const view = await viewOf(pages);
    assert.deepEqual([view.form, view.text, view.delivered, view.losses[0]?.cause], ['none', '', 0, 'robots']);
    assert.match(view.losses[0]?.why ?? '', /forbids ChatGPT-User/);
    assert.equal((await viewOf(pages, { reader: 'page-reader' })).delivered, 1);
  });

  it('a page that LegibleBot may not read is not asked for', async () => {
    const { outcome, asked } = await viewed({
      ...robots('User-agent: LegibleBot\nDisallow: /guide\n'),
      '/guide': { body: guide },
    });
    assert.ok(!outcome.ok);
    assert.deepEqual(
      [outcome.problem, outcome.reason],
      ['unreadable', 'robots.txt forbids LegibleBot to read it (line 2)'],
    );
    assert.deepEqual(
      asked.map(({ url }) => new URL(url).pathname),
      ['/robots.txt'],
    );
  });

  it('an owner who ignores it sees what the reader would get', async () => {
    const pages = { ...robots('User-agent: *\nDisallow: /\n'), '/guide': { body: guide } };
    assert.equal((await viewOf(pages, { ignoreRobots: true })).delivered, 1);
  });
});

describe('no view', () => {
  for (const [title, pages, problem, reason] of [
    [
      'an image',
      { headers: { 'content-type': 'image/png' }, body: '\u0089PNG' },
      'unreadable',
      'it answers with image/png, which is no text',
    ],
    [
      'a binary that is called text',
      { headers: { 'content-type': 'text/plain' }, body: 'a\0b' },
      'unreadable',
      'it answers with text/plain, which is no text',
    ],
    [
      'a type with markup in it',
      { headers: { 'content-type': 'x/<script>' }, body: 'a' },
      'unreadable',
      'it answers with a body of no known type, which is no text',
    ],
    ['a site without an answer', NO_ANSWER, 'unreachable', 'no answer'],
  ] as const) {
    it(`of ${title}: ${problem}`, async () => {
      const { outcome } = await viewed({ '/guide': pages });
      assert.deepEqual(outcome, { ok: false, problem, reason });
    });
  }

  it('for more than eight at a time: busy', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fetcher = memoryFetcher({ pages: { '/guide': { body: guide } } });
    const view = createViewPage({
      fetcher: { ...fetcher, fetch: (request, options) => held.then(() => fetcher.fetch(request, options)) },
      throttle: createHostThrottle({ concurrency: 16 }),
      ...PARTS,
    });
    const request = { url: `${ORIGIN}/guide`, reader: 'page-reader', signal: new AbortController().signal } as const;
    const running = Array.from({ length: 8 }, () => view(request));
    const refused = await view(request);
    assert.equal(!refused.ok && refused.problem, 'busy');
    release();
    assert.ok((await Promise.all(running)).every(({ ok }) => ok));
    assert.ok((await view(request)).ok, 'there is room again');
  });

  it('for a caller who left: it rejects', async () => {
    const controller = new AbortController();
    controller.abort(new Error('left'));
    await assert.rejects(viewed({ '/guide': { body: guide } }, { signal: controller.signal }), /left/);
  });
});
