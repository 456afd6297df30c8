import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { presentResult } from '../../../../src/scanner/checks/present.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';

import { CheckResult } from '../../../../src/schema/scan.ts';

fc.configureGlobal({ seed: 1 });

const words = {
  titles: { pass: 'The check passes', fail: 'The check fails' },
  sources: ['https://a.example/', 'https://b.example/'] as const,
};
const record = (overrides: Partial<CheckRecord> = {}): CheckRecord => ({
  id: 'S1',
  status: 'pass',
  message: 'Good.',
  ...overrides,
});
const reproOf = (evidence: NonNullable<CheckRecord['evidence']>) =>
  presentResult(record({ evidence }), words).details.repro;

describe('presentResult', () => {
  const cases: [string, CheckRecord, Partial<CheckResult>][] = [
    ['a pass', record(), { status: 'pass', howToFix: null, details: { source: 'https://a.example/' } }],
    [
      'what does not apply, as an unscored pass',
      record({ status: 'na' }),
      { status: 'pass', howToFix: null, details: { notApplicable: true, scored: false, source: 'https://a.example/' } },
    ],
    [
      'a warning',
      record({ status: 'warn', howToFix: 'Do this.', credit: 0.75 }),
      { status: 'warn', howToFix: 'Do this.' },
    ],
    ['a fail', record({ status: 'fail', howToFix: 'Do that.' }), { status: 'fail', howToFix: 'Do that.' }],
    ['an error', record({ status: 'error' }), { status: 'error', howToFix: null }],
  ];
  for (const [what, given, expected] of cases) {
    it(what, () => {
      const result = presentResult(given, words);
      assert.deepEqual(result, {
        checkId: 'S1',
        name: given.status === 'fail' || given.status === 'warn' ? 'The check fails' : 'The check passes',
        message: 'Good.',
        details: { source: 'https://a.example/' },
        ...expected,
      });
      assert.deepEqual(CheckResult.parse(result), result);
    });
  }

  it('shows a check that the catalogue does not know any more under its id', () => {
    assert.deepEqual(presentResult(record(), undefined), {
      checkId: 'S1',
      name: 'S1',
      status: 'pass',
      message: 'Good.',
      howToFix: null,
      details: {},
    });
  });

  it('shows the evidence whole', () => {
    const evidence = { url: 'https://site.example/', status: 404, measured: 0, examples: ['a'] };
    assert.deepEqual(presentResult(record({ evidence }), words).details.evidence, evidence);
  });
});

describe('a request with a body', () => {
  const given = { url: 'https://site.example/', status: 404, request: { accept: '*/*', body: '{}' } };
  const shown = (evidence: NonNullable<CheckRecord['evidence']>) => presentResult(record({ evidence }), words).details;
  it('is in the repro line only', () => {
    const { evidence, repro } = shown(given);
    assert.deepEqual(evidence, { url: given.url, status: 404 });
    assert.match(String(repro), /--data-raw '\{\}'/);
  });
  it('is in the evidence when there is no repro line, and so is a request without a body', () => {
    assert.deepEqual(shown({ ...given, url: 'file:///' }).evidence, { ...given, url: 'file:///' });
    const plain = { ...given, request: { accept: '*/*' } };
    assert.deepEqual(shown(plain).evidence, plain);
  });
});

describe('the line that repeats a finding', () => {
  const url = 'https://site.example/a';
  const cases: [string, NonNullable<CheckRecord['evidence']>, string | undefined][] = [
    ['a plain GET', { url }, `curl -sSi '${url}'`],
    ['a type', { url, request: { accept: 'text/markdown' } }, `curl -sSi -H 'Accept: text/markdown' '${url}'`],
    ['an agent', { url, request: { userAgent: 'Bot/1 (x)' } }, `curl -sSi -A 'Bot/1 (x)' '${url}'`],
    ['both', { url, request: { accept: '*/*', userAgent: 'B' } }, `curl -sSi -H 'Accept: */*' -A 'B' '${url}'`],
    [
      'a POST',
      { url, request: { headers: { 'Mcp-Method': 'tools/list' }, body: '{"id":"it\'s"}' } },
      `curl -sSi -H 'Mcp-Method: tools/list' -H 'Content-Type: application/json' --data-raw '{"id":"it'\\''s"}' '${url}'`,
    ],
    ['no URL', { status: 404 }, undefined],
    ['what is no URL', { url: '/relative' }, undefined],
    ['a file', { url: 'file:///etc/passwd' }, undefined],
    ['another scheme that curl knows', { url: 'gopher://127.0.0.1:6379/_FLUSHALL' }, undefined],
    ['a script', { url: 'javascript:alert(1)' }, undefined],
    ['a URL just short enough', { url: `${url}${'b'.repeat(278)}` }, `curl -sSi '${url}${'b'.repeat(278)}'`],
    ['a URL too long to paste', { url: `${url}${'b'.repeat(279)}` }, undefined],
    ['brackets, which curl would take for a range', { url: `${url}[1-9]` }, `curl -sSi -g '${url}[1-9]'`],
    ['braces in a query', { url: `${url}?x={a,b}` }, `curl -sSi -g '${url}?x={a,b}'`],
    ['what is not ASCII', { url: 'https://bücher.example/ü' }, `curl -sSi 'https://xn--bcher-kva.example/%C3%BC'`],
  ];
  for (const [what, evidence, expected] of cases) it(what, () => assert.equal(reproOf(evidence), expected));

  it('is one word a part in a shell, whatever the URL and headers hold', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '"', '`', '$(id)', ';', '\\', ' ', '&', '|', 'a', '%', '\u00e9', '!'),
    });
    fc.assert(
      fc.property(text, text, text, (path, accept, userAgent) => {
        const line = reproOf({ url: `https://site.example/${path}`, request: { accept, userAgent } });
        if (typeof line !== 'string') return;
        assert.doesNotMatch(line, /\n/);
        const printed = execFileSync('sh', ['-c', line.replace(/^curl/, "printf '%s\\n'")], { encoding: 'utf8' });
        const parts = printed.split('\n').slice(0, -1);
        const { href } = new URL(`https://site.example/${path}`);
        assert.deepEqual(parts, ['-sSi', '-H', `Accept: ${accept}`, '-A', userAgent, href]);
      }),
      { numRuns: 60 },
    );
  });
});
