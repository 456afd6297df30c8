import process from 'node:process';
import { type Command, Option } from 'commander';
import { AskAnswer } from '../../schema/ask.ts';
import { type Look, lookOf, print } from '../output.ts';
import { withProduct } from '../product.ts';
import { wrap } from '../render.ts';

const SHOWN = 5;

/** `legible ask <query>`: the library, which is part of the package. */
export function addAskCommand(program: Command): void {
  program
    .command('ask <query...>')
    .description('ask how to make a site or an MCP server readable for agents, and what a check wants')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .action(async (words: string[], { format }: { format: 'text' | 'json' }) => {
      const input = { query: words.join(' '), mode: 'summarize' };
      const local = { data: 'none', withWorkers: false } as const;
      const answer = AskAnswer.parse(await withProduct((call) => call('ask', input), local));
      print(format === 'json' ? JSON.stringify(answer, null, 2) : answerText(answer, lookOf(process.stdout)));
    });
}

function answerText({ summary, results, site }: AskAnswer, { columns, paint }: Look): string {
  return [
    ...(summary === undefined ? [] : [wrap(summary, columns), '']),
    ...results.slice(0, SHOWN).flatMap(({ name, description, url }, at) => [
      paint('bold', wrap(`${at + 1}. ${name}`, columns, '   ')),
      wrap(`   ${description}`, columns, '   '),
      // Without a server nothing answers there.
      ...(site === 'localhost' ? [] : [wrap(`   ${url}`, columns, '   ')]),
    ]),
  ].join('\n');
}
