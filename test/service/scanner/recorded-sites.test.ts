/**
 * Every result on the recorded sites, against goldens that were read by hand (docs/validation.md).
 * `UPDATE_GOLDEN=1 npm test -- recorded-sites` rewrites them: read the diff before committing it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckRecord } from '../../../src/scanner/model/result.ts';
import { RECORDED_SITES, readRecordedSite } from '../../corpus/recorded-sites.ts';
import { firstOf } from '../../support/exhaustive.ts';
import { assertGolden } from '../../support/golden.ts';
import { type ScannedSite, scanSite } from '../../support/scan-site.ts';
import { serveSite } from '../../support/site-server.ts';

const MOST_PAGES = 30;
/** A server of files, one of an application, and a shell of scripts. */
const FIRST: readonly string[] = ['sphinx', 'shop', 'vite'];

describe('the recorded sites', { concurrency: 2 }, () => {
  for (const site of firstOf(RECORDED_SITES, ({ name }) => FIRST.includes(name))) {
    it(`${site.name}: every result is that of the golden`, async () => {
      const server = await serveSite(readRecordedSite(site));
      const scanned = await scanSite(server, { pageLimit: MOST_PAGES }).finally(() => server.close());
      assert.ok(scanned.pages.length > 0, 'pages were read');
      assertGolden(`recorded-sites/${site.name}.txt`, compact(scanned, server.origin));
    });
  }
});

/** One line a result; pages with the same result of a check share a line. */
function compact({ report, pages }: ScannedSite, origin: string): string {
  const lines = [...report.siteChecks, ...report.llmsTxtChecks].map((record) => lineOf(record, origin));
  const groups = new Map<string, string[]>();
  for (const { url, checks } of pages) {
    for (const record of checks) {
      const line = lineOf(record, origin);
      groups.set(line, [...(groups.get(line) ?? []), url.replace(origin, '')]);
    }
  }
  const pageLines = [...groups]
    .map(([line, paths]) => `${line} [${paths.length === pages.length ? 'all' : paths.sort().join(' ')}]`)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const scores = `site score ${report.score?.score ?? 'none'}, llms.txt score ${report.llmsTxtScore}`;
  const paths = pages.map(({ url }) => url.replace(origin, '')).sort();
  const header = `${pages.length} pages, ${scores} [${paths.join(' ')}]`;
  return `${[header, ...lines, ...pageLines].join('\n')}\n`;
}

const lineOf = ({ id, status, message }: CheckRecord, origin: string): string =>
  `${id} ${status}: ${message.replaceAll(origin, '')}`;
