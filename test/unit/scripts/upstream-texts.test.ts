import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checksOn, driftReport } from '../../../scripts/upstream-page.ts';
import { staleTexts, UPSTREAM_TEXTS, type UpstreamText } from '../../../scripts/upstream-texts.ts';
import { ALL_CHECKS } from '../../../src/scanner/checks/catalogue.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Sources that never change: RFCs, dated reports, versions with an address of their own, papers and posts. */
const FIXED = [
  'https://www.rfc-editor.org/',
  'https://www.w3.org/',
  'https://www.unicode.org/reports/',
  'https://www.jsonrpc.org/specification',
  'https://json-schema.org/draft/2020-12/',
  'https://spec.commonmark.org/0.31.2/',
  'https://github.com/dequelabs/axe-core/blob/v4.14.1/',
  'https://cwe.mitre.org/',
  'https://arxiv.org/abs/',
  'https://blog.modelcontextprotocol.io/posts/',
  'https://invariantlabs.ai/blog/',
  'https://www.anthropic.com/engineering/',
  'https://github.com/github/copilot-cli/issues/',
  'https://github.com/MCPJam/inspector',
  'https://github.com/snyk/agent-scan',
  'https://pypi.org/project/tdqs/',
];

describe('upstream texts', () => {
  it('cover every source of a check that can change', () => {
    const known = [...FIXED, ...UPSTREAM_TEXTS.map(({ url }) => url)];
    const unknown = ALL_CHECKS.flatMap(({ sources }) => sources).filter(
      (source) => !known.some((url) => source.startsWith(url)),
    );
    assert.deepEqual(unknown, [], 'each is in scripts/upstream-texts.ts, or never changes');
  });

  it('are each the source of a check', () => {
    assert.deepEqual(
      UPSTREAM_TEXTS.filter(({ url }) => checksOn(url).length === 0).map(({ name }) => name),
      [],
    );
  });

  it('have days that exist, the version no later than the comparison', () => {
    for (const { name, dated, compared } of UPSTREAM_TEXTS) {
      for (const day of dated === undefined ? [compared] : [dated, compared]) {
        assert.match(day, DAY, name);
        assert.equal(new Date(day).toISOString().slice(0, 10), day, name);
      }
      assert.ok(dated === undefined || dated <= compared, `${name} was compared before its version was published`);
    }
  });

  it('are stale when compared more than six months ago', () => {
    const compared = (day: string): UpstreamText => ({
      name: day,
      url: 'https://x.example/',
      version: '1',
      compared: day,
    });
    const texts = ['2026-05-20', '2026-05-21', '2026-11-20'].map(compared);
    assert.deepEqual(
      staleTexts(texts, '2026-11-21').map(({ name }) => name),
      ['2026-05-20'],
    );
    assert.equal(staleTexts(texts, '2027-05-21').length, 3);
  });

  it('are listed with their checks when stale, and otherwise only counted', (t) => {
    const text: UpstreamText = {
      name: 'llms.txt',
      url: 'https://llmstxt.org/',
      version: 'living',
      compared: '2026-01-01',
    };
    const [warning, count] = driftReport('2026-11-21', [text]);
    assert.match(warning ?? '', /^warning: llms\.txt living was last compared on 2026-01-01 \(.*L1,.*\): https:/);
    assert.match(count ?? '', /^1 of 1 /);
    assert.deepEqual(driftReport('2026-02-01', [text]).length, 1);
    for (const line of driftReport(new Date().toISOString().slice(0, 10))) t.diagnostic(line);
  });
});
