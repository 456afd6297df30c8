/** The line of every check and status, run in a shell against fixtures: it prints what the result claims. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actVariantsOf } from '../../../../bench/validity/acting/act-variants.ts';
import { service } from '../../../../bench/validity/acting/service.ts';
import { shop } from '../../../../bench/validity/acting/shop.ts';
import type { BaseSite } from '../../../../bench/validity/content.ts';
import { siteVariant } from '../../../../bench/validity/site-variant.ts';
import { createLog } from '../../../../src/log.ts';
import { LLMS_TXT_CHECKS, PAGE_CHECKS, SITE_CHECKS } from '../../../../src/scanner/checks/catalogue.ts';
import { reproOf } from '../../../../src/scanner/checks/repro/repro-of.ts';
import { createScanner } from '../../../../src/scanner/engine/create.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { READERS } from '../../../../src/scanner/readers/readers.ts';
import { RECORDED_SITES, readRecordedSite } from '../../../corpus/recorded-sites.ts';
import { blocksAi } from '../../../fixtures/sites/blocks-ai.ts';
import { brokenCapabilities, capableSite } from '../../../fixtures/sites/capable-site.ts';
import { carelessLlmsTxt } from '../../../fixtures/sites/careless-llms-txt.ts';
import { carelessPages } from '../../../fixtures/sites/careless-pages.ts';
import { carelessPublisher } from '../../../fixtures/sites/careless-publisher.ts';
import { dataSite } from '../../../fixtures/sites/data-site.ts';
import { ferrySite } from '../../../fixtures/sites/ferry.ts';
import { goodSite } from '../../../fixtures/sites/good-site.ts';
import { hostileWords } from '../../../fixtures/sites/hostile-words.ts';
import { htmlForLlmsTxt } from '../../../fixtures/sites/html-for-llms-txt.ts';
import { loginWall } from '../../../fixtures/sites/login-wall.ts';
import { poorTwins } from '../../../fixtures/sites/poor-twins.ts';
import { redirectingPages } from '../../../fixtures/sites/redirecting-pages.ts';
import { FINDINGS } from '../../../fixtures/sites/single-findings.ts';
import { spaShell } from '../../../fixtures/sites/spa-shell.ts';
import { unnamedControls } from '../../../fixtures/sites/unnamed-controls.ts';
import { atEnd } from '../../../support/at-end.ts';
import { scanSite } from '../../../support/scan-site.ts';
import { sharedPools } from '../../../support/shared-pools.ts';
import { runShell } from '../../../support/shell.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';
import { CLAIMS } from './claims.ts';

/** A site that offers something to do, under the faults of the experiment on the score. */
function actingSites(base: BaseSite, ids: readonly string[]): (readonly [name: string, site: Site])[] {
  return actVariantsOf(base.name)
    .filter(({ id }) => ids.includes(id))
    .map(({ id, fault }) => {
      const respond = siteVariant(base, fault);
      const site: Site = {
        pages: {},
        fallback: ({ headers, ...asked }) =>
          respond({ ...asked, userAgent: String(headers['user-agent'] ?? ''), accept: String(headers.accept ?? '') }),
      };
      return [`${base.name}: ${id}`, site] as const;
    });
}

const RECORDED = new Set(['vitepress-llms', 'docusaurus', 'eleventy', 'hugo', 'mkdocs', 'shop', 'vite', 'wordpress']);
const SITES: readonly (readonly [name: string, site: Site])[] = [
  ...RECORDED_SITES.filter(({ name }) => RECORDED.has(name)).map(
    (each) => [each.name, readRecordedSite(each)] as const,
  ),
  ['a site with every capability', capableSite],
  ['one that keeps none of what it declares', brokenCapabilities],
  ['one that blocks assistants', blocksAi],
  ['a careless llms.txt', carelessLlmsTxt],
  ['careless pages', carelessPages],
  ['a careless publisher', carelessPublisher],
  ['a good site', goodSite],
  ['a ferry line', ferrySite],
  ['a site of data', dataSite],
  ['hostile words', hostileWords],
  ['HTML for llms.txt', htmlForLlmsTxt],
  ['a login wall', loginWall],
  ['poor Markdown versions', poorTwins],
  ['redirecting pages', redirectingPages],
  ['an empty shell', spaShell],
  ['unnamed controls', unnamedControls],
  ...FINDINGS,
  ...actingSites(shop(), [
    ...[
      'base',
      'form-captcha',
      'form-gone',
      'search-by-script',
      'search-gone',
      'list-more-by-script',
      'list-by-scroll',
    ],
    ...[
      'figures-by-script',
      'figures-empty',
      'cart-by-script',
      'all-by-script',
      'every-action-dead',
      'json-ld-disagrees',
      'fields-bare',
    ],
  ]),
  ...actingSites(service(), [
    ...['base', 'api-undocumented', 'api-description-unlinked', 'api-wrong-paths', 'api-401-without-way', 'api-gone'],
    ...['sign-in-bare', 'sign-in-by-script', 'tools-dead', 'form-captcha', 'fields-by-placeholder', 'teaser-12-words'],
  ]),
];
/** Statuses that no fixture on loopback can have, and those whose evidence has no URL. */
const WITHOUT_LINE = new Set(['S7 pass', 'S8 pass', 'S8 warn', 'S8 fail']);

