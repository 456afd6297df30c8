import type { FormField, PageForm } from '../../parse/html/page-facts.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

/** A form of so few fields, and none for a password, gives little away: a puzzle before it keeps agents out for nothing. */
const MAX_SIMPLE_FIELDS = 5;

export default defineCheck({
  id: 'P20',
  slug: 'forms-actionable',
  series: 'page',
  category: 'action',
  titles: {
    pass: 'Forms can be filled in and sent',
    fail: 'Forms are hard to fill in or send',
    action: 'Label the fields of each form and name its action',
  },
  why: 'An agent fills in a form by the names, types and autofill tokens of its fields, and sends it by its action or button.',
  rule: 'Passes when every field has a name, fields for e-mail, telephone, password, names and addresses have autocomplete and a fitting type, and the form has an action, a method or a submit button. Warns about any fault, and about a captcha in a form of up to 5 fields. Fails when a required field has no name, or toolname has no tooldescription. Not applicable to searches, filters and pages without forms.',
  sources: [
    'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill',
    'https://webmachinelearning.github.io/webmcp/',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { forms, registersTools } = read.facts;
    const judged = forms.filter(
      (form) => form.hasToolName || (!form.isSearch && !isFilter(form) && form.fields.length > 0),
    );
    if (judged.length === 0) {
      const tools = registersTools ? ' Its script registers tools for agents (WebMCP).' : '';
      return notApplicable(
        `${forms.length === 0 ? 'The page shows no forms.' : 'The only forms of the page are searches and filters.'}${tools}`,
        read.evidence,
      );
    }

    const fields = judged.flatMap((form) => form.fields);
    const unnamed = fields.filter(({ name }) => name === '');
    const grave = [
      pluralize(unnamed.filter(({ isRequired }) => isRequired).length, 'required field', 'without a name'),
      pluralize(
        judged.filter((form) => form.hasToolName && !form.hasToolDescription).length,
        'tool',
        'without a description',
      ),
    ].filter((fault) => fault !== undefined);
    const unfilled = judged.flatMap(personalFields).filter(({ hasAutocomplete }) => !hasAutocomplete);
    const mistyped = fields.filter(isMistyped);
    const light = [
      pluralize(unnamed.filter(({ isRequired }) => !isRequired).length, 'field', 'without a name'),
      pluralize(unfilled.length, 'personal field', 'without autocomplete'),
      pluralize(mistyped.length, 'field', 'of a plainer type than it asks for'),
      pluralize(
        judged.filter(({ isSendable }) => !isSendable).length,
        'form',
        'without action, method and submit button',
      ),
      pluralize(judged.filter(hasNeedlessCaptcha).length, 'simple form', 'behind a captcha'),
      pluralize(judged.filter((form) => !form.hasToolName && form.hasToolDescription).length, 'tool', 'without a name'),
    ].filter((fault) => fault !== undefined);

    const faults = [...grave, ...light];
    const evidence = {
      ...read.evidence,
      measured: faults.length,
      threshold: 0,
      examples: [...unnamed, ...unfilled, ...mistyped].map(labelOf),
    };
    if (faults.length === 0) return pass(`${goodWords(judged)}${toolWords(judged, registersTools)}`, evidence);
    const message = `Of ${judged.length} ${judged.length === 1 ? 'form' : 'forms'} with ${fields.length} fields: ${faults.join(', ')}.`;
    const finding = {
      howToFix:
        'Give every field a name, a fitting type and, for personal data, an autocomplete token; give the form an action and a submit button; use no captcha on simple forms; give every toolname a tooldescription.',
      evidence,
    };
    return grave.length > 0 ? fail(message, finding) : warn(message, finding);
  },
});

const pluralize = (count: number, noun: string, fault: string): string | undefined =>
  count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'} ${fault}`;

/** Types of fields that narrow or sort a list of products or results: by a script at each change, or by GET. */
const FILTER_TYPES = new Set(['checkbox', 'radio', 'select', 'number', 'range', 'date', 'color']);
const isFilter = ({ isSendable, sendsByGet, fields }: PageForm): boolean =>
  (!isSendable || sendsByGet) && fields.every(({ type, isRequired }) => FILTER_TYPES.has(type) && !isRequired);

