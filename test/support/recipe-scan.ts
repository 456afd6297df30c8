/** What the tests of recipes share: code out of an article, and what a scan makes of a check. */
import assert from 'node:assert/strict';
import { allRecipes, type Recipe } from '../../src/library/articles.ts';
import type { CheckRecord } from '../../src/scanner/model/result.ts';
import { ORIGIN } from './build-folder.ts';
import { codeIn } from './code-blocks.ts';
import { scanSite } from './scan-site.ts';

export const recipeOf = (id: string): Recipe =>
  allRecipes().find((recipe) => recipe.id === id) ?? assert.fail(`there is no recipe for ${id}`);

export const blocksOf = (id: string, language: string): string[] =>
  recipeOf(id).sections.flatMap(({ text }) => codeIn(text, language));

/** Every record of a scan of a site that is published at ORIGIN. */
export async function recordsAt(origin: string): Promise<CheckRecord[]> {
  const site = { origin, requests: [] };
  const { report, pages } = await scanSite(site, { pageLimit: 20, as: { canonicalOrigin: ORIGIN } });
  return [...report.siteChecks, ...report.llmsTxtChecks, ...pages.flatMap(({ checks }) => checks)];
}

/** The checks that do not pass everywhere, or apply nowhere. */
export const unpassed = (records: readonly CheckRecord[], ids: readonly string[]): string[] =>
  ids.filter((id) => {
    const own = records.filter((record) => record.id === id && record.status !== 'na');
    return own.length === 0 || own.some(({ status }) => status !== 'pass');
  });

/** Fails unless every check passes, and the recipe says that it fixes it. */
export function assertFixed(id: string, records: readonly CheckRecord[], fixes: readonly string[]): void {
  const open = records.filter((record) => fixes.includes(record.id) && !['pass', 'na'].includes(record.status));
  assert.deepEqual(
    open.map(({ id: check, status, message }) => `${check} ${status}: ${message}`),
    [],
  );
  assert.deepEqual(unpassed(records, fixes), []);
  const named = recipeOf(id).sections.flatMap(({ checkIds }) => checkIds);
  assert.deepEqual(
    fixes.filter((check) => !named.includes(check)),
    [],
    'the recipe names each of them',
  );
}
