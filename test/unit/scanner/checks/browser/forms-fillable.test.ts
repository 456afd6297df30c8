import check from '../../../../../src/scanner/checks/browser/forms-fillable.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const form = (fields: number, filled: number) => ({
  name: 'Book a crossing',
  fields,
  filled,
  problems: filled === fields ? [] : ['textbox ""'],
  hasButton: true,
  hasCaptcha: false,
  deadEnd: undefined,
});

checkTable(check, [
  {
    when: 'all fields of two forms',
    given: { seen: seenPage({ forms: [form(3, 3), form(1, 1)] }) },
    expect: 'pass',
    says: /^Each of 4 fields of 2 forms/,
  },
  { when: '4 of 5 fields', given: { seen: seenPage({ forms: [form(5, 4)] }) }, expect: 'warn', credit: 0.8 },
  {
    when: '3 of 4 fields',
    given: { seen: seenPage({ forms: [form(4, 3)] }) },
    expect: 'fail',
    credit: 0.75,
    says: /^1 of 4 fields of 1 form cannot/,
  },
  { when: 'no form', given: { seen: seenPage() }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung', forms: [form(1, 0)] }) }, expect: 'na' },
  {
    when: 'a form without a button',
    given: { seen: seenPage({ forms: [{ ...form(3, 3), hasButton: false }] }) },
    expect: 'fail',
    credit: 0,
    says: /^1 form has no button\. 3 of 3 fields/,
  },
  {
    when: 'a captcha in one of two forms',
    given: { seen: seenPage({ forms: [form(3, 3), { ...form(3, 3), hasCaptcha: true }] }) },
    expect: 'fail',
    credit: 0.5,
  },
  {
    when: 'an address that is forbidden, in one of two forms',
    given: { seen: seenPage({ forms: [form(3, 3), { ...form(3, 3), deadEnd: { status: 403, isProven: true } }] }) },
    expect: 'fail',
    credit: 0.5,
    says: /^1 form has an address that refuses a GET\. 3 of 6/,
  },
  {
    when: 'an address that may yet take a POST',
    given: { seen: seenPage({ forms: [{ ...form(10, 10), deadEnd: { status: 404, isProven: false } }] }) },
    expect: 'warn',
    credit: 0.9,
    says: /^1 form has an address that answers 404 to a GET, and may yet take what is sent by POST\.$/,
  },
]);
