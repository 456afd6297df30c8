import { NO_TOOLS } from '../../mcp/tool-text.ts';
import { givesGuidance, tellingNames } from '../../mcp/usage-guidance.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';
import { gradeShare, percentOf } from './share.ts';

const PERCENT = { pass: 70, warn: 30 };

export default defineCheck({
  id: 'M15',
  slug: 'usage-guidance',
  series: 'mcp',
  category: 'tools',
  name: 'Tools say when to use them and what comes back',
  why: 'Between similar tools a model decides by what their descriptions say of when, when not, and what to expect. This is what most descriptions leave out.',
  rule: 'Counts the tools whose description says when to use it or when not, what it returns, what it needs first, gives an example, or names another tool of the server. 70 % of the tools pass; from 30 % it is a warning; below, it fails. Does not apply without tools.',
  sources: ['https://arxiv.org/abs/2602.18914', 'https://pypi.org/project/tdqs/'],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const siblings = tellingNames(tools);
    const silent = tools.filter((tool) => !givesGuidance(tool, siblings));
    const guided = tools.length - silent.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${percentOf(guided, tools.length)} %`,
      threshold: `${PERCENT.pass} %`,
      examples: silent.map(({ name }) => name),
    };
    const status = gradeShare(guided, tools.length, PERCENT);
    const message = `${guided} of ${tools.length} tools say when to use them or what comes back.`;
    if (status === 'pass') return pass(message, evidence);
    return (status === 'warn' ? warn : fail)(message, {
      howToFix:
        'Add one short line to each description: "Use when ...; for ... use `other_tool`. Returns ...". Keep it compact: every word is paid for in each conversation.',
      evidence,
    });
  },
});
