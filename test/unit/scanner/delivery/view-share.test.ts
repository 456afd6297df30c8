import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOTHING_MENDED } from '../../../../src/scanner/delivery/page-log.ts';
import { shareOfView, viewOf } from '../../../../src/scanner/delivery/view-share.ts';
import type { MarkdownAttempt } from '../../../../src/scanner/model/page.ts';
import { READERS, type ReaderId } from '../../../../src/scanner/readers/readers.ts';
import { textOf } from '../../../support/page-log-of.ts';

const words = (count: number, name = 'word') => Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
const attempt = (via: MarkdownAttempt['via']): MarkdownAttempt => ({
  via,
  url: 'https://site.example/guide/install.md',
  status: 200,
  contentType: 'text/markdown',
  isMarkdown: true,
  bodyBytes: 1000,
});

const viewShare = (...of: Parameters<typeof viewOf>) => shareOfView(viewOf(...of), NOTHING_MENDED);

/** How a reader fares with a page all of whose text is its own. */
function shareOf(id: ReaderId, html: string, options: Parameters<typeof textOf>[2] = {}) {
  const reader = READERS.find((each) => each.id === id) ?? READERS[0];
  const text = textOf(
    '/guide/install',
    `<!doctype html><title>Install the engine</title><body>${html}</body>`,
    options,
  );
  const share = viewShare(
    text,
    Array.from(text.blocks.hashes, () => 1),
    reader,
  );
  return { ...share, all: share.answered * share.ownText * share.beforeTheCut };
}

