import check from '../../../../../src/scanner/checks/site/robots-txt-valid.ts';
import { answered, notFound, robots, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

checkTable(check, [
  { when: 'a small text file', given: { robotsTxt: robots() }, expect: 'pass' },
  { when: 'exactly 500 KiB', given: { robotsTxt: robots({}, { bodyBytes: 512_000 }) }, expect: 'pass' },
  { when: 'one byte more', given: { robotsTxt: robots({}, { bodyBytes: 512_001 }) }, expect: 'warn', says: /500 KiB/ },
  {
    when: 'there is none',
    given: { robotsTxt: { probe: notFound('/robots.txt'), rules: undefined } },
    expect: 'warn',
    credit: 0.75,
  },
  { when: 'another type', given: { robotsTxt: robots({}, { contentType: 'text/html' }) }, expect: 'warn' },
  { when: 'noise', given: { robotsTxt: robots({ unknownLines: [3, 9] }) }, expect: 'warn', says: /2 lines.*line 3/ },
  { when: 'no group', given: { robotsTxt: robots({ groups: [] }) }, expect: 'warn', says: /User-agent group/ },
  {
    when: 'an HTML page',
    given: {
      robotsTxt: { probe: answered('/robots.txt', { isHtml: true, contentType: 'text/html' }), rules: undefined },
    },
    expect: 'fail',
    says: /HTML/,
  },
  {
    when: 'a 503',
    given: { robotsTxt: { probe: answered('/robots.txt', { status: 503 }), rules: undefined } },
    expect: 'fail',
  },
  {
    when: 'a firewall',
    given: { robotsTxt: { probe: answered('/robots.txt', { status: 403 }), rules: undefined } },
    expect: 'fail',
  },
  { when: 'no answer', given: { robotsTxt: { probe: unanswered('/robots.txt'), rules: undefined } }, expect: 'error' },
]);
