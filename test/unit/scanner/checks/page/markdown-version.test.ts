import check from '../../../../../src/scanner/checks/page/markdown-version.ts';
import type { MarkdownAttempt } from '../../../../../src/scanner/model/page.ts';
import type { FormField, PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { facts, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { attempt, missing } from './markdown-attempts.ts';

const none = missing();
const given = (attempts: MarkdownAttempt[], tried = true) => ({ page: page('/a', { markdown: { tried, attempts } }) });
const content = (
  words: number,
  mainFields: PageFacts['mainFields'] = { search: 0, other: 0 },
  path = '/a',
  inForms = 0,
) => ({
  page: page(path, {
    markdown: { tried: true, attempts: [none] },
    facts: { mainFields, mainText: { ...facts().mainText, wordsOutsideLinkLists: words, wordsInForms: inForms } },
  }),
});

const commentField: FormField = {
  type: 'textarea',
  name: 'comment',
  id: '',
  isRequired: true,
  hasAutocomplete: false,
  isDescribedToTools: false,
};
const commentForm = (times: readonly string[], field: Partial<FormField> = {}) => ({
  page: page('/a', {
    markdown: { tried: true, attempts: [none] },
    facts: {
      mainFields: { search: 0, other: 4 },
      mainText: { ...facts().mainText, wordsOutsideLinkLists: 120 },
      dates: { ...facts().dates, times },
      forms: [
        {
          isSearch: false,
          isSendable: true,
          sendsByGet: false,
          hasCaptcha: false,
          hasToolName: false,
          hasToolDescription: false,
          fields: [{ ...commentField, ...field }],
        },
      ],
    },
  }),
});

const comparedWith = (looked: number, missing: number, { isCut = false, fromPage = 0.1 } = {}) => ({
  page: page('/a', {
    markdown: {
      tried: true,
      attempts: [attempt()],
      twin: {
        url: attempt().url,
        bodyBytes: 2000,
        isCut,
        unclosedFenceLine: undefined,
        htmlShare: 0,
        segments: { looked, missing, examples: [] },
        fromPage,
        links: { count: 0, relative: 0, examples: [] },
        chromeLinks: { count: 0, kept: 0 },
      },
    },
  }),
});

checkTable(check, [
  { when: 'a poor version, which P24 judges', given: comparedWith(10, 8), expect: 'pass' },
  { when: 'another text', given: comparedWith(10, 9), expect: 'fail', says: /another text: it lacks 9 of 10/ },
  { when: 'the text without a long menu', given: comparedWith(10, 9, { fromPage: 0.2 }), expect: 'pass' },
  { when: 'another text of a page with 4 sentences', given: comparedWith(4, 4), expect: 'pass' },
  { when: 'a text of which only the start was read', given: comparedWith(10, 9, { isCut: true }), expect: 'pass' },
  { when: 'a twin', given: given([none, attempt()]), expect: 'pass', says: /\.md/ },
  {
    when: 'negotiation',
    given: given([none, attempt({ via: 'negotiation' })]),
    expect: 'pass',
    says: /negotiation/,
  },
  { when: 'text/x-markdown', given: given([attempt({ contentType: 'text/x-markdown' })]), expect: 'pass' },
  {
    when: 'one well served among others',
    given: given([attempt({ contentType: 'text/plain' }), attempt({ via: 'negotiation' })]),
    expect: 'pass',
  },
  {
    when: 'as plain text',
    given: given([attempt({ contentType: 'text/plain' })]),
    expect: 'warn',
    says: /another type/,
  },
  { when: 'as HTML', given: given([attempt({ contentType: 'text/html' })]), expect: 'warn' },
  { when: 'HTML under the type', given: given([attempt({ isMarkdown: false })]), expect: 'fail' },
  { when: 'Markdown with 404', given: given([attempt({ status: 404 })]), expect: 'fail' },
  { when: 'none', given: given([none, none]), expect: 'fail', says: /at 1 URL\./ },
  {
    when: 'a page that was not asked',
    given: given([], false),
    expect: 'error',
    says: /No Markdown version of this page was requested/,
  },
  {
    when: 'no answer from any place',
    given: given([missing({ status: undefined }), missing({ status: undefined })]),
    expect: 'error',
    says: /gave an answer/,
  },
  {
    when: 'no answer from one place, none at the other',
    given: given([missing({ status: undefined }), none]),
    expect: 'fail',
  },
  { when: '99 words', given: content(99), expect: 'na', says: /99 words/ },
  { when: '100 words', given: content(100), expect: 'fail' },
  {
    when: 'a search by its path',
    given: content(500, { search: 1, other: 0 }, '/docs/search.html'),
    expect: 'na',
    says: /search/,
  },
  { when: 'results of a search', given: content(500, { search: 1, other: 0 }, '/?q=sails'), expect: 'na' },
  { when: 'a page with a search box', given: content(500, { search: 1, other: 0 }), expect: 'fail' },
  { when: 'a parameter without a search box', given: content(500, { search: 0, other: 0 }, '/?s=1'), expect: 'fail' },
  {
    when: 'a form of 3 fields and 299 words, 150 of them in it',
    given: content(299, { search: 0, other: 3 }, '/a', 150),
    expect: 'na',
    says: /form/,
  },
  { when: 'a product with a form for reviews', given: content(280, { search: 0, other: 5 }, '/a', 30), expect: 'fail' },
  { when: 'a form and 300 words', given: content(300, { search: 0, other: 3 }), expect: 'fail' },
  { when: 'an article with a form for comments', given: commentForm(['2026-05-01']), expect: 'fail' },
  { when: 'an undated page with such a form', given: commentForm([]), expect: 'na' },
  { when: 'a dated page with a contact form', given: commentForm(['2026-05-01'], { name: 'message' }), expect: 'na' },
  { when: '2 fields', given: content(299, { search: 0, other: 2 }), expect: 'fail' },
]);
