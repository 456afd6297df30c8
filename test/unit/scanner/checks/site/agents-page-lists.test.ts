import check from '../../../../../src/scanner/checks/site/agents-page-lists.ts';
import { site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { offering } from '../../../../support/offers.ts';

checkTable(check, [
  { when: 'nothing of the kind is offered', given: site(), expect: 'na' },
  {
    when: 'it cannot be done',
    given: site({ actions: offering('list', { 'form-agent': 0, 'browser-agent': 0 }, 'same-content') }),
    expect: 'fail',
    says: /the same content/,
    credit: 0,
  },
  {
    when: 'it works for all',
    given: site({ actions: offering('list', { 'form-agent': 1, 'browser-agent': 1 }) }),
    expect: 'pass',
  },
  {
    when: 'it works in a browser only',
    given: site({ actions: offering('list', { 'form-agent': 0, 'browser-agent': 1 }, 'by-script') }),
    expect: 'warn',
    says: /works in a browser only/,
    credit: 0.5,
  },
  {
    when: 'it was not measured',
    given: site({ actions: offering('list', { 'form-agent': undefined, 'browser-agent': undefined }) }),
    expect: 'error',
  },
]);
