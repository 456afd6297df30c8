import { outputPortabilityFaults } from '../../mcp/portability.ts';
import { createSchemaJudge, outputRole } from '../../mcp/schema-faults.ts';
import { NO_TOOLS } from '../../mcp/tools.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { gradeShare, listEvidence, percentOf } from './evidence.ts';

const PERCENT = { pass: 80, warn: 0 };
/** With fewer tools an invalid schema is no failure here, because M17 fails for it. */
const MIN_TOOLS_TO_FAIL = 5;

export default defineCheck({
  id: 'M18',
  slug: 'output-schemas',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tools declare output schemas',
    fail: 'Tools declare no output schemas',
    action: 'Declare an output schema for each tool with structured results',
  },
  why: 'With an output schema a client can check a result, pass it to another tool, and show it without a model.',
  rule: 'Passes when 80 % of the tools have an output schema. Warns below, and earns their share. Fails only when a server of at least 5 tools has an invalid output schema. Not applicable without tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema',
    'https://developers.openai.com/apps-sdk/app-submission-guidelines',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const judge = createSchemaJudge();
    const without = tools.filter(({ outputSchema }) => outputSchema === undefined);
    const declared = tools.length - without.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${percentOf(declared, tools.length)} %`,
      threshold: `${PERCENT.pass} %`,
    };
    const invalid = tools.filter(
      ({ outputSchema }) => outputSchema !== undefined && judge(outputSchema, outputRole(handshake)).length > 0,
    );
    if (tools.length >= MIN_TOOLS_TO_FAIL && invalid.length > 0) {
      return fail(`${invalid.length} of ${declared} output schemas are invalid.`, {
        howToFix: 'Correct the output schemas as the result of M17 names their faults, or leave them out.',
        evidence: { ...evidence, examples: invalid.map(({ name }) => name) },
      });
    }
    const circular = tools.filter(({ outputSchema }) => outputPortabilityFaults(outputSchema).length > 0).length;
    const message = `${declared} of ${tools.length} tools declare what they return.${
      circular === 0 ? '' : ` ${circular} of them in a circle, for which some clients read no tool (M17).`
    }`;
    if (gradeShare(declared, tools.length, PERCENT) === 'pass') return pass(message, evidence);
    return warn(message, {
      howToFix: 'Add an outputSchema to each tool, and return structuredContent that fits it beside the text.',
      evidence: { ...evidence, examples: without.map(({ name }) => name) },
      credit: declared / tools.length,
    });
  },
});
