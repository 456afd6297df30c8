import { NO_TOOLS } from '../../mcp/tools.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { DIRECTORY_NAME_LENGTH, directoryVerdict } from './directory-rules.ts';
import { listEvidence } from './evidence.ts';

/** SEP-986. */
const LEGAL = /^[A-Za-z0-9_.-]{1,128}$/;
/** What every client takes: claude.ai and the model APIs behind most hosts allow no dot and 64 characters. */
const PORTABLE = /^[A-Za-z0-9_-]{1,64}$/;

export default defineCheck({
  id: 'M11',
  slug: 'tool-names',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tool names are unique and work in every client',
    fail: 'Tool names repeat or fail in some clients',
    action: 'Give each tool a unique, portable name',
  },
  why: "Hosts pass names on to a model's API, which refuses invalid ones. Some hosts then drop the tool, others the whole server.",
  rule: 'Passes with unique names of 1 to 64 letters, digits, _ and -. Warns about legal names that some clients refuse: with a dot, of 65 to 128 characters, or that differ only in case. Fails when a name repeats, has other characters, or is over 128 characters. Not applicable without tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
    'https://modelcontextprotocol.io/seps/986-specify-format-for-tool-names',
    'https://github.com/github/copilot-cli/issues/1879',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const names = tools.map(({ name }) => name);
    const twice = repeated(names);
    const illegal = names.filter((name) => !LEGAL.test(name));
    const refused = names.filter((name) => LEGAL.test(name) && !PORTABLE.test(name));
    const confusable = repeated([...new Set(names)].map((name) => name.toLowerCase()));
    const bad = twice.length + illegal.length;
    const odd = refused.length + confusable.length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: bad > 0 ? bad : odd,
      threshold: 0,
      directories: [
        directoryVerdict(
          'names',
          names.every(({ length }) => length <= DIRECTORY_NAME_LENGTH),
        ),
      ],
      examples: bad > 0 ? [...twice, ...illegal] : [...refused, ...confusable],
    };
    if (bad > 0) {
      const says = [
        twice.length > 0 && `${pluralize(twice.length, 'name')} used more than once`,
        illegal.length > 0 &&
          `${pluralize(illegal.length, 'name')} with characters or of a length that MCP does not allow`,
      ].filter((part) => part !== false);
      return fail(`Of ${pluralize(tools.length, 'tool')}: ${says.join(', ')}.`, { howToFix: HOW_TO_FIX, evidence });
    }
    if (odd > 0) {
      const says = [
        refused.length > 0 && `${pluralize(refused.length, 'name')} with a dot or more than 64 characters`,
        confusable.length > 0 && `${pluralize(confusable.length, 'name')} that another has in other case`,
      ].filter((part) => part !== false);
      return warn(`Legal, but refused by some clients: ${says.join(', ')}.`, { howToFix: HOW_TO_FIX, evidence });
    }
    return pass(`The ${pluralize(tools.length, 'name')} can be used in every client.`, evidence);
  },
});

const HOW_TO_FIX =
  'Rename them to 64 letters, digits and underscores at most, a verb and its object as in search_issues, each once; clients may withhold the whole toolset for one bad name.';

/** Values that are there more than once, each once, in order of appearance. */
function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const value of values) (seen.has(value) ? again : seen).add(value);
  return [...again];
}
