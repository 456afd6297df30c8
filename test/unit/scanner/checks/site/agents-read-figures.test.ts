import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/agents-read-figures.ts';
import { act } from '../../../../support/acting.ts';
import { site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { offering } from '../../../../support/offers.ts';

const table = (head: string) =>
  `<table><tr><${head}>Room</${head}><${head}>Price</${head}></tr><tr><td>Double</td><td>90</td></tr><tr><td>Single</td><td>60</td></tr></table>`;
const { offers } = act({
  '/a': table('th'),
  '/b': table('td'),
  '/c': table('td'),
  '/d': table('th'),
  '/e': table('th'),
});

checkTable(check, [
  {
    when: 'tables of two pages have no headers',
    given: site({ actions: { offers, more: 0 } }),
    expect: 'warn',
    says: /6 of 12 cells on 2 pages in tables without headers/,
    credit: 0.975,
  },
  { when: 'nothing of the kind is offered', given: site(), expect: 'na' },
  {
    when: 'it cannot be done',
    given: site({ actions: offering('figures', { 'form-agent': 0, 'browser-agent': 0 }, 'pictures') }),
    expect: 'fail',
    says: /picture in the place of text/,
    credit: 0,
  },
  {
    when: 'it works for all',
    given: site({ actions: offering('figures', { 'form-agent': 1, 'browser-agent': 1 }) }),
    expect: 'pass',
  },
  {
    when: 'it works in a browser only',
    given: site({ actions: offering('figures', { 'form-agent': 0, 'browser-agent': 1 }, 'by-script') }),
    expect: 'warn',
    says: /works in a browser only/,
    credit: 0.5,
  },
  {
    when: 'it was not measured',
    given: site({ actions: offering('figures', { 'form-agent': undefined, 'browser-agent': undefined }) }),
    expect: 'error',
  },
]);

it('S29 says in its fix on how many pages headers lack', () => {
  const outcome = check.evaluate(site({ actions: { offers, more: 0 } }));
  assert.ok('howToFix' in outcome);
  assert.match(outcome.howToFix, /<th scope="col">.* \(6 cells on 2 pages\.\)/);
});
