import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { LLMS_TXT_CHECKS, PAGE_CHECKS, SITE_CHECKS } from '../../../../src/scanner/checks/catalogue.ts';
import { presentResult } from '../../../../src/scanner/checks/present.ts';
import { reproOf } from '../../../../src/scanner/checks/repro/repro-of.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { CheckResult } from '../../../../src/schema/scan.ts';
import { runsOf } from '../../../support/exhaustive.ts';

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
  const shown = (evidence: NonNullable<CheckRecord['evidence']>) =>
    presentResult(record({ id: 'M1', evidence }), words).details;
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
  const lineOf = (evidence: NonNullable<CheckRecord['evidence']>, id = 'M1') =>
    presentResult(record({ id, evidence }), words).details.repro;
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
    ['text that is no URL', { url: '/relative' }, undefined],
    ['a file', { url: 'file:///etc/passwd' }, undefined],
    ['another scheme that curl knows', { url: 'gopher://127.0.0.1:6379/_FLUSHALL' }, undefined],
    ['a script', { url: 'javascript:alert(1)' }, undefined],
    ['a URL just short enough', { url: `${url}${'b'.repeat(278)}` }, `curl -sSi '${url}${'b'.repeat(278)}'`],
    ['a URL too long to paste', { url: `${url}${'b'.repeat(279)}` }, undefined],
    ['brackets, which curl would take for a range', { url: `${url}[1-9]` }, `curl -sSi -g '${url}[1-9]'`],
    ['braces in a query', { url: `${url}?x={a,b}` }, `curl -sSi -g '${url}?x={a,b}'`],
    [
      'a host that is not ASCII',
      { url: 'https://bücher.example/ü' },
      `curl -sSi 'https://xn--bcher-kva.example/%C3%BC'`,
    ],
    [
      'a second URL of another scheme, which is left out',
      { url, others: ['file:///etc/passwd', `${url}b`] },
      `curl -sSi '${url}' '${url}b'`,
    ],
  ];
  for (const [what, evidence, expected] of cases) it(what, () => assert.equal(lineOf(evidence), expected));

  it('says nothing of what only shapes it in the evidence', () => {
    const evidence = { url, page: url, others: [url], shows: 'status' } as const;
    assert.deepEqual(presentResult(record({ evidence }), words).details.evidence, { url });
  });

  it('names the command view, with leave to read a private host, where curl shows no finding', () => {
    assert.equal(lineOf({ url }, 'P24'), `legible view '${url}' --check P24`);
    assert.equal(lineOf({ url, page: `${url}b` }, 'P24'), `legible view '${url}b' --check P24`);
    for (const host of ['localhost:8080', '127.0.0.1', '10.1.2.3:81', '[::1]', 'a.localhost'])
      assert.equal(
        lineOf({ url: `http://${host}/` }, 'P7'),
        `legible view 'http://${host}/' --check P7 --allow-private`,
      );
  });
});

/** Commands that lines are made of. */
const COMMANDS = 'curl legible grep tr wc sed sort uniq head gzip iconv echo'.split(' ');

describe('a line on a hostile site', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '`',
      '$(touch pwned)',
      ';touch pwned;',
      '\\',
      ' ',
      '\n',
      '&',
      '|',
      '>pwned',
      'a',
      '%',
      'é',
      '!',
      '*',
      '#',
    ),
  });
  const ids = [...SITE_CHECKS, ...LLMS_TXT_CHECKS, ...PAGE_CHECKS].map(({ id }) => id);
  const folder = mkdtempSync(join(tmpdir(), 'legible-line-'));
  after(() => rmSync(folder, { recursive: true }));

  it('runs its own commands alone, with each URL and header as one word', () => {
    // Every command prints its words; any other would be looked for on an empty path.
    const functions = COMMANDS.map((name) => `${name}() { printf '%s\\0' ${name} "$@" >&3; }`).join('\n');
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        fc.constantFrom('pass', 'warn', 'fail', 'na'),
        hostile,
        hostile,
        (id, status, path, agent) => {
          const given = {
            url: `https://site.example/${path}`,
            page: `https://site.example/${path}`,
            others: [`https://site.example/${path}b`],
            examples: [`https://site.example/${path}c`],
            request: { userAgent: agent },
          };
          const line = reproOf(record({ id, status, evidence: given }));
          if (line === undefined) return;
          const script = `exec 3>&1 >/dev/null\n${functions}\n${line}`;
          const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], {
            cwd: folder,
            env: { PATH: '' },
            encoding: 'utf8',
          });
          assert.equal(stderr, '', line);
          const printed = stdout.split('\0');
          const { href } = new URL(given.url);
          const named = [href, href.replace('https:', 'http:'), new URL(`${given.url}b`).href];
          assert.ok(
            named.some((each) => printed.includes(each)),
            line,
          );
          if (line.includes(' -A ')) assert.ok(printed.includes(agent), line);
          assert.deepEqual(readdirSync(folder), []);
        },
      ),
      { numRuns: runsOf(300) },
    );
  });
});
