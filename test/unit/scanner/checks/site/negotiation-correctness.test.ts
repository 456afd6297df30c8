import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/negotiation-correctness.ts';
import type { NegotiationAnswer, NegotiationAsk } from '../../../../../src/scanner/model/site.ts';
import { ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

type Result = Extract<NegotiationAnswer['result'], { status: number }>;
const ACCEPT: Record<NegotiationAsk, string> = {
  markdown: 'text/markdown',
  either: 'text/markdown, text/html, */*',
  browser: 'text/html,*/*;q=0.8',
  anything: '*/*',
  'html-first': 'text/html;q=1, text/markdown;q=0.1',
};

function answer(ask: NegotiationAsk, overrides: Partial<Result> = {}, hasMarkdown = true): NegotiationAnswer {
  const form = ask === 'markdown' || ask === 'either' ? 'markdown' : 'html';
  const result: Result = {
    status: 200,
    contentType: `text/${form}`,
    charset: 'utf-8',
    body: form,
    variesByAccept: true,
    ...overrides,
  };
  return { url: `${ORIGIN}/`, hasMarkdown, ask, accept: ACCEPT[ask], result };
}
const ASKS = ['markdown', 'either', 'browser', 'anything', 'html-first'] as const;
/** All asks of one page, one of them answered otherwise. */
const given = (ask: NegotiationAsk, overrides: Partial<Result>, hasMarkdown = true) =>
  site({ negotiation: { answers: ASKS.map((each) => answer(each, each === ask ? overrides : {}, hasMarkdown)) } });
const asMarkdown = { body: 'markdown', contentType: 'text/markdown' } as const;
const asHtml = { body: 'html', contentType: 'text/html' } as const;
const failure = { code: 'timeout', message: 'no answer' } as const;

checkTable(check, [
  { when: 'no page negotiates', given: site(), expect: 'na' },
  { when: 'all is right', given: given('markdown', {}), expect: 'pass' },
  { when: 'another name of Markdown', given: given('markdown', { contentType: 'text/x-markdown' }), expect: 'pass' },
  {
    when: 'the Markdown is another text than the page',
    given: site({ negotiation: { answers: [{ ...answer('markdown'), isAnotherText: true }] } }),
    expect: 'fail',
    says: /another text/,
  },
  { when: 'a browser gets Markdown', given: given('browser', asMarkdown), expect: 'fail', says: /browser/ },
  { when: 'a browser gets something else', given: given('browser', { body: 'other' }), expect: 'fail' },
  { when: 'Markdown is refused', given: given('markdown', { status: 406 }), expect: 'fail', says: /answered 406/ },
  { when: 'Markdown breaks the server', given: given('markdown', { status: 500 }), expect: 'fail' },
  { when: 'it is refused for a page that has none', given: given('markdown', { status: 404 }, false), expect: 'fail' },
  {
    when: 'anything is refused',
    given: given('anything', { status: 406 }),
    expect: 'fail',
    says: /\*\/\* is answered 406/,
  },
  { when: 'anything is Markdown', given: given('anything', asMarkdown), expect: 'warn' },
  {
    when: 'equal weights bring HTML (roots/post-content-to-markdown#16)',
    given: given('either', asHtml),
    expect: 'warn',
    says: /same weight, as Claude Code sends it, gets no Markdown/,
  },
  { when: 'q-values are not honoured', given: given('html-first', asMarkdown), expect: 'warn', says: /prefers HTML/ },
  { when: 'Vary is missing', given: given('markdown', { variesByAccept: false }), expect: 'warn', says: /Vary/ },
  { when: 'Vary is missing on HTML only', given: given('browser', { variesByAccept: false }), expect: 'pass' },
  {
    when: 'it is called plain text',
    given: given('markdown', { contentType: 'text/plain' }),
    expect: 'warn',
    says: /typed/,
  },
  { when: 'the charset is missing', given: given('markdown', { charset: undefined }), expect: 'warn', says: /charset/ },
  { when: 'Markdown alone brings HTML', given: given('markdown', asHtml), expect: 'warn', says: /gets none/ },
  { when: 'it brings HTML for a page that has no Markdown', given: given('markdown', asHtml, false), expect: 'pass' },
  { when: 'an overload', given: given('anything', { status: 429 }), expect: 'pass' },
  {
    when: 'no answer at all',
    given: site({ negotiation: { answers: [{ ...answer('markdown'), result: { failure } }] } }),
    expect: 'error',
  },
  {
    when: 'no answer to one of them',
    given: site({ negotiation: { answers: [{ ...answer('anything'), result: { failure } }, answer('markdown')] } }),
    expect: 'pass',
  },
]);

it('shows the worst finding by a request that repeats it', () => {
  const { status, evidence } = check.evaluate(
    site({ negotiation: { answers: [answer('anything', asMarkdown), answer('browser', asMarkdown)] } }),
  );
  assert.equal(status, 'fail');
  assert.deepEqual(evidence?.request, { accept: ACCEPT.browser });
  assert.equal(evidence?.examples?.length, 2);
});
