import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S33',
  slug: 'agents-sign-in',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can sign in for their users',
    fail: 'Agents cannot sign in for their users',
    action: 'Label the fields of the sign-in',
  },
  why: 'Where content needs an account, an agent signs in with what its user gave it, by the labels of the fields.',
  rule: 'Applies where a page answers with a sign-in in the place of its text. Passes when the form is in the HTML, its fields have names and labels, and no captcha guards it. Nothing is ever signed in to.',
  sources: [
    'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill',
    'https://www.rfc-editor.org/rfc/rfc9728',
  ],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'account', 'sign-in that content needs'),
});
