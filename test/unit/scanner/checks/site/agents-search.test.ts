import check from '../../../../../src/scanner/checks/site/agents-search.ts';
import { site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

checkTable(check, [
  { when: 'the root answers 200', given: site(), expect: 'pass' },
  {
    when: 'the root is gone',
    given: site({ target: { ...site().target, status: 404 } }),
    expect: 'fail',
    says: /answers 404/,
  },
]);
