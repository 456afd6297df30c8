import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S31',
  slug: 'agents-call-api',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can call the API',
    fail: 'Agents cannot call the API',
    action: 'Publish a description that matches the API',
  },
  why: 'An agent calls an API by its OpenAPI description. From prose it guesses; a description that does not match sends it to dead paths.',
  rule: 'Passes when an OpenAPI description is linked, its GET paths without required parameters answer with data, and a 401 comes with a declared key and a page that says how to get one. Warns when the description is found by guessing alone. Prose without a description earns 25 %. Fails when the declared description is none, its paths are dead, or its servers name a private host or another one than pages call. Not applicable without an API.',
  sources: ['https://spec.openapis.org/oas/latest.html', 'https://www.rfc-editor.org/rfc/rfc9727'],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'api', 'API'),
});
