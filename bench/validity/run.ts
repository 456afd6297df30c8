/**
 * `npm run validate-score`: does the score rank sites as agents succeed on them? Variants of sites that this repository owns,
 * simulated agents, one of them in Chromium where there is one, the scanner in this process, no network. Writes
 * docs/validity.md and its picture. `-- --sites shop,service` runs these alone, and only prints. With `-- --afdocs` it first
 * records the scores of afdocs, which takes npm and half an hour.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRunScan } from '../../src/scanner/engine/run-scan.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { scoreSite } from '../../src/scanner/scoring/score.ts';
import { createPagePool } from '../../src/scanner/workers/page-pool.ts';
import { ORIGIN } from '../../test/support/artifacts.ts';
import { memoryFetcher } from '../../test/support/memory-fetcher.ts';
import { actVariantsOf } from './acting/act-variants.ts';
import { noBrowserAgent, startBrowserAgents } from './acting/browser-agent.ts';
import { service } from './acting/service.ts';
import { shop } from './acting/shop.ts';
import { readAfdocs, recordAfdocs } from './afdocs.ts';
import { keepBrowserSection } from './browser-report.ts';
import { baseSites } from './content.ts';
import { type Row, validityReport } from './report.ts';
import { type Respond, siteVariant } from './site-variant.ts';
import { truthOf } from './truth.ts';
import { VARIANTS } from './variants.ts';
import { yardsticksOf } from './yardsticks.ts';

/** Of requests that name no other, as the fetcher sends it. */
const USER_AGENT = 'LegibleBot/1.0 (+https://legible.example/bot)';

const { values } = parseArgs({ options: { sites: { type: 'string' }, afdocs: { type: 'boolean' } } });
const wanted = values.sites?.split(',');
const sites = [...baseSites(), shop(), service()].filter(({ name }) => wanted?.includes(name) !== false);
if (values.afdocs === true) await recordAfdocs(baseSites());
const afdocs = readAfdocs();
if (noBrowserAgent !== false) console.error(`No browser agent takes part: ${noBrowserAgent}.`);
const browsers = noBrowserAgent === false ? await startBrowserAgents() : undefined;
const pool = createPagePool({ threads: 2 });
const rows: Row[] = [];
for (const site of sites) {
  for (const variant of site.acts === undefined ? VARIANTS : actVariantsOf(site.name)) {
    const respond = siteVariant(site, variant.fault);
    const row: Row = {
      site: site.name,
      variant,
      truth: await truthOf(site, variant, browsers),
      afdocs: afdocs?.scores[`${site.name}/${variant.id}`] ?? 0,
      ...yardsticksOf(respond),
      ...(await gradeOf(respond)),
    };
    rows.push(row);
    if (process.stderr.isTTY || wanted !== undefined) console.error(`${site.name}/${variant.id}: ${row.score}`);
  }
}
await browsers?.close();
await pool.close();
const { page, picture, isReached } = validityReport(rows, { afdocs: afdocs?.package, browser: browsers?.version });
if (wanted === undefined) {
  const file = new URL('../../docs/validity.md', import.meta.url);
  writeFileSync(file, keepBrowserSection(readFileSync(file, 'utf8'), page));
  writeFileSync(new URL('../../docs/validity.svg', import.meta.url), picture);
}
console.log(page);
process.exitCode = isReached ? 0 : 1;

async function gradeOf(respond: Respond): Promise<Pick<Row, 'score' | 'before' | 'llmsTxt'>> {
  const runScan = createRunScan({
    fetcher: memoryFetcher({
      pages: {},
      fallback: ({ path, search, method, headers, origin }) =>
        respond({
          path,
          search,
          method,
          origin,
          userAgent: String(headers['user-agent'] ?? USER_AGENT),
          accept: String(headers.accept ?? ''),
        }),
    }),
    throttle: createHostThrottle({ concurrency: 8 }),
    pool,
    accessibility: { audit: async () => ({ kind: 'not-sampled' }), async close() {} },
    userAgent: USER_AGENT,
    nonceFor: () => 'nothing-has-this-name',
    onBug: (checkId, thrown) => console.error(`${checkId} threw: ${String(thrown)}`),
  });
  const sink = { progress() {}, async pages() {}, async latePages() {} };
  const request = { rootUrl: `${ORIGIN}/`, pageLimit: 50, deadlineMs: 120_000 };
  const { basis, score, llmsTxtScore } = await runScan(request, sink, new AbortController().signal);
  if (basis?.delivery === undefined || score === undefined) return { score: 0, before: 0, llmsTxt: 0 };
  // Rubric 1 knew neither.
  const { delivery: _, actions: __, ...basisUnder1 } = basis;
  return { score: score.score, before: scoreSite(basisUnder1).score, llmsTxt: llmsTxtScore };
}
