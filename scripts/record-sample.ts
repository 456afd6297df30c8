/**
 * `npm run record-sample`: scans this service's own site with a real service in this process, and writes the report that
 * /sample shows to src/web/sample/recorded/sample.json. The loopback host is named legible.example.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Explanation } from '../src/schema/explanation.ts';
import { type CheckResult, Scan } from '../src/schema/scan.ts';
import { startTestService } from '../test/support/service.ts';
import { rest, startScan, untilEnded } from '../test/support/service-doors.ts';

const OUTPUT = resolve(import.meta.dirname, '../src/web/sample/recorded/sample.json');
const ORIGIN = 'https://legible.example';
const PAGES = 10;

/** What a page passed needs no evidence in the sample. */
const brief = (check: CheckResult): CheckResult => {
  if (check.status !== 'pass') return check;
  const { notApplicable, scored } = check.details;
  return {
    ...check,
    details: { ...(notApplicable ? { notApplicable } : {}), ...(scored === undefined ? {} : { scored }) },
  };
};

const service = await startTestService({ settings: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost' } });
try {
  const key = await service.key();
  const { id } = await startScan(service, key, { url: `${service.url}/`, pageLimit: PAGES });
  await untilEnded(service, key, id, 120_000);
  const scan = Scan.parse((await rest(service, `/api/v1/scans/${id}?pages=all`, { key })).body);
  const explanation = Explanation.parse((await rest(service, `/api/v1/scans/${id}/explanation`, { key })).body);
  const pageResults = scan.pageResults.map(({ url, checks }) => ({ url, checks: checks.map(brief) }));
  const { host } = new URL(service.url);
  const text = JSON.stringify({ scan: { ...scan, shareToken: 'sample', pageResults }, explanation })
    .replaceAll(`http://${host}`, ORIGIN)
    .replaceAll(host, new URL(ORIGIN).host);
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, `${text}\n`);
  console.log(`${OUTPUT}: score ${scan.siteScore}, ${text.length} characters`);
} finally {
  await service.stop();
}
