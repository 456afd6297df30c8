/** The leaderboard of a census as a folder of static pages, with what agents need in it. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { readBuild } from '../../fix/build.ts';
import { applyChanges } from '../../fix/changes.ts';
import { chosenFixes, planFixes } from '../../fix/plan.ts';
import type { CensusRow } from '../../sites/census/row.ts';
import { leaderboardFiles } from '../../web/leaderboard/leaderboard.ts';
import { type GradedRow, isGraded } from '../../web/leaderboard/ranked.ts';
import type { CensusSummary } from './outputs.ts';

/** Pages of hosts: with the tables they stay below what `legible fix` takes as one build. */
const MAX_HOSTS = 18_000;
/** Marks a folder that this command made, so that the next run may empty it. */
const MARK = '.legible-census';

/** Collects the hosts of a leaderboard: the first of the results, as many as it may have. */
export function createGradedRows(): { add(row: CensusRow): void; all(): readonly GradedRow[] } {
  const rows: GradedRow[] = [];
  return {
    add(row) {
      if (rows.length < MAX_HOSTS && isGraded(row)) rows.push(row);
    },
    all: () => rows,
  };
}

export interface SiteOptions {
  readonly origin: string;
  readonly title: string;
  readonly contact: string | undefined;
  readonly summary: CensusSummary;
  readonly rows: readonly GradedRow[];
}

/**
 * Writes the pages, then what `legible fix` adds to any build: Markdown versions, llms.txt, a sitemap, metadata.
 * @returns how many files there are
 * @throws ConfigError for a folder with files that no census has written
 */
export async function writeSite(
  folder: string,
  { origin, title, contact, summary, rows }: SiteOptions,
): Promise<number> {
  await emptyFolder(folder);
  const { statistics, state } = summary;
  const files = leaderboardFiles({ name: title, contact, pages: state.pages, statistics, rows });
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const build = await readBuild(folder);
  const { changes } = await planFixes(build, { origin, fixes: chosenFixes(undefined) });
  await applyChanges(build, changes);
  return (await readBuild(folder)).files.size;
}

async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) {
    await readFile(join(folder, MARK)).catch((cause: unknown) => {
      throw new ConfigError(`--site: ${folder} has files that no census has written. Use an empty folder`, { cause });
    });
    await rm(folder, { recursive: true });
  }
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, MARK),
    'Written by legible census --site, which empties this folder before it writes.\n',
  );
}
