import check from '../../../../../src/scanner/checks/site/agents-call-api.ts';
import { site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { offering } from '../../../../support/offers.ts';

checkTable(check, [
  { when: 'nothing of the kind is offered', given: site(), expect: 'na' },
  {
    when: 'it cannot be done',
    given: site({ actions: offering('api', { 'api-agent': 0 }, 'dead-paths') }),
    expect: 'fail',
    says: /do(?:es)? not answer as described/,
    credit: 0,
  },
  { when: 'it works for all', given: site({ actions: offering('api', { 'api-agent': 1 }) }), expect: 'pass' },
  {
    when: 'it was not measured',
    given: site({ actions: offering('api', { 'api-agent': undefined }) }),
    expect: 'error',
  },
]);
