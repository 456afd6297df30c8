import * as z from 'zod';

const ITEM_TYPES = ['methodology', 'checks', 'specs', 'llms-txt', 'check', 'page', 'recipe', 'any'] as const;
const ANSWER_MODES = ['list', 'summarize'] as const;
const ASKED_MODES = [...ANSWER_MODES, 'generate'] as const;
const MAX_QUERY = 2000;
/** A returned id must be valid in a stream. */
const QUERY_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const QUERY_ID_EXPECTED = 'expected 1 to 128 characters of A-Z, a-z, 0-9 and ._:-';

const QUERY_EXPECTED = `expected a text of 1 to ${MAX_QUERY} characters, or an object with such a text as q`;
const oneOf = (names: readonly string[]) => `expected one of ${names.join(', ')}`;

/** Characters are counted as JSON Schema counts them: an emoji is one. */
const isShort = (text: string) => [...text].length <= MAX_QUERY;

export const QueryText = z
  .string({ error: QUERY_EXPECTED })
  .trim()
  .min(1, QUERY_EXPECTED)
  .refine(isShort, QUERY_EXPECTED)
  .meta({ maxLength: MAX_QUERY });
const Text = z.string({ error: 'expected text' });
const ItemType = z.enum(ITEM_TYPES, { error: oneOf(ITEM_TYPES) });
const Site = Text.describe('Host to answer for; only this one has answers');
const anObject = { error: 'expected an object' };
const AskedMode = z.enum(ASKED_MODES, { error: oneOf(ASKED_MODES) });
/** NLWeb 0.54 clients send "list, summarize", those of 0.55 an array. */
const MODE_LIST = new RegExp(`^(?:${ASKED_MODES.join('|')})(?: *, *(?:${ASKED_MODES.join('|')}))*$`);
const AskedModes = z.union(
  [
    AskedMode,
    z.array(AskedMode).min(1).max(ASKED_MODES.length),
    z.string().max(100).regex(MODE_LIST, oneOf(ASKED_MODES)),
  ],
  { error: `${oneOf(ASKED_MODES)}, or a list of them` },
);
const MAX_EARLIER = 50;
const EarlierQueries = z.array(Text, { error: 'expected an array of texts' }).max(MAX_EARLIER);

/** The contract's AskRequest, with `text` as an alias of `q` (NLWeb sends that since version 0.54). */
export const AskRequest = z.object({
  query: z
    .union(
      [
        QueryText,
        z
          .object({
            q: QueryText.optional(),
            text: QueryText.optional().describe('Same as q'),
            itemType: ItemType.optional(),
            site: Site.optional(),
          })
          .refine(({ q, text }) => q !== undefined || text !== undefined, { error: QUERY_EXPECTED, path: ['q'] }),
      ],
      { error: QUERY_EXPECTED },
    )
    .describe('What you want to know, in words'),
  mode: AskedMode.optional().describe(
    'list (default): articles; summarize: also quotes from them. generate is served as summarize',
  ),
  itemType: ItemType.optional().describe('Articles to search; default any'),
  site: Site.optional(),
  streaming: z
    .union([z.boolean(), z.string()], { error: 'expected true or false' })
    .optional()
    .describe('Server-Sent Events instead of JSON, over REST only'),
  query_id: z
    .string({ error: QUERY_ID_EXPECTED })
    .regex(QUERY_ID, QUERY_ID_EXPECTED)
    .optional()
    .describe('Echoed in the answer, and in the ids of a stream; made when it is left out'),
  prev: Text.optional().describe('Earlier queries, oldest first: a JSON array or a list with commas'),
  decontextualized_query: Text.trim()
    .refine(isShort, `expected at most ${MAX_QUERY} characters`)
    .meta({ maxLength: MAX_QUERY })
    .optional()
    .describe('The query with its context written out, to be searched instead'),
  prefer: z
    .object(
      {
        streaming: z.boolean({ error: 'expected true or false' }).optional(),
        format: z.enum(['json'], { error: 'expected json' }).optional(),
        mode: AskedModes.optional().describe('With summarize or generate among them, the answer has a summary'),
        response_format: Text.optional().describe('Accepted, not used'),
        language: Text.optional(),
      },
      anObject,
    )
    .optional()
    .describe('What to do where the members above say nothing'),
  context: z
    .union(
      [
        z.array(
          z.object(
            { role: z.enum(['user', 'assistant'], { error: oneOf(['user', 'assistant']) }), content: Text },
            anObject,
          ),
        ),
        z.object({ prev: z.union([Text, EarlierQueries]).nullish(), text: Text.nullish() }),
      ],
      { error: 'expected an array of {role, content}, or an object with prev' },
    )
    .optional()
    .describe('The conversation so far: its user messages, or prev of an object, are earlier queries'),
  meta: z
    .object(
      {
        version: Text.optional(),
        session: Text.optional(),
        user: z.union([Text, z.record(z.string(), z.unknown())], { error: 'expected text or an object' }).nullish(),
      },
      anObject,
    )
    .optional()
    .describe('About the client. Accepted, not used'),
});
export type AskRequest = z.output<typeof AskRequest>;

const AskMeta = z
  .object({
    response_type: z.enum(['answer', 'failure', 'elicitation', 'promise']),
    version: z.literal('0.1'),
    mode: z.enum(ANSWER_MODES),
    decontextualized_query: z
      .string()
      .optional()
      .describe('The query that was searched, where it differs from the one sent'),
  })
  .meta({ id: 'AskMeta' });

const SchemaObject = z
  .object({
    '@context': z.literal('https://schema.org'),
    '@type': z.enum(['Article', 'TechArticle', 'WebPage']),
    name: z.string(),
    url: z.string(),
    description: z.string().optional(),
  })
  .meta({ id: 'SchemaObject' });

export const AskResult = z
  .object({
    url: z.string().describe('The article; with .md at its end as Markdown'),
    name: z.string(),
    site: z.string(),
    score: z.number().describe('Relevance: compare within one answer only'),
    description: z.string(),
    schema_object: SchemaObject,
  })
  .meta({ id: 'AskResult' });
export type AskResult = z.output<typeof AskResult>;

export const AskAnswer = z
  .object({
    _meta: AskMeta,
    query_id: z.string(),
    site: z.string(),
    mode: z.enum(ANSWER_MODES),
    query: z.string(),
    results: z.array(AskResult).describe('At most 10, the best first'),
    summary: z
      .string()
      .optional()
      .describe(
        'Markdown quoted from the results: sentences, lists and code under the headings of their sections; [n] names the n-th result',
      ),
  })
  .meta({ id: 'AskAnswer' });
export type AskAnswer = z.output<typeof AskAnswer>;

/** How a summary cites. */
export const CITATION = /\[(\d{1,2})\]/g;

/** The sources that a summary quotes, counted from 0. No article sentence contains this marker. */
export function sourcesCited(summary: string): number[] {
  return [...new Set([...summary.matchAll(CITATION)].map(([, number]) => Number(number) - 1))];
}

export const AskFailure = z
  .object({
    _meta: AskMeta,
    error: z.object({
      code: z.enum(['NO_RESULTS', 'INVALID_QUERY', 'RATE_LIMITED', 'TIMEOUT', 'INTERNAL']),
      message: z.string(),
    }),
  })
  .meta({ id: 'AskFailure' });
export type AskFailure = z.output<typeof AskFailure>;
