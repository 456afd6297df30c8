import { createSchemaJudge } from '../../mcp/schema-faults.ts';
import type { SeenCall, SeenTool } from '../../model/browser.ts';
import type { McpTool } from '../../model/mcp.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { descriptionQuality } from '../mcp/tool-descriptions.ts';
import { creditFor, shownPage } from './shown.ts';

/** More than most agents take of one answer. */
const MAX_ANSWER_CHARS = 100_000;
/** Of WebMCP: what `registerTool` takes for a name. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export default defineCheck({
  id: 'B10',
  slug: 'web-mcp-tools',
  series: 'browser',
  category: 'tools',
  titles: {
    pass: 'WebMCP tools have names, descriptions and schemas',
    fail: 'WebMCP tools lack names, descriptions or schemas',
    action: 'Describe the tools that the page registers',
  },
  why: 'With WebMCP a page hands its functions to the agent in the browser. The agent chooses by description and fills arguments by schema.',
  rule: `Reads what scripts register at document.modelContext or navigator.modelContext. Calls up to 3 tools of a page that say that they only read (readOnlyHint): without arguments, or with the examples and defaults of their schema. A tool is sound with a name of 1 to 128 letters, digits, _, - and dots, a description as M14 wants one, and a valid schema as M17 wants one where it has any, and an answer within 3 seconds where it was called. Passes when all are sound. Warns about short descriptions and answers over ${MAX_ANSWER_CHARS / 1000},000 characters. Fails with a bad name, no description, an invalid schema, or a call that fails or brings nothing. A page earns the share of sound tools. Not applicable without tools.`,
  sources: ['https://webmachinelearning.github.io/webmcp/', 'https://json-schema.org/draft/2020-12/json-schema-core'],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { tools } = seen;
    if (tools.length === 0) return notApplicable('The page registers no tools (WebMCP).');
    const judged = tools.map((tool) => ({ tool, ...faultsOf(tool) }));
    const sound = judged.filter(({ wrong, weak }) => wrong.length + weak.length === 0).length;
    const broken = judged.filter(({ wrong }) => wrong.length > 0).length;
    const answered = tools.filter(({ call }) => call?.outcome === 'answered').length;
    const evidence = {
      ...shown.evidence,
      measured: `${sound} of ${tools.length}`,
      threshold: tools.length,
      ...(judged.some(({ says }) => says !== '') ? { examples: judged.flatMap(({ says }) => says || []) } : {}),
      findings: judged.flatMap(({ tool, wrong, weak }) =>
        [...wrong, ...weak].map((found) => ({ at: tool.name, found })),
      ),
    };
    if (sound === tools.length)
      return pass(
        `The page registers ${pluralize(sound, 'tool')} with name, description and schema${answered === 0 ? '' : `; ${answered} ${answered === 1 ? 'was called and answers' : 'were called and answer'}`}.`,
        evidence,
      );
    const finding = {
      howToFix:
        'Correct each tool named in the findings: a name of letters, digits and underscores, a sentence of at least 7 words that says what it does and returns, and an inputSchema with type "object". Let a tool with readOnlyHint answer within 3 seconds with content.',
      evidence,
      credit: creditFor(sound / tools.length),
    };
    return broken > 0
      ? fail(`${broken} of ${pluralize(tools.length, 'registered tool')} cannot be used as they are.`, finding)
      : warn(`${tools.length - sound} of ${pluralize(tools.length, 'registered tool')} say too little.`, finding);
  },
});

/** What a call may come to that is the fault of the tool. */
const CALL_FAULTS: Readonly<Partial<Record<SeenCall['outcome'], string>>> = {
  failed: 'a call fails, with arguments of its own schema',
  nothing: 'a call brings nothing',
  silent: 'a call brings no answer within 3 seconds',
};

interface Faults {
  readonly wrong: readonly string[];
  readonly weak: readonly string[];
  /** What a call that failed says: third-party text. */
  readonly says: string;
}

/** What keeps a tool from use, and what makes it hard to choose, in trusted text. */
function faultsOf({ name, description, inputSchema, call }: SeenTool): Faults {
  const called = call === undefined ? undefined : CALL_FAULTS[call.outcome];
  const schema = schemaOf(inputSchema);
  const quality = descriptionQuality(asMcpTool(name, description, schema));
  return {
    wrong: [
      ...(NAME.test(name) ? [] : ['the name is not allowed']),
      ...(quality === 0 ? ['there is no description'] : []),
      ...(schema === undefined ? [] : createSchemaJudge()(schema, 'input').map(({ says }) => `the schema ${says}`)),
      ...(called === undefined ? [] : [called]),
    ],
    weak: [
      ...(quality > 0 && quality < 1 ? ['the description says too little'] : []),
      ...((call?.chars ?? 0) > MAX_ANSWER_CHARS ? [`a call brings ${call?.chars} characters`] : []),
    ],
    says: called === undefined ? '' : (call?.says ?? ''),
  };
}

const asMcpTool = (name: string, description: string, inputSchema: unknown): McpTool => ({
  name,
  title: undefined,
  description,
  inputSchema,
  outputSchema: undefined,
  annotations: {},
  contextBytes: 0,
});

/** A tool may do without a schema; a text that is no JSON, or was cut, counts as none. */
function schemaOf(text: string): unknown {
  try {
    const schema: unknown = JSON.parse(text === '' ? 'null' : text);
    return schema === null ? undefined : schema;
  } catch {
    return undefined;
  }
}
