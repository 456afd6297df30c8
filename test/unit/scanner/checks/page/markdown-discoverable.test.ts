import check from '../../../../../src/scanner/checks/page/markdown-discoverable.ts';
import type { MarkdownAttempt } from '../../../../../src/scanner/model/page.ts';
import { facts, ORIGIN, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { attempt, missing } from './markdown-attempts.ts';
import { unansweredPage } from './unanswered-page.ts';

const given = (...attempts: MarkdownAttempt[]) => ({ page: page('/a', { markdown: { tried: true, attempts } }) });
const short = { ...facts().mainText, wordsOutsideLinkLists: 99 };

checkTable(check, [
  {
    when: 'the address of the page answers it',
    given: given(missing(), attempt({ via: 'negotiation', url: `${ORIGIN}/a` })),
    expect: 'pass',
    says: /those who ask/,
  },
  { when: 'the page declares it', given: given(attempt({ via: 'alternate' })), expect: 'pass', says: /names its/ },
  {
    when: 'the page declares it, as plain text',
    given: given(attempt({ via: 'alternate', contentType: 'text/plain' })),
    expect: 'pass',
  },
  { when: 'llms.txt lists it', given: given(attempt({ via: 'llms-txt' })), expect: 'warn', says: /Only llms\.txt/ },
  {
    when: 'llms.txt lists one that is gone, and the address answers it',
    given: given(missing({ via: 'llms-txt' }), attempt({ via: 'negotiation' })),
    expect: 'pass',
  },
  { when: 'only a guess finds it', given: given(missing(), attempt()), expect: 'fail', says: /nothing leads to/ },
  {
    when: 'the declared one is gone although the address answers it',
    given: given(missing({ via: 'alternate' }), attempt({ via: 'negotiation' })),
    expect: 'fail',
    says: /answers 404/,
  },
  {
    when: 'the declared one is HTML',
    given: given(missing({ via: 'alternate', status: 200 }), attempt({ via: 'negotiation' })),
    expect: 'fail',
    says: /no Markdown/,
  },
  {
    when: 'the declared one gave us no answer, and the address answers it',
    given: given(missing({ via: 'alternate', status: undefined }), attempt({ via: 'negotiation' })),
    expect: 'pass',
  },
  { when: 'there is none', given: given(missing(), missing()), expect: 'fail', says: /no Markdown version/ },
  {
    when: 'the page is too short for one',
    given: { page: page('/a', { facts: { mainText: short } }) },
    expect: 'na',
    says: /99 words/,
  },
  { when: 'the page was not fetched', given: { page: unansweredPage('timeout') }, expect: 'error' },
]);
