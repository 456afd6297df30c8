import check from '../../../../../src/scanner/checks/llms-txt/links-resolve.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, followed, link, links, llmsTxt } from './llms-txt-file.ts';

const dead = (count: number, path = '/gone-') => links(count, { state: 'dead', status: 404, form: undefined }, path);
const unknown = (count: number, path = '/slow-') =>
  links(count, { state: 'unknown', status: undefined, form: undefined }, path);
const ELSEWHERE = 'https://elsewhere.example/';

checkTable(check, [
  { when: 'all links resolve', given: followed(...links(12)), expect: 'pass', says: /12 of 12/ },
  { when: '98 % resolve', given: followed(...links(49), ...dead(1)), expect: 'pass', says: /49 of 50/ },
  {
    when: 'less than 98 % resolve',
    given: followed(...links(48), ...dead(1)),
    expect: 'warn',
    credit: 48 / 49,
    says: /1 of 49 followed links/,
  },
  { when: 'more than 90 % resolve', given: followed(...links(19), ...dead(2)), expect: 'warn', credit: 19 / 21 },
  { when: '90 % resolve', given: followed(...links(18), ...dead(2)), expect: 'fail', credit: 0.9 },
  { when: 'the only one of few is dead', given: followed(link('/a'), ...dead(1)), expect: 'warn', credit: 0.5 },
  { when: 'both of two are dead', given: followed(...dead(2)), expect: 'fail', credit: 0 },
  {
    when: 'only links to other hosts are dead, many of them',
    given: followed(...links(10), ...dead(10, ELSEWHERE)),
    expect: 'warn',
    credit: 0.5,
    says: /10 of 20 .* 10 of them on other hosts/,
  },
  {
    when: 'a preview whose links all point at production, where some are dead',
    given: followed(...links(7, {}, ELSEWHERE), ...dead(3, `${ELSEWHERE}gone-`)),
    expect: 'warn',
    credit: 0.7,
  },
  {
    when: 'links to other hosts that resolve do not outweigh dead ones of the site',
    given: followed(...links(10, {}, ELSEWHERE), ...links(8), ...dead(2)),
    expect: 'fail',
    credit: 0.9,
  },
  {
    when: 'what brought no answer is left out',
    given: followed(...links(2), ...unknown(8)),
    expect: 'pass',
    says: /2 of 2/,
  },
  { when: 'nothing brought an answer', given: followed(...unknown(3)), expect: 'error' },
  { when: 'the file has no links', given: llmsTxt('# Site\n'), expect: 'na' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
