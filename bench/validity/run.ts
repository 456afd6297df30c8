/**
 * `npm run validate-score`: does the score rank sites as agents succeed on them? Variants of sites that this repository owns,
 * simulated agents, the scanner in this process, no network. Writes docs/validity.md and its picture. With `-- --afdocs`
 * it first records the scores of afdocs, which takes npm and half an hour.
 */
import { writeFileSync } from 'node:fs';
import { createRunScan } from '../../src/scanner/engine/run-scan.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { scoreSite } from '../../src/scanner/scoring/score.ts';
import { createPagePool } from '../../src/scanner/workers/page-pool.ts';
import { ORIGIN } from '../../test/support/artifacts.ts';
import { memoryFetcher } from '../../test/support/memory-fetcher.ts';
import { readAfdocs, recordAfdocs } from './afdocs.ts';
import { agentsOn } from './agents.ts';
import { type BaseSite, baseSites } from './content.ts';
import { type Row, validityReport } from './report.ts';
import { type Respond, siteVariant } from './site-variant.ts';
import { VARIANTS } from './variants.ts';
import { yardsticksOf } from './yardsticks.ts';

const sites = baseSites();
if (process.argv.includes('--afdocs')) await recordAfdocs(sites);
const afdocs = readAfdocs();
const pool = createPagePool({ threads: 2 });
const rows: Row[] = [];
for (const site of sites) {
  const whole = successOn(siteVariant(site, {}), site);
  for (const variant of VARIANTS) {
    const respond = siteVariant(site, variant.fault);
    const success = successOn(respond, site) / whole;
    rows.push({
      site: site.name,
      variant,
      success,
      afdocs: afdocs?.scores[`${site.name}/${variant.id}`] ?? 0,
      ...yardsticksOf(respond),
      ...(await gradeOf(respond)),
    });
  }
}
await pool.close();
const { page, picture, isReached } = validityReport(rows, afdocs?.package);
writeFileSync(new URL('../../docs/validity.md', import.meta.url), page);
writeFileSync(new URL('../../docs/validity.svg', import.meta.url), picture);
console.log(page);
process.exitCode = isReached ? 0 : 1;

function successOn(respond: Respond, { questions }: BaseSite): number {
  const agents = Object.values(agentsOn(respond));
  const right = agents.map((agent) => questions.filter(agent).length / questions.length);
  return right.reduce((sum, share) => sum + share, 0) / right.length;
}

async function gradeOf(respond: Respond): Promise<Pick<Row, 'score' | 'before' | 'llmsTxt'>> {
  const runScan = createRunScan({
    fetcher: memoryFetcher({
      pages: {},
      fallback: ({ path, headers, origin }) =>
        respond({ path, origin, userAgent: String(headers['user-agent'] ?? ''), accept: String(headers.accept ?? '') }),
    }),
    throttle: createHostThrottle({ concurrency: 8 }),
    pool,
    accessibility: { audit: async () => ({ kind: 'not-sampled' }), async close() {} },
    userAgent: 'LegibleBot/1.0 (+https://legible.example/bot)',
    nonceFor: () => 'nothing-has-this-name',
    onBug: (checkId, thrown) => console.error(`${checkId} threw: ${String(thrown)}`),
  });
  const sink = { progress() {}, async pages() {}, async latePages() {} };
  const request = { rootUrl: `${ORIGIN}/`, pageLimit: 50, deadlineMs: 120_000 };
  const { basis, score, llmsTxtScore } = await runScan(request, sink, new AbortController().signal);
  if (basis?.delivery === undefined || score === undefined) return { score: 0, before: 0, llmsTxt: 0 };
  const { delivery: _, ...basisUnder1 } = basis;
  return { score: score.score, before: scoreSite(basisUnder1).score, llmsTxt: llmsTxtScore };
}
