import process from 'node:process';
import { type Command, Option } from 'commander';
import { LegibleError } from '../../client/send.ts';
import { ServiceError } from '../../errors.ts';
import { createLibrary } from '../../library/answer.ts';
import { AskAnswer, AskRequest } from '../../schema/ask.ts';
import { answerOf, ask } from '../../tools/ask.ts';
import { allArticles } from '../../tools/check-articles.ts';
import { readInput } from '../../tools/read-input.ts';
import { type Look, lookOf, print } from '../output.ts';
import { wrap } from '../render.ts';
import { usesServer } from '../server-access.ts';

const SHOWN = 5;
/** The address of answers without a server: nothing answers there, so it is not printed. */
const LOCAL = 'http://localhost';
/** Of a question that no store sees. */
const CALLER = { kind: 'operator', accountId: '' } as const;

/** `legible ask <query>`: the library, which is part of the package. */
export function addAskCommand(program: Command): void {
  program
    .command('ask <query...>')
    .description('ask how to make a site or an MCP server readable for agents, and what a check requires')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .action(async (words: string[], { format }: { format: 'text' | 'json' }) => {
      const given = { query: words.join(' '), mode: 'summarize' };
      const answer = await answerTo(given).catch((error: unknown) => {
        const failure = format === 'json' ? failureOf(error, given) : undefined;
        if (failure !== undefined) print(JSON.stringify(failure, null, 2));
        throw error;
      });
      print(format === 'json' ? JSON.stringify(answer, null, 2) : answerText(answer, lookOf(process.stdout)));
    });
}

async function answerTo(given: Record<string, unknown>): Promise<AskAnswer> {
  const input = AskRequest.parse(readInput(ask, { input: given, caller: CALLER }));
  return AskAnswer.parse(await (usesServer() ? askServer(input) : askLibrary(input)));
}

/** The failure that every other door answers, also of a server, whose client says it as an error of its own. */
function failureOf(error: unknown, given: Record<string, unknown>) {
  if (error instanceof ServiceError) return ask.failure?.of(error, given);
  if (!(error instanceof LegibleError) || error.code !== 'NO_RESULTS') return undefined;
  return ask.failure?.of(new ServiceError('not_found', error.message), given);
}

async function askServer(input: AskRequest): Promise<unknown> {
  const { withProduct } = await import('../product.ts');
  return withProduct((call) => call('ask', input));
}

/** The library alone, because a question needs no store and no engine. */
const askLibrary = (input: AskRequest): AskAnswer => answerOf(input, createLibrary(allArticles(), LOCAL));

function answerText({ summary, results, site }: AskAnswer, { columns, paint }: Look): string {
  return [
    ...(summary === undefined ? [] : [wrapMarkdown(summary, columns, paint), '']),
    ...results
      .slice(0, SHOWN)
      .flatMap(({ name, description, url }, at) => [
        paint('bold', wrap(`${at + 1}. ${name}`, columns, '   ')),
        wrap(`   ${description}`, columns, '   '),
        ...(site === new URL(LOCAL).host ? [] : [wrap(`   ${url}`, columns, '   ')]),
      ]),
  ].join('\n');
}

/** Wraps each line, but code only where the terminal does, and paints the headings of paragraphs. */
function wrapMarkdown(markdown: string, columns: number, paint: Look['paint']): string {
  let isCode = false;
  const lines = markdown.split('\n').map((line) => {
    const isFence = line.startsWith('```');
    if (isFence) isCode = !isCode;
    if (isFence || isCode) return line;
    return wrap(line, columns).replace(/^\*\*(.+?:)\*\*/s, (_, heading: string) => paint('bold', heading));
  });
  return lines.join('\n');
}
