import process from 'node:process';
import { type Command, Option } from 'commander';
import { ServiceError } from '../../errors.ts';
import { ALL_CHECKS } from '../../scanner/checks/catalogue.ts';
import { RUBRIC } from '../../scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../../scanner/mcp/grade/rubric.ts';
import { type Look, lookOf, print } from '../output.ts';
import { wrap } from '../render.ts';

const WEIGHTS: Readonly<Record<string, number>> = { ...RUBRIC.weights, ...MCP_RUBRIC.weights };

/** `legible checks [id]`: the catalogue. */
export function addChecksCommand(program: Command): void {
  program
    .command('checks [id]')
    .description('every check with its weight; with an id what it wants, why, and by which standard')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .action((id: string | undefined, { format }: { format: 'text' | 'json' }) => {
      const checks = ALL_CHECKS.map(({ id, slug, category, name, why, rule, sources }) => ({
        id,
        slug,
        category,
        weight: WEIGHTS[id] ?? 0,
        name,
        why,
        rule,
        sources,
      }));
      const look = lookOf(process.stdout);
      if (id === undefined) {
        print(format === 'json' ? JSON.stringify(checks, null, 2) : checks.map((check) => row(check, look)).join('\n'));
        return;
      }
      const found = checks.find((check) => check.id === id.toUpperCase() || check.slug === id);
      if (found === undefined) {
        throw new ServiceError('not_found', 'id: there is no such check. "legible checks" lists all.');
      }
      print(format === 'json' ? JSON.stringify(found, null, 2) : article(found, look));
    });
}

interface Shown {
  readonly id: string;
  readonly category: string;
  readonly weight: number;
  readonly name: string;
  readonly why: string;
  readonly rule: string;
  readonly sources: readonly string[];
}

const row = ({ id, weight, category, name }: Shown, { columns }: Look): string =>
  wrap(`${id.padEnd(4)} ${String(weight).padStart(2)}  ${category.padEnd(18)} ${name}`, columns, '         ');

function article({ id, name, category, weight, why, rule, sources }: Shown, { columns, paint }: Look): string {
  return [
    paint('bold', wrap(`${id}: ${name}`, columns)),
    wrap(`${category}, weight ${weight}`, columns),
    '',
    wrap(why, columns),
    '',
    wrap(`Rule: ${rule}`, columns),
    '',
    ...sources.map((source) => wrap(source, columns)),
  ].join('\n');
}
