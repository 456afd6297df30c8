import { NO_TOOLS, type Parameter, parametersOf } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { gradeShare, listEvidence, percentOf } from './evidence.ts';

const MIN_CHARS = 3;
const MAX_READ = 2_048;
/** Examples raise the share of calls with right values from 72 to 90 % (Anthropic, advanced tool use). */
const WITHOUT_EXAMPLE = 0.8;
const PERCENT = { pass: 90, warn: 60 };

export default defineCheck({
  id: 'M16',
  slug: 'parameter-descriptions',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Parameters have descriptions',
    fail: 'Parameters have no useful descriptions',
    action: 'Describe each parameter, with an example',
  },
  why: 'A model fills in a parameter from its description: format, unit, source of the value. Without one it guesses from the name.',
  rule: 'Counts every property of the input schemas to depth 3, those of array items included. Passes when 90 % have a description of at least 3 characters: with the full weight where one shows a value (an example, a default, a choice or a format), else with 80 %. Warns from 60 %, and when a description calls required what the schema does not, or the reverse. Fails below. Not applicable without parameters.',
  sources: ['https://modelcontextprotocol.io/specification/2025-11-25/server/tools', 'https://pypi.org/project/tdqs/'],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const parameters = tools.flatMap(({ name, inputSchema }) =>
      parametersOf(inputSchema).map((parameter) => ({
        at: `${name}.${parameter.path}`,
        description: parameter.description,
        isShown: isShown(parameter),
      })),
    );
    if (parameters.length === 0) return notApplicable('No tool has parameters.');
    const bare = parameters.filter(({ description }) => description.length < MIN_CHARS);
    const described = parameters.length - bare.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: `${percentOf(described, parameters.length)} %`,
      threshold: `${PERCENT.pass} %`,
      examples: bare.map(({ at }) => at),
    };
    const status = gradeShare(described, parameters.length, PERCENT);
    const message = `${described} of ${parameters.length} parameters are described.`;
    const disagreements = tools.flatMap(disagreementsOf);
    if (disagreements.length > 0 && status !== 'fail') {
      return warn(`${message} ${pluralize(disagreements.length, 'description')} and the schema disagree.`, {
        howToFix: 'Say "optional" or "required" of a parameter as the schema does, or leave it to the schema.',
        evidence: { ...evidence, findings: disagreements },
      });
    }
    const hasExample = parameters.some(({ isShown }) => isShown);
    if (status === 'pass') {
      return hasExample
        ? pass(message, evidence)
        : pass(`${message} None shows a value, as an example or default would.`, evidence, WITHOUT_EXAMPLE);
    }
    return (status === 'warn' ? warn : fail)(message, {
      howToFix:
        'Add a description to each property of the input schemas (in zod: .describe()): what it means, its format or unit, and where the value comes from.',
      evidence,
    });
  },
});

/** A value is shown by the schema or in the description. */
const isShown = ({ schema = {}, description }: Parameter): boolean =>
  ['examples', 'example', 'default', 'enum', 'const', 'format'].some((key) => key in schema) ||
  /\be\.g\.|\bexamples?\b|\bsuch as\b|\bfor instance\b/i.test(description.slice(0, MAX_READ));

/** Top-level parameters whose description says the reverse of what the schema does. */
function disagreementsOf({ name, inputSchema }: McpTool): { at: string; found: string }[] {
  const required = isObject(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required : [];
  return parametersOf(inputSchema).flatMap(({ path, key, schema, description }) => {
    if (path !== key) return [];
    const says = description.slice(0, MAX_READ);
    const isRequired = required.includes(key);
    if (isRequired && /^\(?optional\b|\(optional\)/i.test(says))
      return [{ at: `${name}.${key}`, found: 'described as optional, required by the schema' }];
    const hasDefault = schema !== undefined && 'default' in schema;
    return !isRequired && !hasDefault && /^\(?required\b(?! (?:if|when|for|unless|with|only))|\(required\)/i.test(says)
      ? [{ at: `${name}.${key}`, found: 'described as required, optional in the schema' }]
      : [];
  });
}
