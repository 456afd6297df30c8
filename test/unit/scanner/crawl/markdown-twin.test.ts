import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMarkdown, MARKDOWN_ASKS, type TwinQuestion } from '../../../../src/scanner/crawl/markdown-twin.ts';
import type { MarkdownAttempt } from '../../../../src/scanner/model/page.ts';
import { type FakeAnswer, fakeClient } from '../../../support/fake-client.ts';

const ORIGIN = 'https://site.example';
const PAGE = `${ORIGIN}/docs/one`;
const MARKDOWN: FakeAnswer = { headers: { 'content-type': 'text/markdown; charset=utf-8' }, body: '# One\n\nText.\n' };

async function ask(
  question: Partial<TwinQuestion>,
  answers: Readonly<Record<string, FakeAnswer>>,
  negotiated?: FakeAnswer,
): Promise<readonly MarkdownAttempt[]> {
  const { client, sent } = fakeClient(({ url, headers }) =>
    headers?.accept?.startsWith('text/markdown') ? negotiated : answers[url.slice(ORIGIN.length)],
  );
  const { attempts } = await findMarkdown(client, {
    pageUrl: PAGE,
    html: '<!doctype html><title>One</title>',
    linkHeader: '',
    listed: undefined,
    guesses: [`${PAGE}.md`, `${PAGE}/index.md`],
    asks: [MARKDOWN_ASKS[0]],
    ...question,
  });
  assert.equal(sent.length, attempts.length, 'every request is an attempt');
  return attempts;
}

/** 'via path' of each attempt, with a star where it found Markdown. */
const told = (attempts: readonly MarkdownAttempt[]) =>
  attempts.map(({ via, url, isMarkdown }) => `${via} ${url.slice(ORIGIN.length)}${isMarkdown ? ' *' : ''}`);

const link = (href: string, rest = 'type="text/markdown"') =>
  `<head><link rel="alternate" ${rest} href="${href}"></head>`;

