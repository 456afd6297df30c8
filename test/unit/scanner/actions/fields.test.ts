import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillable } from '../../../../src/scanner/actions/fields.ts';
import type { ActionField } from '../../../../src/scanner/parse/html/actions/page-actions.ts';

const field = (changes: Partial<ActionField> = {}): ActionField => ({
  type: 'text',
  name: 'email',
  label: 'Email',
  labelledBy: 'label',
  isRequired: false,
  isScripted: false,
  ...changes,
});
const unnamed = field({ name: 'f1', label: '', labelledBy: 'none' });
const scripted = field({ isScripted: true });
const pretended = field({ type: 'pretended', name: '', label: '', labelledBy: 'none', isScripted: true });

const rows: readonly (readonly [
  what: string,
  fields: readonly ActionField[],
  form: number,
  browser: number,
  ...codes: readonly string[],
])[] = [
  ['no field', [], 1, 1],
  ['labelled fields', [field(), field()], 1, 1],
  ['a name that says nothing', [unnamed], 0, 0, 'no-label'],
  ['a name that tells', [field({ labelledBy: 'none' })], 0.6, 0.3, 'no-label'],
  ['names of generators', [field({ name: 'input_a', labelledBy: 'none' })], 0, 0, 'no-label'],
  ['one of two that cannot be told', [field(), unnamed], 0.25, 0.25, 'no-label'],
  ['one of two that cannot be told and need not', [field({ isRequired: true }), unnamed], 0.75, 0.75, 'no-label'],
  ['no name attribute', [field({ name: '' })], 0, 1, 'no-name'],
  ['a file without a name', [field({ name: '', type: 'file' })], 1, 1],
  ['a field that a script sets', [field(), scripted], 0, 1, 'scripted-field'],
  ['one that a script sets and that need not be', [field({ isRequired: true }), scripted], 0.75, 1, 'scripted-field'],
  ['an element without a role', [field(), pretended], 0, 0.25, 'no-role'],
];

describe('what can be filled in', () => {
  for (const [what, fields, form, browser, ...codes] of rows) {
    it(what, () => {
      const found = fillable({ fields });
      assert.deepEqual([found.form, found.browser], [form, browser]);
      assert.deepEqual(
        found.blockers.map(({ code }) => code),
        codes,
      );
    });
  }
});
