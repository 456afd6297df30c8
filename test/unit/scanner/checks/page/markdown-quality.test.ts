import check from '../../../../../src/scanner/checks/page/markdown-quality.ts';
import type { MarkdownAttempt } from '../../../../../src/scanner/model/page.ts';
import type { TwinFacts } from '../../../../../src/scanner/parse/html/compare-twin.ts';
import { facts, ORIGIN, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { attempt, missing } from './markdown-attempts.ts';
import { unansweredPage } from './unanswered-page.ts';

const KB = 1024;
const lacking = (count: number, looked = 100) => ({
  looked,
  missing: count,
  examples: ['a sentence that is not there'],
});

/** A page of 8,000 bytes and its version of 2,000, found by negotiation. */
function given(
  twin: Partial<TwinFacts> = {},
  { via = 'negotiation', htmlBytes = 8000 }: { via?: MarkdownAttempt['via']; htmlBytes?: number } = {},
) {
  const whole: TwinFacts = {
    url: `${ORIGIN}/a.md`,
    bodyBytes: 2000,
    isCut: false,
    unclosedFenceLine: undefined,
    htmlShare: 0,
    segments: lacking(0),
    fromPage: 1,
    links: { count: 10, relative: 0, examples: [] },
    chromeLinks: { count: 20, kept: 0 },
    ...twin,
  };
  const healthy = page('/a', { markdown: { tried: true, attempts: [attempt({ via })], twin: whole } });
  const { response } = healthy;
  return { page: { ...healthy, response: response.answered ? { ...response, bodyBytes: htmlBytes } : response } };
}
const short = { ...facts().mainText, wordsOutsideLinkLists: 99 };

checkTable(check, [
  { when: 'it is whole', given: given(), expect: 'pass', says: /100 of 100/ },
  { when: 'there is nothing to look for', given: given({ segments: lacking(0, 0) }), expect: 'na' },
  { when: '4 of 100 are missing', given: given({ segments: lacking(4) }), expect: 'pass' },
  {
    when: '5 of 100 are missing',
    given: given({ segments: lacking(5) }),
    expect: 'warn',
    credit: 0.5,
    says: /lacks 5/,
  },
  { when: '19 of 100 are missing', given: given({ segments: lacking(19) }), expect: 'warn' },
  { when: '20 of 100 are missing', given: given({ segments: lacking(20) }), expect: 'fail', says: /lacks 20 of 100/ },
  { when: 'only its start was read', given: given({ segments: lacking(60), isCut: true }), expect: 'pass' },
  { when: 'a fence is open', given: given({ unclosedFenceLine: 7 }), expect: 'fail', says: /line 7/ },
  { when: 'a fence is open where reading ended', given: given({ unclosedFenceLine: 7, isCut: true }), expect: 'pass' },
  { when: '30 % are tags', given: given({ htmlShare: 0.3 }), expect: 'pass' },
  { when: 'more than 30 % are tags', given: given({ htmlShare: 0.301 }), expect: 'fail', says: /30\.1 %/ },
  {
    when: 'a link is relative',
    given: given({ links: { count: 10, relative: 1, examples: ['b.md'] } }),
    expect: 'warn',
    says: /1 of 10 links/,
  },
  { when: '4 links of a small navigation', given: given({ chromeLinks: { count: 4, kept: 4 } }), expect: 'pass' },
  {
    when: 'half of a navigation of 10',
    given: given({ chromeLinks: { count: 10, kept: 5 } }),
    expect: 'warn',
    says: /keeps 5 links/,
  },
  { when: 'less than half of a navigation', given: given({ chromeLinks: { count: 11, kept: 5 } }), expect: 'pass' },
  { when: '70 % of the size', given: given({ bodyBytes: 7000 }, { htmlBytes: 10_000 }), expect: 'pass' },
  {
    when: 'over 70 % of the size',
    given: given({ bodyBytes: 7001 }, { htmlBytes: 10_000 }),
    expect: 'warn',
    says: /70 % of the size/,
  },
  { when: 'a small page', given: given({ bodyBytes: 5 * KB }, { htmlBytes: 5 * KB }), expect: 'pass' },
  { when: 'a page that is not small', given: given({ bodyBytes: 5 * KB }, { htmlBytes: 5 * KB + 1 }), expect: 'warn' },
  {
    when: 'several small faults',
    given: given({ segments: lacking(6), chromeLinks: { count: 10, kept: 10 } }),
    expect: 'warn',
    credit: 0.5,
    says: /lacks 6.*and keeps 10/,
  },
  { when: 'the page declares it', given: given({}, { via: 'alternate' }), expect: 'pass', credit: 0.8 },
  { when: 'llms.txt lists it', given: given({}, { via: 'llms-txt' }), expect: 'pass', credit: 0.5, says: /half/ },
  { when: 'nothing leads to it', given: given({}, { via: 'suffix' }), expect: 'pass', credit: 0, says: /nothing/ },
  {
    when: 'a fault in one that the page declares',
    given: given({ segments: lacking(5) }, { via: 'alternate' }),
    expect: 'warn',
    credit: 0.4,
  },
  {
    when: 'a fault in one that nothing leads to',
    given: given({ segments: lacking(5) }, { via: 'suffix' }),
    expect: 'warn',
    credit: 0,
  },
  {
    when: 'there is none',
    given: { page: page('/a', { markdown: { tried: true, attempts: [missing(), missing({ status: 200 })] } }) },
    expect: 'fail',
    says: /no Markdown version/,
  },
  {
    when: 'it could not be compared',
    given: { page: page('/a', { markdown: { tried: true, attempts: [attempt()] } }) },
    expect: 'error',
  },
  { when: 'the page is too short for one', given: { page: page('/a', { facts: { mainText: short } }) }, expect: 'na' },
  { when: 'the page was not fetched', given: { page: unansweredPage('dns') }, expect: 'error' },
]);