describe('findMarkdown', () => {
  const rows: {
    when: string;
    question?: Partial<TwinQuestion>;
    answers?: Readonly<Record<string, FakeAnswer>>;
    negotiated?: FakeAnswer;
    expect: readonly string[];
  }[] = [
    { when: 'nothing is there', expect: ['suffix /docs/one.md', 'suffix /docs/one/index.md', 'negotiation /docs/one'] },
    {
      when: 'the first guess is right',
      answers: { '/docs/one.md': MARKDOWN },
      expect: ['suffix /docs/one.md *', 'negotiation /docs/one'],
    },
    {
      when: 'the second guess is right and negotiation works',
      answers: { '/docs/one/index.md': MARKDOWN },
      negotiated: MARKDOWN,
      expect: ['suffix /docs/one.md', 'suffix /docs/one/index.md *', 'negotiation /docs/one *'],
    },
    {
      when: 'llms.txt names one by the title',
      question: {
        html: '<!doctype html><title>First | Site</title><h1 id=one>One <a href=#one>#</a></h1>',
        titled: (title) => (title === 'One' ? `${ORIGIN}/raw.md` : undefined),
      },
      answers: { '/raw.md': MARKDOWN },
      expect: ['suffix /docs/one.md', 'suffix /docs/one/index.md', 'llms-txt /raw.md *', 'negotiation /docs/one'],
    },
    {
      when: 'what llms.txt names by the title begins with another one',
      question: { html: '<h1>One</h1>', titled: () => `${ORIGIN}/raw.md` },
      answers: { '/raw.md': { ...MARKDOWN, body: '# Two\n\nText.\n' } },
      expect: ['suffix /docs/one.md', 'suffix /docs/one/index.md', 'llms-txt /raw.md', 'negotiation /docs/one'],
    },
    {
      when: 'the page declares one in its head',
      question: { html: link('../raw/one.md') },
      answers: { '/raw/one.md': MARKDOWN },
      expect: ['alternate /raw/one.md *', 'negotiation /docs/one'],
    },
    {
      when: 'the declared one is gone',
      question: { html: link('/raw/one.md') },
      answers: { '/docs/one.md': MARKDOWN },
      expect: ['alternate /raw/one.md', 'negotiation /docs/one'],
    },
    {
      when: 'the page declares one in its Link header',
      question: { linkHeader: '</raw/one.md>; rel="alternate"; type="text/markdown"' },
      answers: { '/raw/one.md': MARKDOWN },
      expect: ['alternate /raw/one.md *', 'negotiation /docs/one'],
    },
    {
      when: 'the head and llms.txt name two',
      question: { html: link('/raw/one.md'), listed: `${ORIGIN}/listed.md` },
      answers: { '/raw/one.md': MARKDOWN },
      expect: ['alternate /raw/one.md *', 'negotiation /docs/one'],
    },
    {
      when: 'llms.txt names one',
      question: { listed: `${ORIGIN}/listed.md` },
      answers: { '/listed.md': MARKDOWN },
      expect: ['llms-txt /listed.md *', 'negotiation /docs/one'],
    },
    {
      when: 'the alternate is a feed',
      question: { html: link('/feed.xml', 'type="application/rss+xml"'), guesses: [] },
      expect: ['negotiation /docs/one'],
    },
    {
      when: 'the alternate is the page itself',
      question: { html: link(PAGE), guesses: [] },
      expect: ['negotiation /docs/one'],
    },
    {
      when: 'the alternate is no URL',
      question: { html: link('http://['), guesses: [] },
      expect: ['negotiation /docs/one'],
    },
    {
      when: 'the page is Markdown by its name',
      question: { pageUrl: `${ORIGIN}/docs/one.md`, guesses: [] },
      expect: [],
    },
    { when: 'negotiation was given up', question: { asks: [], guesses: [] }, expect: [] },
  ];
  for (const { when, question = {}, answers = {}, negotiated, expect } of rows) {
    it(`asks in order when ${when}`, async () => {
      assert.deepEqual(told(await ask(question, answers, negotiated)), expect);
    });
  }

  const bodies: { what: string; answer: FakeAnswer; isMarkdown: boolean }[] = [
    { what: 'Markdown', answer: MARKDOWN, isMarkdown: true },
    {
      what: 'prose that is called Markdown',
      answer: { ...MARKDOWN, body: 'Just a sentence.' },
      isMarkdown: true,
    },
    {
      what: 'Markdown called plain text',
      answer: { headers: { 'content-type': 'text/plain' }, body: 'Intro\n\n## Part\n\n- [a](/b)\n' },
      isMarkdown: true,
    },
    {
      what: 'Markdown called HTML',
      answer: { headers: { 'content-type': 'text/html' }, body: '# One\n\nText.\n' },
      isMarkdown: true,
    },
    {
      what: 'prose called plain text',
      answer: { headers: { 'content-type': 'text/plain' }, body: 'Just a sentence.' },
      isMarkdown: false,
    },
    {
      what: 'HTML called Markdown',
      answer: { headers: { 'content-type': 'text/markdown' }, body: '<!doctype html><p># no</p>' },
      isMarkdown: false,
    },
    { what: 'an empty file', answer: { ...MARKDOWN, body: '' }, isMarkdown: false },
    { what: 'a 404 in Markdown', answer: { ...MARKDOWN, status: 404 }, isMarkdown: false },
    { what: 'binary', answer: { ...MARKDOWN, body: '# a\0b' }, isMarkdown: false },
    {
      what: 'an image',
      answer: { headers: { 'content-type': 'image/png' }, body: '# not looked at' },
      isMarkdown: false,
    },
    { what: 'no answer', answer: 'timeout', isMarkdown: false },
  ];
  for (const { what, answer, isMarkdown } of bodies) {
    it(`takes ${what} for ${isMarkdown ? '' : 'no '}Markdown`, async () => {
      const [attempt] = await ask({ guesses: [`${PAGE}.md`], asks: [] }, { '/docs/one.md': answer });
      assert.equal(attempt?.isMarkdown, isMarkdown);
      assert.equal(attempt?.status, typeof answer === 'string' ? undefined : (answer.status ?? 200));
    });
  }

  describe('the body of the best version', () => {
    const found = async (answers: Readonly<Record<string, FakeAnswer>>, negotiated?: FakeAnswer) => {
      const { client } = fakeClient(({ url, headers }) =>
        headers?.accept?.startsWith('text/markdown') ? negotiated : answers[url.slice(ORIGIN.length)],
      );
      const question = { pageUrl: PAGE, html: '', linkHeader: '', listed: undefined, asks: [MARKDOWN_ASKS[0]] };
      return (await findMarkdown(client, { ...question, guesses: [`${PAGE}.md`] })).twin;
    };
    const plain = (body: string): FakeAnswer => ({ headers: { 'content-type': 'text/plain' }, body });

    it('is that of the first that is served as Markdown', async () => {
      const twin = await found({ '/docs/one.md': plain('# Guessed') }, MARKDOWN);
      assert.equal(twin?.url, PAGE);
      assert.equal(Buffer.from(twin.body).toString(), '# One\n\nText.\n');
      assert.equal(twin.contentTypeHeader, 'text/markdown; charset=utf-8');
    });
    it('is that of the first when none is', async () => {
      const twin = await found({ '/docs/one.md': plain('# Guessed') }, plain('# Negotiated'));
      assert.equal(twin?.url, `${PAGE}.md`);
    });
    it('is cut after a million bytes', async () => {
      const twin = await found({}, { ...MARKDOWN, body: `# ${'x'.repeat(1_200_000)}` });
      assert.deepEqual([twin?.body.length, twin?.bodyBytes], [1_000_000, 1_200_002]);
    });
    it('is none when nothing is Markdown', async () => {
      assert.equal(await found({ '/docs/one.md': plain('No mark of it.') }), undefined);
    });
  });
});

describe('the ways to ask a page for its Markdown', () => {
  const html: FakeAnswer = { body: '<!doctype html><title>One</title>' };
  const asked = async (answer: (headers: Readonly<Record<string, string>>) => FakeAnswer) => {
    const { client, sent } = fakeClient(({ headers = {} }) => answer(headers));
    const { attempts } = await findMarkdown(client, {
      pageUrl: PAGE,
      html: '',
      linkHeader: '',
      listed: undefined,
      guesses: [],
      asks: MARKDOWN_ASKS,
    });
    return { found: attempts.find(({ isMarkdown }) => isMarkdown), count: sent.length };
  };

  it('stop at the first that brings Markdown', async () => {
    const { found, count } = await asked(() => MARKDOWN);
    assert.deepEqual([found?.via, found?.headers, count], ['negotiation', MARKDOWN_ASKS[0].headers, 1]);
  });
  it('send the line of Claude Code, and keep the count of tokens in the answer', async () => {
    const counted = { ...MARKDOWN, headers: { ...MARKDOWN.headers, 'x-markdown-tokens': '725' } };
    const { found, count } = await asked(({ accept }) => (accept === 'text/markdown, text/html, */*' ? counted : html));
    assert.deepEqual([found?.via, found?.tokens, count], ['negotiation', 725, 2]);
  });
  it('end with the name of an assistant', async () => {
    const { found, count } = await asked((headers) =>
      /Claude-User/.test(headers['user-agent'] ?? '') ? MARKDOWN : html,
    );
    assert.deepEqual([found?.via, count], ['user-agent', 3]);
  });
});
