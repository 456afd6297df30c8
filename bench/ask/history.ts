/** Figures that were measured once, and cannot be again: at first sight of questions, and of parts that are gone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Share = z.number().min(0).max(1);
const History = z.object({
  /** Sets of questions in the order in which they were asked, each before anybody read it. */
  firstSight: z.array(
    z.object({
      set: z.string(),
      /** What was new in the engine. */
      engine: z.string(),
      success1: Share.optional(),
      success3: Share.optional(),
      ownRefused: Share,
      foreignRefused: Share,
      summaries: z.object({ good: Share, thin: Share, bad: Share }).optional(),
    }),
  ),
  /** The engine of 28 November 2026 without each of its parts, and the one that took its place, on a busy machine. */
  parts: z.array(
    z.object({
      parts: z.string(),
      own1: Share,
      own3: Share,
      /** Questions of each author of an index without that author's lines, none refused. */
      author1: Share,
      author3: Share,
      authorRefused: Share,
      ownRefused: Share,
      foreignRefused: Share,
      elsewhereRefused: Share,
      wholeCore: Share,
      characters: z.number(),
      listP50: z.number(),
      listP99: z.number(),
      buildMs: z.number(),
    }),
  ),
});

/** Both as tables in Markdown. */
export function historyTables(): string {
  const { firstSight, parts } = History.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'history.json'), 'utf8')),
  );
  return `At first sight, before a set of questions was read (\`bench/ask/history.json\`):

| set | new in the engine | success at 1 | success at 3 | own refused | others refused | summaries good, thin, bad |
|---|---|---|---|---|---|---|
${firstSight
  .map(({ set, engine, success1, success3, ownRefused, foreignRefused, summaries }) =>
    row(
      [set, engine, success1, success3, ownRefused, foreignRefused].concat(
        summaries === undefined ? '' : [summaries.good, summaries.thin, summaries.bad].join(', '),
      ),
    ),
  )
  .join('\n')}

The engine of 28 November 2026 without each of its parts, and the one that took its place (times of a busy machine):

| parts | own, success at 1 | at 3 | refused | without the author's lines, at 1 | at 3 | refused | others refused | held out of elsewhere, refused | summaries with all of the core | characters | list p50 ms | p99 ms | build, processor ms |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${parts
  .map((each) =>
    row([
      each.parts,
      each.own1,
      each.own3,
      each.ownRefused,
      each.author1,
      each.author3,
      each.authorRefused,
      each.foreignRefused,
      each.elsewhereRefused,
      each.wholeCore,
      each.characters,
      each.listP50,
      each.listP99,
      each.buildMs,
    ]),
  )
  .join('\n')}
`;
}

const row = (cells: readonly (string | number | undefined)[]): string =>
  `| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
