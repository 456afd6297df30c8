import type { DirectoryVerdict } from '../../model/result.ts';

const CLAUDE = 'Claude connectors directory';
const CHATGPT = 'ChatGPT app directory';
const CLAUDE_CRITERIA = 'https://claude.com/docs/connectors/building/review-criteria';

/** What the reviews of directories ask of a server, as far as a scan can see it. */
const RULES = {
  names: {
    directory: CLAUDE,
    asks: 'Tool names have at most 64 characters.',
    source: CLAUDE_CRITERIA,
  },
  titles: {
    directory: CLAUDE,
    asks: 'Every tool has a title.',
    source: CLAUDE_CRITERIA,
  },
  effect: {
    directory: CLAUDE,
    asks: 'Every tool sets readOnlyHint or destructiveHint to true.',
    source: CLAUDE_CRITERIA,
  },
  hints: {
    directory: CHATGPT,
    asks: 'Every tool sets readOnlyHint, destructiveHint and openWorldHint.',
    source: 'https://developers.openai.com/apps-sdk/app-submission-guidelines',
  },
  hidden: {
    directory: CLAUDE,
    asks: 'No description holds hidden, obfuscated or encoded instructions.',
    source: CLAUDE_CRITERIA,
  },
  commands: {
    directory: CLAUDE,
    asks: 'No description commands the model or interferes with other tools.',
    source: CLAUDE_CRITERIA,
  },
} as const satisfies Record<string, Omit<DirectoryVerdict, 'met'>>;

/** Whether a server meets a rule of a directory: a verdict apart from that of the check, which has a rule of its own. */
export const directoryVerdict = (rule: keyof typeof RULES, met: boolean): DirectoryVerdict => ({ ...RULES[rule], met });

export const DIRECTORY_NAME_LENGTH = 64;
