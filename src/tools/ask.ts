import type { ServiceError } from '../errors.ts';
import type { Library, Question } from '../library/answer.ts';
import { AskAnswer, AskFailure, AskRequest } from '../schema/ask.ts';
import { defineTool } from './define-tool.ts';

const MAX_PREV_CHARACTERS = 2000;

export const ask = defineTool({
  name: 'ask',
  title: 'Ask the library',
  description:
    'Answers questions about making sites and MCP servers readable for AI agents, and about this service. Mode summarize also quotes the sentences that answer.',
  input: AskRequest,
  output: AskAnswer,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'public',
  budget: 'ask',
  outlivesStore: true,
  ignoresUnknown: true,
  unlisted: ['streaming', 'prefer', 'context', 'meta', 'site', 'query_id', 'decontextualized_query'],
  failure: { output: AskFailure, of: failureOf },
  summarize: ({ results, summary }) =>
    [
      ...(summary === undefined ? [] : [summary, '']),
      ...results.map(({ name, url, description }, at) => `${at + 1}. [${name}](${url}): ${description}`),
    ].join('\n'),
  async handle(request, { library }) {
    await library.ready();
    return answerOf(request, library);
  },
});

/** The answer of a library to a request. @throws ServiceError where it has none */
export const answerOf = (request: AskRequest, library: Pick<Library, 'answer'>): AskAnswer =>
  library.answer(questionOf(request));

function questionOf({
  query,
  mode,
  itemType,
  site,
  query_id,
  prev,
  decontextualized_query,
  prefer,
  context,
}: AskRequest): Question {
  const asked = typeof query === 'string' ? { q: query } : query;
  const decontextualized = decontextualized_query?.trim();
  return {
    // The schema wants one of the two.
    query: asked.q ?? asked.text ?? '',
    mode: servedMode(mode ?? prefer?.mode),
    itemType: asked.itemType ?? itemType ?? 'any',
    site: asked.site ?? site,
    queryId: query_id,
    prev: earlierQueries(prev) ?? earlierQueries(queriesIn(context)) ?? [],
    decontextualized: decontextualized === '' ? undefined : decontextualized,
  };
}

/** There is no language model here: what would be generated is summarised. */
function servedMode(modes: unknown): 'list' | 'summarize' {
  const asked = typeof modes === 'string' ? modes.split(',').map((mode) => mode.trim()) : modes;
  return Array.isArray(asked) && (asked.includes('summarize') || asked.includes('generate')) ? 'summarize' : 'list';
}

/** What the user asked before: messages of a conversation, or `prev` of the object that NLWeb has since 0.54. */
const queriesIn = (context: AskRequest['context']): string | string[] | undefined =>
  Array.isArray(context)
    ? context.filter(({ role }) => role === 'user').map(({ content }) => content)
    : (context?.prev ?? undefined);

/**
 * `prev` as clients send it: an array, a JSON array in a string, or as its documentation says, a list with commas.
 * @returns undefined where there is none
 */
function earlierQueries(prev: string | readonly string[] | undefined): string[] | undefined {
  const queries = (typeof prev === 'string' ? listOf(prev) : (prev ?? []))
    .map((text) => text.trim().slice(0, MAX_PREV_CHARACTERS))
    .filter((text) => text !== '');
  return queries.length === 0 ? undefined : queries;
}

function listOf(prev: string): string[] {
  if (!prev.trimStart().startsWith('[')) return prev.split(',');
  try {
    const parsed: unknown = JSON.parse(prev);
    if (Array.isArray(parsed)) return parsed.filter((entry) => typeof entry === 'string');
  } catch {
    // Not JSON: a list whose first query begins with a bracket.
  }
  return prev.split(',');
}

const FAILURE_CODES: Partial<Record<ServiceError['code'], AskFailure['error']['code']>> = {
  not_found: 'NO_RESULTS',
  invalid_request: 'INVALID_QUERY',
  rate_limited: 'RATE_LIMITED',
  unavailable: 'TIMEOUT',
};

/** The contract's AskFailure. The mode is the requested one where the input, which may be any value, names one. */
function failureOf({ code, message }: ServiceError, input: unknown): AskFailure {
  const { mode, prefer } = Object(input) as { mode?: unknown; prefer?: unknown };
  return {
    _meta: { response_type: 'failure', version: '0.1', mode: servedMode(mode ?? Object(prefer).mode) },
    error: { code: FAILURE_CODES[code] ?? 'INTERNAL', message },
  };
}
