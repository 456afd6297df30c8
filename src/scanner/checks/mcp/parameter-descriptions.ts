import { parametersOf } from '../../mcp/parameters.ts';
import { NO_TOOLS } from '../../mcp/tool-text.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';
import { gradeShare, percentOf } from './share.ts';

const MIN_CHARS = 3;
const PERCENT = { pass: 90, warn: 60 };

export default defineCheck({
  id: 'M16',
  slug: 'parameter-descriptions',
  series: 'mcp',
  category: 'tools',
  name: 'Parameters are described',
  why: 'A model fills in a parameter from its description: format, unit, where the value comes from. Without one it guesses from the name.',
  rule: 'Counts every property of the input schemas to depth 3, those of array items included. Described (with at least 3 characters) are 90 % for a pass; from 60 % it is a warning; below, it fails. Does not apply without parameters.',
  sources: ['https://modelcontextprotocol.io/specification/2025-11-25/server/tools', 'https://pypi.org/project/tdqs/'],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const parameters = tools.flatMap(({ name, inputSchema }) =>
      parametersOf(inputSchema).map(({ path, description }) => ({ at: `${name}.${path}`, description })),
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
    if (status === 'pass') return pass(message, evidence);
    return (status === 'warn' ? warn : fail)(message, {
      howToFix:
        'Add a description to each property of the input schemas (in zod: .describe()): what it means, its format or unit, and where the value comes from.',
      evidence,
    });
  },
});
