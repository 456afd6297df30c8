import { NO_TOOLS } from '../../mcp/tool-text.ts';
import { givesGuidance, saysEffects, tellingNames } from '../../mcp/usage-guidance.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';
import { gradeShare, percentOf } from './share.ts';

const PERCENT = { pass: 70, warn: 30 };
/** Of the tools that say what a call changes, costs or is limited to. */
const EFFECTS_SHARE = 0.3;
const WITHOUT_EFFECTS = 0.85;

export default defineCheck({
  id: 'M15',
  slug: 'usage-guidance',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tools say when to use them and what they return',
    fail: 'Tools do not say when to use them or what they return',
    action: 'Say when to use each tool and what it returns',
  },
  why: 'Between similar tools a model decides by what their descriptions say of when, when not, and what to expect. This is what most descriptions leave out.',
  rule: 'Counts the tools whose description says when to use it or when not, what it returns, what it needs first, gives an example, or names another tool of the server. 70 % of the tools pass, with all of the weight where 30 % also say what a call changes, costs or is limited to, else with 85 % of it; from 30 % it is a warning; below, it fails. Does not apply without tools.',
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
    if (status === 'pass') {
      const isComplete = tools.filter(saysEffects).length >= tools.length * EFFECTS_SHARE;
      return isComplete
        ? pass(message, evidence)
        : pass(`${message} Too few say what a call changes, costs or is limited to.`, evidence, WITHOUT_EFFECTS);
    }
    return (status === 'warn' ? warn : fail)(message, {
      howToFix:
        'Add one short line to each description: "Use when ...; for ... use `other_tool`. Returns ...". Keep it compact: every word is paid for in each conversation.',
      evidence,
    });
  },
});
