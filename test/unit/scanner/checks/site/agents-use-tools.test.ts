import check from '../../../../../src/scanner/checks/site/agents-use-tools.ts';
import { site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { offering } from '../../../../support/offers.ts';

checkTable(check, [
  { when: 'nothing of the kind is offered', given: site(), expect: 'na' },
  {
    when: 'it cannot be done',
    given: site({ actions: offering('tools', { 'api-agent': 0 }, 'dead-endpoint') }),
    expect: 'fail',
    says: /does not answer/,
    credit: 0,
  },
  { when: 'it works for all', given: site({ actions: offering('tools', { 'api-agent': 1 }) }), expect: 'pass' },
  {
    when: 'it was not measured',
    given: site({ actions: offering('tools', { 'api-agent': undefined }) }),
    expect: 'error',
  },
]);
