import check from '../../../../../src/scanner/checks/browser/clickables-have-roles.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const pretenders = (count: number) => ({ count, examples: count === 0 ? [] : ['<div onclick="open()">'] });
const NO_CONTROLS = { chars: 100, controls: 0, unnamed: 0, examples: [] };

checkTable(check, [
  { when: 'none', given: { seen: seenPage() }, expect: 'pass' },
  { when: '2 beside 20 controls', given: { seen: seenPage({ pretenders: pretenders(2) }) }, expect: 'warn' },
  {
    when: '5 beside 20 controls',
    given: { seen: seenPage({ pretenders: pretenders(5) }) },
    expect: 'fail',
    credit: 0.8,
    says: /5 elements only look like controls \(20 %/,
  },
  {
    when: 'one that is all there is',
    given: { seen: seenPage({ pretenders: pretenders(1), tree: NO_CONTROLS }) },
    expect: 'fail',
    credit: 0,
    says: /1 element only looks/,
  },
  { when: 'nothing to press', given: { seen: seenPage({ tree: NO_CONTROLS }) }, expect: 'na' },
  { when: 'no answer', given: { seen: seenPage({ outcome: 'no-answer' }) }, expect: 'na' },
]);
