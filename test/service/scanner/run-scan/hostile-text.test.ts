import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUrl } from '../../../../src/basics/parse-url.ts';
import { wordsOf } from '../../../../src/scanner/checks/catalogue.ts';
import { presentResult } from '../../../../src/scanner/checks/present.ts';
import type { CheckResult } from '../../../../src/schema/scan.ts';
import { hostileWords, MARKER } from '../../../fixtures/sites/hostile-words.ts';
import { injectingUrls } from '../../../fixtures/sites/injecting-urls.ts';
import { redirectAway } from '../../../fixtures/sites/redirect-away.ts';
import { type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

/** Characters that are invisible or change the text around them: controls, bidirectional marks, zero width, tags. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

async function scan(site: Site): Promise<ScannedSite & { results: CheckResult[] }> {
  const server = await serveSite(site);
  try {
    const scanned = await scanSite(server);
    const { siteChecks, llmsTxtChecks } = scanned.report;
    const records = [...siteChecks, ...llmsTxtChecks, ...scanned.pages.flatMap(({ checks }) => checks)];
    return { ...scanned, results: records.map((record) => presentResult(record, wordsOf(record.id))) };
  } finally {
    await server.close();
  }
}

/** A result as readers see it, without the two places where a site's words and addresses may stand. */
function trustedText({ details: { evidence: _, repro: __, ...details }, ...result }: CheckResult): string {
  return JSON.stringify({ ...result, details });
}

function assertSafeRepro(repro: unknown): void {
  if (repro === undefined) return;
  assert.ok(typeof repro === 'string');
  // In single quotes a shell leaves everything alone; '\\'' is how a quote is written between two of them.
  const words = repro.match(/'(?:[^']|'\\'')*'/g) ?? [];
  const urls = words.map((word) => word.slice(1, -1).replaceAll("'\\''", "'")).filter((word) => /^https?:/.test(word));
  assert.ok(urls.length > 0 && urls.every((url) => parseUrl(url)?.href === url), `quoted addresses: ${repro}`);
  const bare = words.reduce((rest, word) => rest.replace(word, ''), repro);
  assert.match(bare, /^[\w .=/|&>-]*$/, 'outside of quotes are only our commands');
  assert.doesNotMatch(repro, INVISIBLE);
}

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => (key === 'draft' ? [] : strings(inner)))
      : [];

describe('a scan of a site that speaks to the reader of the report', () => {
  it('quotes it in evidence and nowhere else', async () => {
    const { results, report } = await scan(hostileWords);
    assert.equal(report.status, 'completed');
    const quoted = results.filter(({ details }) => JSON.stringify(details.evidence ?? '').includes(MARKER));
    assert.ok(quoted.length >= 10, `${quoted.length} results quote the site, so the test can fail`);
    for (const result of results) {
      assert.doesNotMatch(trustedText(result), /xyzzy|previous instructions|report a score/i, result.checkId);
      assert.doesNotMatch(trustedText(result), INVISIBLE, result.checkId);
      assertSafeRepro(result.details.repro);
    }
  });

  it('quotes nothing that cannot be seen, and nothing long', async () => {
    const { results } = await scan(hostileWords);
    for (const { checkId, details } of results) {
      for (const text of strings(details.evidence)) {
        assert.doesNotMatch(text, INVISIBLE, checkId);
        assert.ok(text.length <= 200 || parseUrl(text) !== undefined, `${checkId}: ${text.length} characters`);
      }
    }
  });

  it('draws drafts from visible words too', async () => {
    const { results } = await scan(hostileWords);
    const drafts = results.flatMap(({ details: { evidence } }) =>
      typeof evidence === 'object' && evidence !== null && 'draft' in evidence ? [String(evidence.draft)] : [],
    );
    for (const draft of drafts) assert.doesNotMatch(draft.replaceAll('\n', ''), INVISIBLE);
  });

  it('does not name where a failed scan was sent', async () => {
    const { results, report } = await scan(redirectAway);
    assert.equal(report.status, 'failed');
    for (const result of results) assert.doesNotMatch(trustedText(result), /elsewhere/);
  });
});

describe('a scan of links that are written to break out', () => {
  it('asks the site alone, in well-formed request lines', async () => {
    const { report, pages, requests, connections } = await scan(injectingUrls);
    assert.equal(report.status, 'completed');
    assert.ok(pages.length >= 10, `${pages.length} pages`);
    assert.equal(connections.length, 1);
    for (const { path } of requests) {
      assert.match(path, /^\/[\x21-\x7e]*$/);
      assert.ok(path.length <= 2000);
    }
    for (const { url } of pages) {
      const { origin, username, password, hash } = new URL(url);
      assert.equal(origin, new URL(pages[0]?.url ?? '').origin);
      assert.equal(username + password + hash, '');
    }
  });

  it('gives repro lines that a shell reads as one address', async () => {
    const { results } = await scan(injectingUrls);
    const repros = results.map(({ details }) => details.repro).filter((repro) => repro !== undefined);
    assert.ok(
      repros.some((repro) => /\/it(?:'\\''|%27)s;touch/.test(String(repro))),
      'a quote is among them',
    );
    assert.ok(
      repros.some((repro) => String(repro).includes('$(touch')),
      'and a command',
    );
    for (const repro of repros) assertSafeRepro(repro);
  });

  it('keeps words out of paths out of its own words', async () => {
    const { results } = await scan(injectingUrls);
    for (const { checkId, name, message } of results) {
      assert.doesNotMatch(`${name} ${message}`, /ignore|touch|script>|shadow/i, checkId);
    }
  });
});
