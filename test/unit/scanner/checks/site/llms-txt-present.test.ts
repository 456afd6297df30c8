import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/llms-txt-present.ts';
import type { Probe } from '../../../../../src/scanner/model/http.ts';
import type { LlmsTxtArtifact } from '../../../../../src/scanner/model/llms-txt.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import { answered, digest, noLlmsTxt, notFound, ORIGIN, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const given = (candidates: readonly Probe[], llmsTxt: Partial<LlmsTxtArtifact> = {}) =>
  site({ llmsTxt: { ...noLlmsTxt, candidates, ...llmsTxt } });
const text = { text: '# Site\n' };
const moved = answered('/llms.txt', { ...text, finalUrl: 'https://cdn.example/llms.txt' });

checkTable(check, [
  { when: 'at the origin', given: given([answered('/llms.txt', text)]), expect: 'pass' },
  { when: 'only in /docs/', given: given([notFound('/llms.txt'), answered('/docs/llms.txt', text)]), expect: 'pass' },
  {
    when: 'at the origin and in /.well-known/',
    given: given([answered('/llms.txt', text), answered('/.well-known/llms.txt', text)]),
    expect: 'pass',
  },
  {
    when: 'redirected on the same host',
    given: given([answered('/llms.txt', { ...text, finalUrl: `${ORIGIN}/en/llms.txt` })]),
    expect: 'pass',
  },
  {
    when: 'only in /.well-known/',
    given: given([notFound('/llms.txt'), answered('/.well-known/llms.txt', text)]),
    expect: 'warn',
    says: /well-known/,
  },
  { when: 'only over another host', given: given([moved]), expect: 'warn', says: /another host/ },
  { when: 'over another host and here', given: given([moved, answered('/docs/llms.txt', text)]), expect: 'pass' },
  {
    when: 'only llms-full.txt',
    given: given([notFound('/llms.txt')], { full: answered('/llms-full.txt', text) }),
    expect: 'warn',
    says: /llms-full/,
  },
  {
    when: 'none',
    given: given([notFound('/llms.txt'), notFound('/docs/llms.txt')]),
    expect: 'fail',
    says: /any of 2 addresses/,
  },
  {
    when: 'HTML in its place',
    given: given([answered('/llms.txt', { isHtml: true, contentType: 'text/html' })]),
    expect: 'fail',
    says: /HTML/,
  },
  {
    when: 'what the site says to everything',
    given: given([answered('/llms.txt', { isControl: true })]),
    expect: 'fail',
  },
  { when: 'a 500', given: given([answered('/llms.txt', { status: 500 })]), expect: 'fail' },
  {
    when: 'a place was not answered',
    given: given([notFound('/llms.txt'), unanswered('/docs/llms.txt')]),
    expect: 'error',
  },
  {
    when: 'a place was not answered, another has it',
    given: given([unanswered('/docs/llms.txt'), answered('/llms.txt', text)]),
    expect: 'pass',
  },
]);

function draftFor(pages: readonly PageDigest[]): string | undefined {
  return check.evaluate({ ...given([notFound('/llms.txt')]), crawl: { pages, pagesDiscovered: pages.length } }).evidence
    ?.draft;
}

it('S13 drafts a file from titles and descriptions, in sections', () => {
  const draft = draftFor([
    digest('/', { foundBy: 'root', title: 'Acme', description: 'Anvils\nfor everybody.' }),
    digest('/getting-started/install', { title: 'Install [1]', description: '' }),
    digest('/getting-started/run(1)', { title: '', description: 'How to run.' }),
    digest('/pricing', { title: 'Pricing', description: 'What it costs.' }),
    digest('/blog/one', { title: 'One post', description: '' }),
    digest('/gone', { status: 404 }),
    digest('/hidden', { noindex: true }),
    digest('/old', { finalUrl: `${ORIGIN}/pricing`, title: 'Pricing', description: 'What it costs.' }),
  ]);
  assert.equal(
    draft,
    `# Acme

> Anvils for everybody.

## Getting started

- [Install (1)](${ORIGIN}/getting-started/install)
- [Run(1)](${ORIGIN}/getting-started/run%281%29): How to run.

## Pages

- [Pricing](${ORIGIN}/pricing): What it costs.
- [One post](${ORIGIN}/blog/one)
`,
  );
});

it('S13 drafts at most 20 pages within 20,000 characters', () => {
  const draft =
    draftFor(
      Array.from({ length: 60 }, (_, at) =>
        digest(`/${'x'.repeat(470)}${at}`, { title: 't'.repeat(5000), description: 'd'.repeat(5000) }),
      ),
    ) ?? '';
  assert.equal(draft.split('\n- ').length - 1, 20);
  assert.ok(draft.length < 20_000);
  assert.match(draft, /^# site\.example\n\n## Pages\n/);
});

it('S13 drafts nothing without a readable page', () => {
  assert.equal(draftFor([digest('/', { foundBy: 'root', status: 0 })]), undefined);
});
