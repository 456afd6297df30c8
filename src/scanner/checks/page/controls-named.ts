import type { AccessibilityAudit } from '../../model/page.ts';
import type { ControlFacts } from '../../parse/html/page-facts.ts';
import { capitalised, pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { unreadableDigest } from './readable.ts';

const WARN_SHARE = 0.1;

type Fault = keyof ControlFacts['faults'];

const WORDS: Readonly<Record<Fault, readonly [one: string, many: string]>> = {
  unnamedButtons: ['button without a name', 'buttons without a name'],
  unnamedFields: ['field without a label', 'fields without a label'],
  unnamedLinks: ['link without text', 'links without text'],
  untitledFrames: ['frame without a title', 'frames without a title'],
  positiveTabindexes: ['positive tabindex', 'positive tabindexes'],
  brokenReferences: ['aria-labelledby that names nothing', 'aria-labelledby that name nothing'],
  zoomDisabled: ['viewport that forbids zoom', 'viewports that forbid zoom'],
};
/** The rules of axe-core that find the same. */
const FAULT_OF_RULE: ReadonlyMap<string, Fault> = new Map([
  ['button-name', 'unnamedButtons'],
  ['input-button-name', 'unnamedButtons'],
  ['label', 'unnamedFields'],
  ['select-name', 'unnamedFields'],
  ['link-name', 'unnamedLinks'],
  ['tabindex', 'positiveTabindexes'],
]);
/** P11 judges the title of a page, which is no control. */
const TITLE_RULE = 'document-title';
/** Rules on the structure of text: what breaks them is no control, and makes none harder to choose. */
const OF_TEXT = new Set(['definition-list', 'table-duplicate-name']);
/** What none of axe-core's rules looks at; the other faults it judges better. */
const STATIC_ONLY: readonly Fault[] = ['untitledFrames', 'brokenReferences', 'zoomDisabled'];
const HOW: Readonly<Record<Fault, string>> = {
  unnamedButtons: 'give each button text or an aria-label',
  unnamedFields: 'give each field a <label>',
  unnamedLinks: 'give each link text, or its image an alt',
  untitledFrames: 'give each iframe a title',
  positiveTabindexes: 'leave the tab order to the document (tabindex 0 or -1)',
  brokenReferences: 'let aria-labelledby name ids that exist',
  zoomDisabled: 'let readers zoom (no user-scalable=no, no maximum-scale under 2)',
};
const LEFT_OUT = {
  size: 'rules of markup alone: the page has more than 6,000 elements or is too large',
  effort: 'rules of markup alone: the page was too much for the worker',
} as const;

export default defineCheck({
  id: 'P19',
  slug: 'controls-named',
  series: 'page',
  category: 'accessibility',
  titles: {
    pass: 'Buttons, fields and links have names',
    fail: 'Buttons, fields or links have no names',
    action: 'Name each button, field and link',
  },
  why: 'Agents that act on a page read its accessibility tree. They cannot choose a control without a name.',
  rule: 'Passes when every button, field and link has an accessible name, every iframe a title, no tabindex is positive, no aria-labelledby is empty, and zoom is allowed. On the home page and up to four pages of other templates, axe-core decides. Warns when up to 10 % of the controls have a fault, about faulty lists and tables, and about controls that a script may name. Fails above 10 %. A nameless checkbox that a style sheet uses as a switch does not count. Not applicable without controls.',
  sources: [
    'https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html',
    'https://www.w3.org/TR/accname-1.2/',
    'https://github.com/dequelabs/axe-core/blob/v4.14.1/doc/rule-descriptions.md',
  ],
  needs: ['digest', 'accessibility'],
  evaluate({ digest, accessibility }) {
    const unreadable = unreadableDigest(digest);
    if (unreadable !== undefined) return unreadable;
    const { controls } = digest;
    if (controls === undefined) return notApplicable('The answer is not an HTML page.');

    const { faults, rules, examples } = findingsOf(controls, accessibility);
    const ofText = rules.filter(({ rule }) => OF_TEXT.has(rule));
    const ofControls = rules.filter(({ rule }) => !OF_TEXT.has(rule));
    const count = sumOf(faults.map(([, each]) => each)) + sumOf(ofControls.map((rule) => rule.count));
    const checked = Math.max(controls.checked, count);
    if (checked === 0 && ofText.length === 0) return notApplicable('The page has no buttons, fields, links or frames.');

    const note = accessibility.kind === 'left-out' ? `; ${LEFT_OUT[accessibility.why]}` : '';
    const evidence = {
      url: digest.finalUrl,
      measured: `${count} of ${checked}${note}`,
      threshold: `${WARN_SHARE * 100} %`,
      examples,
    };
    if (count === 0 && ofText.length === 0)
      return pass(`The ${checked} controls, links and frames of the page have names.`, evidence);

    const named = [
      ...faults.map(([fault, each]) => `${each} ${wordsOf(fault, each)}`),
      ...ofControls.map(({ rule, count: each }) => {
        const fault = FAULT_OF_RULE.get(rule);
        return fault === undefined ? against({ rule, count: each }) : `${each} ${wordsOf(fault, each)} (${rule})`;
      }),
    ];
    const found = {
      howToFix: howToFix(
        faults.map(([fault]) => fault),
        rules.map(({ rule }) => rule),
      ),
      evidence,
    };
    // axe-core has found none of these where it has found no control without a name.
    const emptyNames = Math.min(controls.emptyNames, unnamedOf(faults, ofControls));
    const sure = count - emptyNames;
    const waiting =
      emptyNames === 0
        ? ''
        : ` ${emptyNames} ${emptyNames === 1 ? 'has' : 'have'} an empty title or aria-label in the HTML, which a script may fill in.`;
    const ofLists = ofText.length > 0 ? [`in lists and tables: ${ofText.map(against).join(', ')}`] : [];
    const listed = [...(count > 0 ? [named.join(', ')] : []), ...ofLists].join('; ');
    const total = count + sumOf(ofText.map((rule) => rule.count));
    const message = `${pluralize(total, 'fault')}: ${listed}.${waiting} The page has ${pluralize(controls.checked, 'control')}, with links and frames.`;
    return sure <= WARN_SHARE * checked ? warn(message, found) : fail(message, found);
  },
});

/** Rules of axe-core on controls without a name. */
const NAME_RULES = new Set([
  'button-name',
  'input-button-name',
  'link-name',
  'label',
  'select-name',
  'aria-command-name',
]);
const NAME_FAULTS: ReadonlySet<Fault> = new Set(['unnamedButtons', 'unnamedFields', 'unnamedLinks']);

function unnamedOf(
  faults: readonly (readonly [Fault, number])[],
  rules: readonly { readonly rule: string; readonly count: number }[],
): number {
  const inMarkup = faults.filter(([fault]) => NAME_FAULTS.has(fault)).map(([, each]) => each);
  const byAxe = rules.filter(({ rule }) => NAME_RULES.has(rule)).map(({ count }) => count);
  return sumOf([...inMarkup, ...byAxe]);
}

const wordsOf = (fault: Fault, count: number): string => WORDS[fault][count === 1 ? 0 : 1];

const against = ({ rule, count }: { rule: string; count: number }): string => `${count} against ${rule}`;

/** Where axe-core has looked, its word counts, and the markup's only for what it has no rule for. */
function findingsOf(controls: ControlFacts, audit: AccessibilityAudit) {
  const isDone = audit.kind === 'done';
  const rules = isDone ? audit.violations.filter(({ rule }) => rule !== TITLE_RULE) : [];
  const faults = Object.entries(controls.faults)
    // The keys are those of the interface: it is made as one literal.
    .map(([fault, count]) => [fault as Fault, count] as const)
    .filter(([fault, count]) => count > 0 && (!isDone || STATIC_ONLY.includes(fault)));
  const marked = faults.length === 0 ? [] : controls.examples;
  return { faults, rules, examples: [...rules.map(({ rule, example }) => `${rule}: ${example}`), ...marked] };
}

function howToFix(faults: readonly Fault[], rules: readonly string[]): string {
  const known = [...faults, ...rules.flatMap((rule) => FAULT_OF_RULE.get(rule) ?? [])];
  const steps = [...new Set(known)].map((fault) => HOW[fault]);
  const others = rules.filter((rule) => !FAULT_OF_RULE.has(rule));
  if (others.length > 0) steps.push(`fix the elements that these axe-core rules report: ${others.join(', ')}`);
  return capitalised(`${steps.join('; ')}.`);
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