const hasNeedlessCaptcha = ({ hasCaptcha, fields }: PageForm): boolean =>
  hasCaptcha && fields.length <= MAX_SIMPLE_FIELDS && !fields.some(({ type }) => type === 'password');

const labelOf = ({ type, name, id }: FormField): string => `${type} ${name || id || '(no name)'}`;

const goodWords = (forms: readonly PageForm[]): string =>
  `${forms.length === 1 ? 'The form' : `The ${forms.length} forms`} can be filled in and sent.`;

/** The tools that a page offers to agents: reported, but not graded while WebMCP is a draft. */
function toolWords(forms: readonly PageForm[], registersTools: boolean): string {
  const tools = forms.filter(({ hasToolName }) => hasToolName);
  const parameters = tools.flatMap(({ fields }) => fields);
  const described = parameters.filter(({ isDescribedToTools }) => isDescribedToTools).length;
  const declared =
    tools.length === 0
      ? ''
      : ` ${tools.length} of them ${tools.length === 1 ? 'is a tool' : 'are tools'} for agents (WebMCP), with ${described} of ${parameters.length} parameters described.`;
  return `${declared}${registersTools ? ' A script registers tools for agents (WebMCP).' : ''}`;
}

/** What a browser or an agent can fill in from what it knows of its user (HTML, autofill). */
type Purpose = 'email' | 'telephone' | 'password' | 'name' | 'address';

const PURPOSE_OF_TYPE = new Map<string, Purpose>([
  ['email', 'email'],
  ['tel', 'telephone'],
  ['password', 'password'],
]);
/** How names and ids of such fields end, without what separates their words. */
const ENDINGS: readonly (readonly [ending: string, purpose: Purpose])[] = [
  ['email', 'email'],
  ['emailaddress', 'email'],
  ['telephone', 'telephone'],
  ['phone', 'telephone'],
  ['phonenumber', 'telephone'],
  ['firstname', 'name'],
  ['givenname', 'name'],
  ['lastname', 'name'],
  ['familyname', 'name'],
  ['surname', 'name'],
  ['fullname', 'name'],
  ['streetaddress', 'address'],
  ['postcode', 'address'],
  ['postalcode', 'address'],
  ['zipcode', 'address'],
];
/** The type that brings the right keyboard and the right check. */
const TYPE_OF_PURPOSE: Partial<Record<Purpose, string>> = { email: 'email', telephone: 'tel', password: 'password' };

/** The purpose of a text field, by its type or its name; undefined for data that an agent cannot know beforehand. */
function purposeOf({ type, name, id }: FormField): Purpose | undefined {
  const byType = PURPOSE_OF_TYPE.get(type);
  if (byType !== undefined || type !== 'text') return byType;
  const letters = (name || id).toLowerCase().replace(/[^a-z]+/g, '');
  return ENDINGS.find(([ending]) => letters.endsWith(ending))?.[1];
}

/** Fields for what an agent knows of its user. A "name" beside a field for an address to answer to is that of a person. */
function personalFields({ fields }: PageForm): FormField[] {
  const answersTo = fields.map(purposeOf).some((purpose) => purpose === 'email' || purpose === 'telephone');
  return fields.filter((field) => purposeOf(field) !== undefined || (answersTo && isNameAlone(field)));
}

const isNameAlone = ({ type, name, id }: FormField): boolean =>
  type === 'text' && NAME_ALONE.test((name || id).toLowerCase().replace(/[^a-z]+/g, ''));
const NAME_ALONE = /^(?:your|con|contact|customer|sender|visitor|guest|form|c)?name$/;

/** Whether a field is of a plainer type than what it asks for has. */
function isMistyped(field: FormField): boolean {
  const purpose = purposeOf(field);
  const type = purpose === undefined ? undefined : TYPE_OF_PURPOSE[purpose];
  return type !== undefined && field.type !== type;
}
