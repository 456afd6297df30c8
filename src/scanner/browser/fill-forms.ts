/** The forms of a page, filled by role and name as an agent does that knows no more. Nothing is sent. */

import type { Page } from 'playwright-core';
import type { SeenForm } from '../model/browser.ts';
import { askElement } from './ask.ts';
import type { FieldFacts } from './in-page.ts';
import { sampleValue } from './sample-value.ts';
import { FIELD_ROLES, type SnapshotNode } from './snapshot.ts';
import { Hung, STEP_MS, within } from './within.ts';

const MAX_FIELDS = 60;
const MAX_PROBLEMS = 3;

export interface Field {
  readonly node: SnapshotNode;
  readonly facts: FieldFacts;
}

export async function fieldsOf(page: Page, controls: readonly SnapshotNode[]): Promise<Field[]> {
  const fields: Field[] = [];
  for (const node of controls.filter(({ role }) => FIELD_ROLES.has(role)).slice(0, MAX_FIELDS)) {
    if (node.ref === undefined) continue;
    const facts = await askElement(page.getByRef(node.ref), 'fieldFacts');
    if (facts !== undefined) fields.push({ node, facts });
  }
  return fields;
}

/** A form, and where it is sent: '' for the page itself. */
export interface FilledForm extends Omit<SeenForm, 'deadEnd'> {
  readonly address: string;
  readonly method: string;
}

/** @param fields of the page, as `fieldsOf` answers them */
export async function fillForms(
  page: Page,
  fields: readonly Field[],
  nodes: readonly SnapshotNode[],
): Promise<FilledForm[]> {
  const forms = new Map<string, Field[]>();
  for (const field of fields) {
    const form = `${frameOf(field.node)} ${field.facts.form}`;
    if (!field.facts.isSearch) forms.set(form, [...(forms.get(form) ?? []), field]);
  }
  const seen: FilledForm[] = [];
  // Script applications often have fields without a form element: several of them together count as a form.
  for (const all of forms.values()) {
    const inputs = all.filter(({ facts }) => !facts.isFixed);
    const [first] = inputs;
    if (first === undefined || (first.facts.form === -1 && inputs.length < 2)) continue;
    const problems: string[] = [];
    let filled = 0;
    for (const field of inputs) {
      if (await isFilled(page, field, fields)) filled += 1;
      else if (problems.length < MAX_PROBLEMS) problems.push(`${field.node.role} "${field.node.name}"`);
    }
    const { formName: name, hasCaptcha, address, method } = first.facts;
    const button = { hasButton: hasButton(inputs, nodes), hasCaptcha };
    seen.push({ name, fields: inputs.length, filled, problems, ...button, address, method });
  }
  return seen;
}

/** References of nodes in a frame begin with its number. */
const frameOf = ({ ref = '' }: SnapshotNode): string => /^f\d{1,4}/.exec(ref)?.[0] ?? '';

const TYPED = new Set(['textbox', 'spinbutton', 'searchbox']);

function hasButton(inputs: readonly Field[], nodes: readonly SnapshotNode[]): boolean {
  const last = Math.max(...inputs.map(({ node }) => nodes.indexOf(node)));
  if (nodes.slice(last).some(({ role }) => role === 'button')) return true;
  // Enter sends a form with one field for text (HTML, implicit submission); choices may send themselves.
  const typed = inputs.filter(({ node }) => TYPED.has(node.role));
  return typed.length === 0 || (typed.length === 1 && typed[0]?.facts.form !== -1);
}

async function isFilled(page: Page, own: Field, fields: readonly Field[]): Promise<boolean> {
  const { node, facts } = own;
  if (node.name === '' || node.ref === undefined) return false;
  const namesakes = fields.filter(
    (each) => each.node.role === node.role && each.node.name === node.name && each.facts.form === facts.form,
  );
  const field = page.getByRef(node.ref);
  const options = { timeout: STEP_MS / 5 };
  try {
    if (namesakes.length > 1 && node.role !== 'radio') return false;
    if (node.role === 'checkbox' || node.role === 'radio' || node.role === 'switch') {
      await within(field.check({ ...options, trial: true }));
      return true;
    }
    if (facts.tag === 'select') {
      if (facts.options < 2) return false;
      await within(field.selectOption({ index: 1 }, options));
      return true;
    }
    const value = sampleValue(facts);
    if (value === undefined) return false;
    await within(field.fill(value, options));
    return (await within(field.inputValue(options))) !== '';
  } catch (error) {
    if (error instanceof Hung) throw error;
    return false;
  }
}
