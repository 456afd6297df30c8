import { checkIds, checkText } from '../resources/check.ts';
import { definePrompt } from './define-prompt.ts';

export const explainCheck = definePrompt({
  name: 'explain_check',
  title: 'Explain a check',
  description: 'Explains one check to a person: what it looks for, why that matters to agents, and how to pass it.',
  arguments: [
    {
      name: 'checkId',
      description: 'Id of a check, such as S1 or P12; legible://catalogue lists them',
      complete: async (typed) => checkIds(typed),
    },
  ],
  write: async ({ checkId = '' }, context) =>
    [
      'Explain the check below to somebody who owns a website or an MCP server and does not know the subject. Say in a few sentences what it looks for and why it matters, then show the smallest change that passes it. Keep to what stands here; where it leaves something open, say so.',
      '',
      checkText(checkId, context),
    ].join('\n'),
});
