import { trimmed } from '../../mcp/tools.ts';
import { isObject } from '../../parse/json/json.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { gradeShare, listEvidence, percentOf } from './evidence.ts';

const MIN_DESCRIPTION = 10;
const PERCENT = { pass: 90, warn: 50 };

export default defineCheck({
  id: 'M23',
  slug: 'prompts',
  series: 'mcp',
  category: 'resources-prompts',
  titles: {
    pass: 'Prompts and their arguments are described',
    fail: 'Prompts or their arguments are not described',
    action: 'Describe each prompt and its arguments',
  },
  why: 'People pick a prompt from a menu of names and descriptions and fill in its arguments.',
  rule: 'A prompt is complete with a name, a description of at least 10 characters, and a name and description for each argument. Passes when 90 % are complete. Warns from 50 %. Fails below, or when a name repeats. Not applicable without prompts.',
  sources: ['https://modelcontextprotocol.io/specification/2025-11-25/server/prompts'],
  needs: ['handshake', 'prompts'],
  evaluate({ handshake, prompts }) {
    if (prompts.length === 0) return notApplicable('The server lists no prompts.');
    const evidence = listEvidence(handshake, 'prompts/list');
    const names = prompts.map(({ name }) => trimmed(name)).filter((name) => name !== '');
    const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
    if (twice.length > 0) {
      return fail(`More than one prompt goes by the same name: ${pluralize(twice.length, 'name')}.`, {
        howToFix: 'Give each prompt a name of its own.',
        evidence: { ...evidence, measured: twice.length, threshold: 0, examples: twice },
      });
    }
    const poor = prompts.filter((prompt) => !isComplete(prompt));
    const complete = prompts.length - poor.length;
    const message = `${complete} of ${prompts.length} prompts are described with all their arguments.`;
    const share = {
      ...evidence,
      measured: `${percentOf(complete, prompts.length)} %`,
      threshold: `${PERCENT.pass} %`,
      examples: poor.map(({ name }) => trimmed(name)),
    };
    const status = gradeShare(complete, prompts.length, PERCENT);
    if (status === 'pass') return pass(message, share);
    return (status === 'warn' ? warn : fail)(message, {
      howToFix: 'Add to each prompt a sentence that says what it is for, and to each of its arguments a description.',
      evidence: share,
    });
  },
});

function isComplete({ name, description, arguments: declared = [] }: Readonly<Record<string, unknown>>): boolean {
  if (trimmed(name) === '' || trimmed(description).length < MIN_DESCRIPTION || !Array.isArray(declared)) return false;
  return declared.every(
    (argument) => isObject(argument) && trimmed(argument.name) !== '' && trimmed(argument.description) !== '',
  );
}
