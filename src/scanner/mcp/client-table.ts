/** How clients and model APIs treat parts of JSON Schema that are valid: M17 and M18 read it, and docs/mcp-clients.md shows it. */

/** A construct that is valid under JSON Schema 2020-12, or common although it is not. */
export type Construct =
  | 'top-alternatives'
  | 'array-without-items'
  | 'untyped'
  | 'several-types'
  | 'property-key'
  | 'reference'
  | 'reference-neighbours'
  | 'reference-into-properties'
  | 'circular-reference'
  | 'alternatives-in-items'
  | 'draft-4'
  | 'dialect'
  | 'tool-name';

/**
 * `list`: it refuses the request with all tools, or drops the whole list. `tool`: it drops the tool. `misread`: the model gets another
 * schema. `ignored`: it works, without the constraint.
 */
export type Effect = 'list' | 'tool' | 'misread' | 'ignored';

export interface Conduct {
  readonly construct: Construct;
  readonly client: string;
  readonly effect: Effect;
  /** A sentence without its subject: the client does this. */
  readonly says: string;
  readonly source: string;
  /** Of the report, as 2026-06-30. */
  readonly date: string;
  /** Since then the client is said to be mended. */
  readonly mended?: string;
}

/** Name, and example where one helps. In trusted text. */
export const CONSTRUCTS: Readonly<Record<Construct, string>> = {
  'top-alternatives': 'alternatives at the top level (anyOf, oneOf, allOf)',
  'array-without-items': 'an array without items',
  untyped: 'a parameter without a type',
  'several-types': 'a parameter with a list of types',
  'property-key': 'a key outside of ^[a-zA-Z0-9_.-]{1,64}$',
  reference: 'a reference to $defs or definitions',
  'reference-neighbours': 'a reference with neighbours other than description and default',
  'reference-into-properties': 'a reference into properties',
  'circular-reference': 'a circular reference',
  'alternatives-in-items': 'alternatives in items (anyOf, oneOf)',
  'draft-4': 'exclusiveMinimum or exclusiveMaximum as true or false (draft 4)',
  dialect: 'a dialect other than 2020-12 and draft 7',
  'tool-name': 'a tool name outside of ^[a-zA-Z0-9_-]{1,64}$',
};

const github = (path: string): string => `https://github.com/${path}`;

