/**
 * `npm run record-sample`: scans the shop of the tests with a real service in this process, and writes the report that
 * /sample shows to src/web/sample/recorded/sample.json. The loopback host has the name under which the shop is published.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Explanation } from '../src/schema/explanation.ts';
import { type CheckResult, Scan } from '../src/schema/scan.ts';
import { POTTERY_ORIGIN, potteryShop } from '../test/fixtures/sites/pottery-shop.ts';
import { startTestService } from '../test/support/service.ts';
import { rest, startScan, untilEnded } from '../test/support/service-doors.ts';
import { serveSite } from '../test/support/site-server.ts';

const OUTPUT = resolve(import.meta.dirname, '../src/web/sample/recorded/sample.json');
const PAGES = 32;

/** What a page passed needs no evidence in the sample. */
const brief = (check: CheckResult): CheckResult => {
  if (check.status !== 'pass') return check;
  const { notApplicable, scored } = check.details;
  return {
    ...check,
    details: { ...(notApplicable ? { notApplicable } : {}), ...(scored === undefined ? {} : { scored }) },
  };
};

const site = await serveSite(potteryShop);
const service = await startTestService({ settings: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost' } });
try {
  const key = await service.key();
  const { id } = await startScan(service, key, { url: `${site.origin}/`, pageLimit: PAGES });
  await untilEnded(service, key, id, 120_000);
  const scan = Scan.parse((await rest(service, `/api/v1/scans/${id}?pages=all`, { key })).body);
  const explanation = Explanation.parse((await rest(service, `/api/v1/scans/${id}/explanation`, { key })).body);
  const pageResults = scan.pageResults.map(({ url, checks }) => ({ url, checks: checks.map(brief) }));
  const { host } = new URL(site.origin);
  // The reader of the sample sees a published site, not a copy of one.
  const shown = {
    scan: { ...scan, shareToken: 'sample', pageResults },
    explanation: { ...explanation, publicOrigin: undefined },
  };
  const text = JSON.stringify(shown)
    .replaceAll(`http://${host}`, POTTERY_ORIGIN)
    .replaceAll(host, new URL(POTTERY_ORIGIN).host);
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, `${text}\n`);
  console.log(`${OUTPUT}: score ${scan.siteScore}, ${text.length} characters`);
} finally {
  await service.stop();
  await site.close();
}
