import check from '../../../../../src/scanner/checks/page/controls-named.ts';
import type { AccessibilityAudit } from '../../../../../src/scanner/model/page.ts';
import type { ControlFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { controlFacts, digest } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const NOT_SAMPLED: AccessibilityAudit = { kind: 'not-sampled' };
const axe = (...violations: readonly (readonly [rule: string, count: number])[]): AccessibilityAudit => ({
  kind: 'done',
  violations: violations.map(([rule, count]) => ({ rule, count, example: '<button class="x"></button>' })),
});
const given = (
  faults: Partial<ControlFacts['faults']>,
  accessibility: AccessibilityAudit = NOT_SAMPLED,
  checked = 20,
  emptyNames = 0,
) => ({
  digest: digest('/a', { controls: controlFacts(faults, { checked, emptyNames, examples: ['<a href="/x">'] }) }),
  accessibility,
});

checkTable(check, [
  { when: 'every control has a name', given: given({}), expect: 'pass', says: /The 20 controls/ },
  { when: '2 of 20 have none', given: given({ unnamedLinks: 2 }), expect: 'warn', says: /2 links without text/ },
  {
    when: '3 of 20 have none',
    given: given({ unnamedButtons: 1, unnamedFields: 2 }),
    expect: 'fail',
    says: /1 button without a name, 2 fields without a label/,
  },
  { when: 'a frame has no title', given: given({ untitledFrames: 1 }), expect: 'warn', says: /1 frame/ },
  { when: 'a tabindex is positive', given: given({ positiveTabindexes: 1 }), expect: 'warn', says: /tabindex/ },
  { when: 'a reference leads nowhere', given: given({ brokenReferences: 1 }), expect: 'warn', says: /aria-labelledby/ },
  { when: 'zoom is forbidden', given: given({ zoomDisabled: 1 }), expect: 'warn', says: /zoom/ },
  {
    when: '3 of 20 have an empty title that a script may fill in',
    given: given({ unnamedButtons: 3 }, NOT_SAMPLED, 20, 3),
    expect: 'warn',
    says: /3 have an empty title/,
  },
  {
    when: 'axe-core counts those with an empty title too',
    given: given({ unnamedButtons: 3 }, axe(['button-name', 3]), 20, 3),
    expect: 'warn',
    says: /3 buttons without a name \(button-name\)\. 3 have an empty title/,
  },
  {
    when: 'others are at fault besides',
    given: given({ unnamedButtons: 3, unnamedLinks: 3 }, NOT_SAMPLED, 20, 3),
    expect: 'fail',
  },
  { when: 'there is nothing to name', given: given({}, NOT_SAMPLED, 0), expect: 'na' },
  { when: 'axe-core finds nothing', given: given({}, axe()), expect: 'pass' },
  {
    when: 'axe-core knows better than the markup',
    given: given({ unnamedButtons: 5, unnamedLinks: 5 }, axe()),
    expect: 'pass',
  },
  {
    when: 'axe-core finds 2',
    given: given({}, axe(['aria-roles', 1], ['label', 1])),
    expect: 'warn',
    says: /^2 faults: 1 against aria-roles, 1 field without a label \(label\)\. The page has 20 controls/,
  },
  { when: 'axe-core finds 3', given: given({}, axe(['label', 3])), expect: 'fail' },
  {
    when: 'axe-core finds as many lists at fault as there are controls',
    given: given({}, axe(['definition-list', 20])),
    expect: 'warn',
    says: /^20 faults: in lists and tables: 20 against definition-list\./,
  },
  {
    when: 'a list is at fault where there is no control',
    given: given({}, axe(['definition-list', 1]), 0),
    expect: 'warn',
  },
  {
    when: 'lists and 3 of 20 controls are at fault',
    given: given({}, axe(['definition-list', 5], ['label', 3])),
    expect: 'fail',
    says: /^8 faults: 3 fields without a label \(label\); in lists and tables: 5 against definition-list\./,
  },
  { when: 'axe-core has no rule for it', given: given({ untitledFrames: 1 }, axe()), expect: 'warn', says: /1 frame/ },
  {
    when: 'the two add up',
    given: given({ untitledFrames: 1 }, axe(['label', 2])),
    expect: 'fail',
    says: /^3 faults: 1 frame without a title, 2 fields/,
  },
  {
    when: 'axe-core finds more than there are controls',
    given: given({}, axe(['link-name', 1]), 0),
    expect: 'fail',
    says: /^1 fault: 1 link without text \(link-name\)\. The page has 0 controls/,
  },
  {
    when: 'axe-core misses the title, which is no control',
    given: given({}, axe(['document-title', 1]), 2),
    expect: 'pass',
  },
  {
    when: 'the page was too large for axe-core',
    given: given({ unnamedLinks: 2 }, { kind: 'left-out', why: 'size' }),
    expect: 'warn',
  },
  {
    when: 'the page was too much for the worker',
    given: given({}, { kind: 'left-out', why: 'effort' }),
    expect: 'pass',
  },
  {
    when: 'the page answers 404',
    given: { ...given({}), digest: digest('/a', { status: 404, readable: 'no' }) },
    expect: 'na',
  },
  {
    when: 'the page was not fetched',
    given: { ...given({}), digest: digest('/a', { status: 0, readable: 'unknown', controls: undefined }) },
    expect: 'error',
  },
  {
    when: 'the answer is no HTML',
    given: { ...given({}), digest: digest('/a', { controls: undefined }) },
    expect: 'na',
  },
]);
