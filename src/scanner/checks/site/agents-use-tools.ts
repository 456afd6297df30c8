import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S32',
  slug: 'agents-use-tools',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'The declared tools for agents answer',
    fail: 'The declared tools for agents do not answer',
    action: 'Correct the declared endpoints',
  },
  why: 'An agent that follows a card to a dead endpoint loses its way: a declaration that does not work is worse than none.',
  rule: 'Passes when the endpoint of an MCP server card or an A2A agent card answers a GET with any word of HTTP but 404, 410 and 5xx. No tool is called. Not measured for WebMCP, which only a browser sees. Not applicable without a declaration.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-06-18/basic/transports',
    'https://a2a-protocol.org/latest/specification/',
  ],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'tools', 'tools for agents'),
});