export const CONDUCTS: readonly Conduct[] = [
  {
    construct: 'top-alternatives',
    client: 'Claude API, Claude Code',
    effect: 'list',
    says: 'answers 400 to every request with the tool ("does not support oneOf, allOf, or anyOf at the top level")',
    source: github('anthropics/claude-code/issues/4886'),
    date: '2025-12-12',
  },
  {
    construct: 'top-alternatives',
    client: 'Claude Code',
    effect: 'tool',
    says: 'drops the tools without an error in later versions',
    source: github('opentokenz/mcpx/issues/28'),
    date: '2026-09-21',
  },
  {
    construct: 'array-without-items',
    client: 'OpenAI API',
    effect: 'list',
    says: 'refuses the request ("array schema missing items")',
    source: github('spacelift-io/spacectl/issues/402'),
    date: '2026-04-21',
  },
  {
    construct: 'array-without-items',
    client: 'Gemini API',
    effect: 'list',
    says: 'answers 400 INVALID_ARGUMENT to the whole list',
    source: github('backstage/backstage/issues/34038'),
    date: '2026-04-23',
  },
  {
    construct: 'array-without-items',
    client: 'VS Code (Copilot)',
    effect: 'list',
    says: 'fails to validate the tool ("array type must have items"), and the chat with it',
    source: github('microsoft/vscode/issues/325618'),
    date: '2026-07-13',
  },
  {
    construct: 'untyped',
    client: 'Gemini CLI',
    effect: 'tool',
    says: 'skipped tools with a parameter without a type',
    source: github('google-gemini/gemini-cli/pull/5694'),
    date: '2025-08-06',
    mended: '2025-09-25',
  },
  {
    construct: 'untyped',
    client: 'Gemini API (parameters)',
    effect: 'list',
    says: 'answers 400 to an empty type',
    source: github('zereight/gitlab-mcp/issues/166'),
    date: '2025-09-14',
  },
  {
    construct: 'several-types',
    client: 'Gemini API (parameters)',
    effect: 'misread',
    says: 'knows one type and nullable, so that adapters choose one of the list',
    source: 'https://raw.githubusercontent.com/nousresearch/hermes-agent/main/agent/gemini_schema.py',
    date: '2026-11-28',
  },
  {
    construct: 'property-key',
    client: 'Claude API, Claude Code',
    effect: 'list',
    says: 'answers 400 to every request with the tool ("Property keys should match pattern")',
    source: github('anthropics/claude-code/issues/79418'),
    date: '2026-08-17',
  },
  {
    construct: 'reference',
    client: 'Zed',
    effect: 'tool',
    says: 'dropped the tools for Gemini, Grok and others',
    source: github('zed-industries/zed/pull/60165'),
    date: '2026-06-30',
    mended: '2026-06-30',
  },
  {
    construct: 'reference',
    client: 'VS Code (Copilot), Claude Desktop',
    effect: 'misread',
    says: 'strips $defs, which leaves references that lead nowhere',
    source: github('PrefectHQ/fastmcp/pull/2861'),
    date: '2026-01-13',
  },
  {
    construct: 'reference',
    client: 'Copilot CLI',
    effect: 'misread',
    says: 'does not resolve the reference, so that calls lack required values',
    source: github('github/copilot-cli/issues/1876'),
    date: '2026-03-06',
  },
  {
    construct: 'reference',
    client: 'LangChain.js (mcp-adapters)',
    effect: 'list',
    says: 'failed to load the tools ("can\'t resolve reference")',
    source: github('langchain-ai/langchainjs/pull/9525'),
    date: '2025-12-01',
    mended: '2025-12-01',
  },
  {
    construct: 'reference-neighbours',
    client: 'Gemini API',
    effect: 'list',
    says: 'answers 400 ("only description and default can be set alongside it")',
    source: github('anomalyco/opencode/issues/12295'),
    date: '2026-02-05',
  },
  {
    construct: 'reference-into-properties',
    client: 'Adapters for the Gemini API',
    effect: 'list',
    says: 'resolve only $defs and definitions, and send an array without items, which answers 400',
    source: github('DEEIX-AI/DEEIX-Chat/issues/546'),
    date: '2026-07-31',
  },
  {
    construct: 'circular-reference',
    client: 'Claude Code',
    effect: 'list',
    says: 'could not list the tools of a server with one in an outputSchema ("tools fetch failed")',
    source: github('anthropics/claude-code/issues/77106'),
    date: '2026-07-13',
  },
  {
    construct: 'circular-reference',
    client: 'Gemini CLI',
    effect: 'list',
    says: 'answers each request with 400 INVALID_ARGUMENT',
    source: github('google-gemini/gemini-cli/issues/14945'),
    date: '2025-12-11',
  },
  {
    construct: 'circular-reference',
    client: 'Google ADK',
    effect: 'list',
    says: 'ends in a RecursionError',
    source: github('google/adk-python/issues/3870'),
    date: '2025-12-08',
  },
  {
    construct: 'circular-reference',
    client: 'Mastra',
    effect: 'list',
    says: 'crashed in each request ("Converting circular structure to JSON")',
    source: github('mastra-ai/mastra/issues/15341'),
    date: '2026-04-14',
    mended: '2026-04-15',
  },
  {
    construct: 'alternatives-in-items',
    client: 'Gemini API',
    effect: 'list',
    says: 'answers 400 ("items: field predicate failed") where an alternative is an array itself',
    source: github('sbroenne/mcp-server-excel/issues/672'),
    date: '2026-06-10',
  },
  {
    construct: 'draft-4',
    client: 'Claude API, Claude Code',
    effect: 'list',
    says: 'answers 400 to every request with the tool ("must match JSON Schema draft 2020-12")',
    source: github('Dokploy/mcp/issues/74'),
    date: '2026-08-16',
  },
  {
    construct: 'draft-4',
    client: 'Claude clients',
    effect: 'tool',
    says: 'drop the tool when they connect, in later versions',
    source: github('Dokploy/mcp/issues/80'),
    date: '2026-08-25',
  },
  {
    construct: 'tool-name',
    client: 'Claude API, Claude Code, Copilot CLI',
    effect: 'list',
    says: 'answers 400 to names with dots, slashes or spaces ("^[a-zA-Z0-9_-]{1,128}$")',
    source: github('github/copilot-cli/issues/1879'),
    date: '2026-03-06',
  },
  {
    construct: 'tool-name',
    client: 'Claude Desktop',
    effect: 'list',
    says: 'begins no chat ("^[a-zA-Z0-9_-]{1,64}$")',
    source: github('l22-io/orchard-mcp/issues/14'),
    date: '2026-06-21',
  },
  {
    construct: 'tool-name',
    client: 'OpenAI API, Codex',
    effect: 'list',
    says: 'answers 400 to names with dots ("^[a-zA-Z0-9_-]+$")',
    source: github('openai/codex/issues/8174'),
    date: '2025-12-17',
  },
];

const WORDS: Readonly<Record<Effect, string>> = {
  list: 'refuses the whole list',
  tool: 'drops the tool',
  misread: 'misreads it',
  ignored: 'ignores it',
};

/** Who does what with a construct today, in trusted text: "Gemini API: refuses the whole list". Empty where all take it. */
export function effectsOf(construct: Construct): string {
  return CONDUCTS.filter((each) => each.construct === construct && each.mended === undefined)
    .map(({ client, effect }) => `${client}: ${WORDS[effect]}`)
    .join('; ');
}

/** Whether a client of today refuses the tool or the list for it; what is only misread or ignored is legal. */
export const isRefused = (construct: Construct): boolean =>
  CONDUCTS.some(
    (each) =>
      each.construct === construct && each.mended === undefined && (each.effect === 'list' || each.effect === 'tool'),
  );