describe('the share of a page that reaches a reader', () => {
  it('is all of a page with forty words', () => assert.equal(shareOf('chat-assistant', `<p>${words(40)}</p>`).all, 1));
  it('is all of a page with fewer, unless a sign shows that text is missing', () => {
    assert.equal(shareOf('chat-assistant', `<p>${words(10)}</p>`).ownText, 1);
    const { ownText } = shareOf(
      'chat-assistant',
      `<p>${words(10)}</p><div id="root"></div><script src="a.js"></script>`,
    );
    assert.ok(ownText < 0.2, String(ownText));
  });
  it('is all of a long reference but for a tenth', () => {
    const { beforeTheCut } = shareOf('chat-assistant', `<p>${words(40_000)}</p>`);
    assert.ok(beforeTheCut >= 0.9 && beforeTheCut < 0.95, String(beforeTheCut));
  });
  it('is nothing of a text behind a menu that fills the budget, but for a reader of the content', () => {
    const html = `<div>${words(20_000, 'menu')}</div><main>${words(100)}</main>`;
    const text = textOf('/a', `<!doctype html><title>T</title><body>${html}</body>`);
    const worth = [0, 1];
    const of = (id: ReaderId) => viewShare(text, worth, READERS.find((each) => each.id === id) ?? READERS[0]);
    assert.equal(of('chat-assistant').beforeTheCut, 0);
    assert.equal(of('fetch-tool').beforeTheCut, 1);
    assert.equal(of('search-assistant').beforeTheCut, 0.5);
  });
  it('leaves out hidden text for the reader of the tree only', () => {
    const html = `<p>${words(50)}</p><div hidden><p>${words(150, 'later')}</p></div>`;
    assert.equal(shareOf('page-reader', html).ownText, 0.25);
    assert.equal(shareOf('fetch-tool', html).ownText, 1);
  });
  it('sinks by images that nothing is said of, and not by those with an alternative text', () => {
    const text = `<p>${words(60)}</p>`;
    const { ownText } = shareOf('chat-assistant', `${text}<img src="a.png">`);
    assert.ok(ownText > 0.6 && ownText < 0.7, `${ownText} of a text with an image as large`);
    assert.equal(
      shareOf('chat-assistant', `${text}<figure><img src="a.png"><figcaption>A pump</figcaption></figure>`).ownText,
      1,
    );
    assert.equal(
      shareOf('chat-assistant', `${text}<img src="a.png" alt="A pump with two valves, seen from above">`).ownText,
      1,
    );
    assert.equal(shareOf('chat-assistant', `${text}<img src="a.png" alt="">`).ownText, 1);
  });
  it('sinks little by a few images among many texts, and most of it by images in place of texts', () => {
    const texts = (count: number) =>
      Array.from({ length: count }, (_, at) => `<p>${words(20, `part${at}x`)}</p>`).join('');
    const images = (count: number) => '<img src="a.png">'.repeat(count);
    const few = shareOf('chat-assistant', texts(10) + images(2)).ownText;
    assert.ok(few > 0.9 && few < 1, `${few} with two images`);
    const most = shareOf('chat-assistant', texts(2) + images(18)).ownText;
    assert.ok(most < 0.2, `${most} with 18 images`);
  });
  it('sinks by panels whose text a script would bring', () => {
    const html = `<p>${words(60)}</p><div role="tabpanel"><p>${words(60, 'tab')}</p></div><div role="tabpanel"></div>`;
    assert.equal(shareOf('chat-assistant', html).ownText, 2 / 3);
  });
  it('is zero for a form that asks for a password, unless there is other text', () => {
    const form = '<form><input type="password"></form>';
    assert.equal(shareOf('chat-assistant', `<p>${words(50)}</p>${form}`).answered, 0);
    assert.equal(shareOf('chat-assistant', `<p>${words(500)}</p>${form}`).answered, 1);
  });
  it("is a teaser's share of an article where the text ends at a paywall", () => {
    const wall = '<p>Subscribe to continue reading.</p>';
    const teaser = shareOf('chat-assistant', `<p>${words(96)}.</p>${wall}`).ownText;
    assert.equal(teaser, 0.25);
    assert.equal(
      shareOf('chat-assistant', `<p>${words(300)}.</p>${wall}`).ownText,
      1,
      'the whole text beside the mark',
    );
    assert.equal(shareOf('chat-assistant', `${wall}<p>${words(50)}</p><p>${words(50)}</p>`).ownText, 1);
  });

  it('is the share of words that the encoding leaves intact', () => {
    assert.equal(shareOf('chat-assistant', `<p>${words(500)}</p>`, { intactShare: 0.25 }).answered, 0.25);
  });

  const shell = '<div id="root"></div>';
  it('is that of noscript where it speaks of this page, but for the reader of the tree', () => {
    const html = `${shell}<noscript><h1>Install the engine</h1><p>${words(60)}</p></noscript>`;
    assert.equal(shareOf('coding-assistant', html).ownText, 1);
    assert.equal(shareOf('page-reader', html).ownText, 0);
    assert.equal(shareOf('coding-assistant', `${shell}<noscript>${words(60)}</noscript>`).ownText, 0);
  });
  for (const via of ['negotiation', 'alternate', 'llms-txt'] as const) {
    it(`is that of a Markdown version by ${via} for who asks for it`, () => {
      const twin = { text: `# Install the engine\n\n${words(60)}\n`, bodyBytes: 500 };
      const options = { twin, attempts: [attempt(via)] };
      assert.equal(shareOf('coding-assistant', shell, options).ownText, 1);
      assert.equal(shareOf('chat-assistant', shell, options).ownText, 0);
    });
  }
  it('is nothing of a version at an address that nothing names', () => {
    const twin = { text: `# Install the engine\n\n${words(60)}\n`, bodyBytes: 500 };
    assert.equal(shareOf('coding-assistant', shell, { twin, attempts: [attempt('suffix')] }).ownText, 0);
  });
  it('is nothing of a version that speaks of something else', () => {
    const twin = { text: `# Buy our plan\n\n${words(60)}\n`, bodyBytes: 500 };
    assert.equal(shareOf('coding-assistant', shell, { twin, attempts: [attempt('alternate')] }).ownText, 0);
    const page = `<h1>Install the engine</h1><p>${words(60)}</p>`;
    assert.equal(shareOf('coding-assistant', page, { twin, attempts: [attempt('negotiation')] }).ownText, 0);
    assert.equal(shareOf('coding-assistant', page, { twin, attempts: [attempt('alternate')] }).ownText, 0);
    assert.equal(shareOf('coding-assistant', page, { twin, attempts: [attempt('llms-txt')] }).ownText, 1);
    assert.equal(shareOf('chat-assistant', page, { twin, attempts: [attempt('alternate')] }).ownText, 1);
  });
  const dead = (status: number): MarkdownAttempt => ({ ...attempt('alternate'), status, isMarkdown: false });
  for (const [what, attempts, expected] of [
    ['404', [dead(404)], 0],
    ['200 with HTML', [dead(200)], 0],
    ['404 while the page negotiates', [dead(404), attempt('negotiation')], 1],
    ['429', [dead(429)], 1],
  ] as const) {
    it(`of a page that declares a Markdown version is ${expected} where that answers ${what}`, () => {
      const page = `<h1>Install the engine</h1><p>${words(60)}</p>`;
      const text = { text: `# Install the engine\n\n${words(60)}\n`, bodyBytes: 500 };
      const options = attempts.length > 1 ? { attempts, twin: text } : { attempts };
      assert.equal(shareOf('coding-assistant', page, options).ownText, expected);
      assert.equal(shareOf('chat-assistant', page, options).ownText, 1);
    });
  }
});
