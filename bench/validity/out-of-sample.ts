/** The figures that count: of sets that the makers of the score had not seen, in the order of their runs. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Figure = z.object({ spearman: z.number(), interval: z.tuple([z.number(), z.number()]) }).nullable();
const Runs = z.array(
  z.object({
    date: z.iso.date(),
    set: z.string(),
    /** Sites, agents, and the rubric that was measured. */
    what: z.string(),
    /** Variants. */
    n: z.number().int(),
    read: Figure,
    act: Figure,
    use: Figure,
    /** With use. */
    concordance: z.number().nullable(),
    /** Whether the rubric has learnt from it since. */
    learnt: z.boolean(),
  }),
);
type Figure = z.infer<typeof Figure>;
export type OutOfSampleRun = z.infer<typeof Runs>[number];

export const readOutOfSample = (): OutOfSampleRun[] =>
  Runs.parse(JSON.parse(readFileSync(new URL('./out-of-sample.json', import.meta.url), 'utf8')));

const cell = (figure: Figure): string =>
  figure === null
    ? '-'
    : `${figure.spearman.toFixed(2)} [${figure.interval.map((bound) => bound.toFixed(2)).join(', ')}]`;

export function outOfSampleLines(runs: readonly OutOfSampleRun[]): string[] {
  if (runs.length === 0) return ['Not measured yet.'];
  return [
    '| date | set | what | variants | read | act | use | concordance | learnt from since |',
    '|---|---|---|---|---|---|---|---|---|',
    ...runs.map(
      ({ date, set, what, n, read, act, use, concordance, learnt }) =>
        `| ${date} | ${set} | ${what} | ${n} | ${cell(read)} | ${cell(act)} | ${cell(use)} | ${concordance?.toFixed(2) ?? '-'} | ${learnt ? 'yes' : 'no'} |`,
    ),
  ];
}
