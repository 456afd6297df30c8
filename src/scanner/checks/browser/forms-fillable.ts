import { ACTION_CREDITS } from '../../actions/credits.ts';
import type { SeenForm } from '../../model/browser.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, shownPage } from './shown.ts';

const WARN_SHARE = 0.8;

export default defineCheck({
  id: 'B6',
  slug: 'forms-fillable',
  series: 'browser',
  category: 'action',
  titles: {
    pass: 'Forms can be filled by role and name',
    fail: 'Forms cannot be filled by role and name',
    action: 'Label each field so that it can be filled by name',
  },
  why: 'An agent fills a form from the accessibility tree: it looks for a field by role and name and types a value. One field that it cannot find ends the task.',
  rule: `Fills each field of each form with a valid sample value, found by role and name alone, and sends nothing. Passes when all fields take it. Warns from ${WARN_SHARE * 100} %. Fails below. Two fields of one name count as not found; so do all fields of a form behind a captcha, of one without a button after its fields, and of one whose address answers a GET with 401, 403, 404, 410 or 501 (a tenth of them where that is a 404 and the form sends by POST, which may be answered otherwise). A page earns the share of fields. Not applicable without a form; searches count in B7.`,
  sources: [
    'https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html',
    'https://html.spec.whatwg.org/multipage/forms.html#the-label-element',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { forms } = seen;
    if (forms.length === 0) return notApplicable('The page shows no form.');
    const fields = forms.reduce((sum, form) => sum + form.fields, 0);
    const sendable = forms.reduce((sum, form) => sum + sendableShare(form) * form.filled, 0);
    const share = fields === 0 ? 1 : sendable / fields;
    const filled = forms.reduce((sum, form) => sum + (isOpen(form) ? form.filled : 0), 0);
    const lost = fields - filled;
    const evidence = {
      ...shown.evidence,
      measured: `${filled} of ${fields}`,
      threshold: fields,
      examples: forms.flatMap(({ name, problems }) =>
        problems.map((problem) => (name === '' ? problem : `${name}: ${problem}`)),
      ),
      findings: forms.flatMap(({ name, hasButton, hasCaptcha, deadEnd }) => [
        ...(hasCaptcha ? [{ at: name, found: 'a captcha is in the form' }] : []),
        ...(hasButton ? [] : [{ at: name, found: 'no button follows the fields' }]),
        ...(deadEnd === undefined ? [] : [{ at: name, found: `its address answers ${deadEnd.status}` }]),
      ]),
    };
    const where = `${pluralize(fields, 'field')} of ${pluralize(forms.length, 'form')}`;
    if (share === 1) return pass(`Each of ${where} can be filled by role and name.`, evidence);
    const found = {
      howToFix:
        'Give each field named in the evidence a <label> of its own, which no other field of the form has, and let it take typed values. Put a <button> after the fields, keep captchas out of forms that agents may send, and send each form to an address that is there.',
      evidence,
      credit: creditFor(share),
    };
    const message = [
      ...blockedBy('has a captcha', 'have a captcha', forms.filter(({ hasCaptcha }) => hasCaptcha).length),
      ...blockedBy('has no button', 'have no button', forms.filter(({ hasButton }) => !hasButton).length),
      ...blockedBy(...GONE, forms.filter(({ deadEnd }) => deadEnd?.isProven === true).length),
      ...blockedBy(...MAY_BE_GONE, forms.filter(({ deadEnd }) => deadEnd?.isProven === false).length),
      ...(lost === 0 ? [] : [`${lost} of ${where} cannot be filled by role and name, and sent.`]),
    ].join(' ');
    return share >= WARN_SHARE ? warn(message, found) : fail(message, found);
  },
});

const blockedBy = (has: string, have: string, count: number): string[] =>
  count === 0 ? [] : [`${pluralize(count, 'form')} ${count === 1 ? has : have}.`];

const GONE = ['has an address that refuses a GET', 'have addresses that refuse a GET'] as const;
const MAY_BE_GONE = [
  'has an address that answers 404 to a GET, and may yet take what is sent by POST',
  'have addresses that answer 404 to a GET, and may yet take what is sent by POST',
] as const;

const isOpen = ({ hasButton, hasCaptcha, deadEnd }: SeenForm): boolean =>
  hasButton && !hasCaptcha && deadEnd?.isProven !== true;

const sendableShare = (form: SeenForm): number =>
  !isOpen(form) ? 0 : form.deadEnd === undefined ? 1 : ACTION_CREDITS.postAlone;