const viewer = createScanner({
  baseUrl: 'https://legible.example',
  version: '0.0.0',
  hostConcurrency: 8,
  resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  nonceSecret: 'a secret of the tests',
  pools: sharedPools(),
  log: createLog('error'),
});
atEnd(() => viewer.close());

const seen = new Set<string>();

describe('the line that shows a result', { concurrency: 2 }, () => {
  for (const [name, site] of SITES) {
    it(`prints what each result claims of ${name}`, async () => {
      const server = await serveSite(site);
      try {
        const { report, pages } = await scanSite(server, { pageLimit: 30 });
        const records = [...report.siteChecks, ...report.llmsTxtChecks, ...pages.flatMap(({ checks }) => checks)];
        for (const record of newOnes(records)) await assertShown(record, server.origin);
      } finally {
        await server.close();
      }
    });
  }
});

// Apart, so that it waits for all sites.
describe('the lines that were run', () => {
  it('are of every check and each of its statuses', () => {
    const wanted = [...SITE_CHECKS, ...LLMS_TXT_CHECKS, ...PAGE_CHECKS].flatMap(({ id }) =>
      ['pass', 'warn', 'fail'].map((status) => `${id} ${status}`),
    );
    const kinds = new Set([...seen].map((key) => key.split(' ', 2).join(' ')));
    assert.deepEqual(
      wanted.filter((kind) => !kinds.has(kind) && !WITHOUT_LINE.has(kind)),
      NEVER,
    );
  });
});

/** Statuses that the rules of these checks do not have. */
const NEVER: readonly string[] = ['S4 fail', 'L13 fail'];

/** One of each message, whatever its numbers: results of one kind have lines of one kind. */
const newOnes = (records: readonly CheckRecord[]): CheckRecord[] =>
  records.filter(({ id, status, message }) => {
    const key = `${id} ${status} ${message.replace(/\d+/g, 'N')}`;
    if (status === 'error' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });

async function assertShown(record: CheckRecord, origin: string): Promise<void> {
  const { id, status, message } = record;
  const line = reproOf(record);
  if (line === undefined) {
    assert.ok(status === 'na' || WITHOUT_LINE.has(`${id} ${status}`), `${id} ${status} has a line: ${message}`);
    return;
  }
  if (line.startsWith('legible ')) {
    assert.ok((await viewed(line)).includes(claimOf(record)), `${line} prints: ${message}`);
    return;
  }
  const printed = await runShell(line);
  if (status === 'na') return;
  const claims = CLAIMS[`${id} ${status}`]?.(record) ?? [];
  assert.ok(claims.length > 0, `there is a claim of ${id} ${status}: ${message}`);
  for (const claim of claims)
    assert.match(
      printed,
      claim,
      `${id} ${status}: ${message}\n${line.replaceAll(origin, '')}\nprints\n${printed.slice(0, 2000)}`,
    );
}

/** A page of a scan may not be among those that axe-core audits; then its rules put the same finding in other words. */
const claimOf = ({ id, status, message }: CheckRecord): string =>
  id === 'P19' && (status === 'warn' || status === 'fail')
    ? (/The page has \d+ controls?, with/.exec(message)?.[0] ?? message)
    : // How a version is found depends on what else the scan has read.
      id === 'P24'
      ? message.replace(/ It counts .*$/, '')
      : message;

/** What `legible view URL --check ID` judges, as the shell hands over its words. */
async function viewed(line: string): Promise<string> {
  const words = (await runShell(`legible() { printf '%s\\0' "$@"; }; ${line}`)).split('\0');
  assert.deepEqual([words[0], words[2], words[4]], ['view', '--check', '--allow-private'], line);
  const url = new URL(words[1] ?? '');
  const outcome = await viewer.viewPage({
    url: url.href,
    reader: READERS[0].id,
    permit: { host: url.hostname, port: Number(url.port) },
    wantsChecks: true,
    signal: AbortSignal.timeout(30_000),
  });
  const records = outcome.ok ? outcome.view.records : [];
  return records.find(({ id }) => id === words[3])?.message ?? JSON.stringify(outcome);
}
