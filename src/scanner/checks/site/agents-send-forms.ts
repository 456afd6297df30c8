import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S27',
  slug: 'agents-send-forms',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can fill in and send the forms',
    fail: 'Agents cannot send the forms',
    action: 'Make the forms work for agents',
  },
  why: 'Agents send forms by HTTP with the names of their fields, or in a browser by the names of its accessibility tree. Captchas, scripts and frames of other hosts stop them.',
  rule: 'Each form counts once. Passes when its fields have names and labels, its action answers a GET with anything but 401, 403, 404 and 410, no captcha guards it, and a link leads to its page. A form by script alone, a disabled submit button and a required field that only a script can set count for browsers only. Fails when no agent can send any. Nothing is ever sent.',
  sources: [
    'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-2',
    'https://www.w3.org/TR/html-aam-1.0/',
  ],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'form', 'form'),
});
