import check from '../../../../../src/scanner/checks/page/forms-actionable.ts';
import type { FormField, PageForm } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const FIELD: FormField = {
  type: 'text',
  name: 'subject',
  id: '',
  isRequired: false,
  hasAutocomplete: false,
  isDescribedToTools: false,
};
const FORM: PageForm = {
  isSearch: false,
  isSendable: true,
  sendsByGet: false,
  hasCaptcha: false,
  hasToolName: false,
  hasToolDescription: false,
  fields: [FIELD],
};
const forms = (...list: readonly Partial<PageForm>[]) => ({
  page: page('/a', { facts: { forms: list.map((form) => ({ ...FORM, ...form })) } }),
});
const fields = (...list: readonly Partial<FormField>[]) => ({ fields: list.map((field) => ({ ...FIELD, ...field })) });

checkTable(check, [
  { when: 'no form', given: forms(), expect: 'na' },
  {
    when: 'a name beside an address to answer to',
    given: forms(fields({ name: 'con_name' }, { type: 'email', name: 'mail', hasAutocomplete: true })),
    expect: 'warn',
    says: /1 personal field without autocomplete/,
  },
  { when: 'the name of a thing', given: forms(fields({ name: 'name' })), expect: 'pass' },
  { when: 'a search', given: forms({ isSearch: true, isSendable: false }), expect: 'na' },
  {
    when: 'the filters of a list, worked by a script',
    given: forms({ isSendable: false, ...fields({ type: 'checkbox' }, { type: 'number' }, { type: 'select' }) }),
    expect: 'na',
  },
  {
    when: 'the filters of a list, sent by GET',
    given: forms({ sendsByGet: true, ...fields({ type: 'checkbox' }, { type: 'range' }) }),
    expect: 'na',
  },
  {
    when: 'a choice that is posted',
    given: forms(fields({ type: 'number', name: 'quantity' })),
    expect: 'pass',
    says: /^The form can/,
  },
  {
    when: 'choices that must be made, and nothing to send them',
    given: forms({ isSendable: false, ...fields({ type: 'select', isRequired: true }) }),
    expect: 'warn',
  },
  { when: 'a form of buttons', given: forms({ fields: [], isSendable: false }), expect: 'na' },
  { when: 'a good form', given: forms({}), expect: 'pass' },
  {
    when: 'good personal fields',
    given: forms(
      fields(
        { type: 'email', name: 'email', hasAutocomplete: true },
        { type: 'tel', name: 'phone', hasAutocomplete: true },
        { type: 'password', name: 'pw', hasAutocomplete: true },
        { name: 'first_name', hasAutocomplete: true },
        { type: 'checkbox', name: 'by_email' },
      ),
    ),
    expect: 'pass',
  },
  {
    when: 'a required field without a name',
    given: forms(fields({ name: '', isRequired: true })),
    expect: 'fail',
    says: /1 required field without a name/,
  },
  { when: 'fields without a name', given: forms(fields({ name: '' }, { name: '' })), expect: 'warn', says: /2 fields/ },
  {
    when: 'an e-mail field without autocomplete',
    given: forms(fields({ type: 'email', name: 'x' })),
    expect: 'warn',
    says: /1 personal field without/,
  },
  { when: 'a name without autocomplete', given: forms(fields({ name: 'user[last-name]' })), expect: 'warn' },
  { when: 'the name of a thing', given: forms(fields({ name: 'hostname' })), expect: 'pass' },
  {
    when: 'an e-mail field that is a text',
    given: forms(fields({ name: 'your-email', hasAutocomplete: true })),
    expect: 'warn',
    says: /plainer type/,
  },
  { when: 'named by its id', given: forms(fields({ name: 'f1', id: 'email' })), expect: 'pass' },
  { when: 'no way to send it', given: forms({ isSendable: false }), expect: 'warn', says: /1 form without action/ },
  {
    when: 'a captcha before 5 fields',
    given: forms({ hasCaptcha: true, ...fields({}, {}, {}, {}, {}) }),
    expect: 'warn',
    says: /captcha/,
  },
  { when: 'before 6', given: forms({ hasCaptcha: true, ...fields({}, {}, {}, {}, {}, {}) }), expect: 'pass' },
  {
    when: 'before a password',
    given: forms({ hasCaptcha: true, ...fields({ type: 'password', hasAutocomplete: true }) }),
    expect: 'pass',
  },
  {
    when: 'a tool without a description',
    given: forms({ hasToolName: true }),
    expect: 'fail',
    says: /tool without a description/,
  },
  {
    when: 'a search that is a tool without a description',
    given: forms({ isSearch: true, hasToolName: true }),
    expect: 'fail',
  },
  { when: 'a tool without a name', given: forms({ hasToolDescription: true }), expect: 'warn' },
  {
    when: 'a whole tool',
    given: forms({
      hasToolName: true,
      hasToolDescription: true,
      ...fields({ isDescribedToTools: true }, { isDescribedToTools: false }),
    }),
    expect: 'pass',
    says: /1 of 2 parameters/,
  },
  {
    when: 'a script that registers tools',
    given: { page: page('/a', { facts: { forms: [FORM], registersTools: true } }) },
    expect: 'pass',
    says: /script registers tools/,
  },
  {
    when: 'a script that registers tools, and no form',
    given: { page: page('/a', { facts: { registersTools: true } }) },
    expect: 'na',
    says: /registers tools/,
  },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
