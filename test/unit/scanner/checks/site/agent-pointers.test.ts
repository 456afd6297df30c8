import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/agent-pointers.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { LlmsTxtArtifact } from '../../../../../src/scanner/model/llms-txt.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { answered, digest, noLlmsTxt, robots, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const llmsTxt: LlmsTxtArtifact = {
  ...noLlmsTxt,
  file: { probe: answered('/docs/llms.txt'), parsed: parseLlmsTxt('# Site') },
};
type Pointer = PageDigest['llmsTxtPointer'];

/** A home page and one page for each of the others. */
function given(home: Pointer, others: readonly Pointer[], overrides: Partial<SiteArtifacts> = {}) {
  const pages = [
    digest('/', { foundBy: 'root', llmsTxtPointer: home }),
    ...others.map((llmsTxtPointer, at) => digest(`/${at}`, { llmsTxtPointer })),
  ];
  return site({ llmsTxt, crawl: { pages, pagesDiscovered: pages.length }, ...overrides });
}
const times = (pointer: Pointer, count: number): Pointer[] => Array.from({ length: count }, () => pointer);
const unread = digest('/unread', { readable: 'no' });

checkTable(check, [
  { when: 'every head points', given: given('head', times('head', 4)), expect: 'pass', says: /5 of 5/ },
  { when: 'the text near the top does', given: given('early', times('early', 4)), expect: 'pass' },
  { when: 'exactly 80 %', given: given('head', ['early', 'head', 'head', undefined]), expect: 'pass' },
  { when: 'under 80 %', given: given('head', ['head', 'head', undefined]), expect: 'warn', says: /3 of 4/ },
  {
    when: 'all but the home page',
    given: given(undefined, times('head', 9)),
    expect: 'warn',
    says: /home page is not/,
  },
  { when: 'the home page late, the others early', given: given('late', times('head', 9)), expect: 'pass' },
  { when: 'the home page alone', given: given('head', times(undefined, 9)), expect: 'warn' },
  { when: 'late everywhere', given: given('late', times('late', 4)), expect: 'warn', says: /5 only later/ },
  ...(['/.well-known/llms.txt', 'https://elsewhere.example/llms.txt'] as const).map((finalUrl) => ({
    when: `the llms.txt is only at ${finalUrl}`,
    given: given(undefined, times(undefined, 4), {
      llmsTxt: {
        ...llmsTxt,
        file: {
          probe: answered(finalUrl.startsWith('/') ? finalUrl : '/llms.txt', {
            finalUrl: new URL(finalUrl, 'https://site.example').href,
          }),
          parsed: parseLlmsTxt('# Site'),
        },
      },
    }),
    expect: 'warn' as const,
    says: /no llms\.txt in its place/,
  })),
  {
    when: 'there is only an llms-full.txt',
    given: given(undefined, times(undefined, 4), {
      llmsTxt: { ...noLlmsTxt, full: answered('/llms-full.txt', { text: '# Site' }) },
    }),
    expect: 'warn',
    says: /no llms\.txt in its place/,
  },
  { when: 'nothing points', given: given(undefined, times(undefined, 4)), expect: 'fail' },
  {
    when: 'robots.txt alone says so in a comment',
    given: given(undefined, [], { robotsTxt: robots({ comments: ['see https://site.example/llms.txt'] }) }),
    expect: 'warn',
    says: /robots\.txt/,
  },
  {
    when: 'robots.txt alone has an agent map',
    given: given(undefined, [], {
      robotsTxt: robots({ directives: [{ name: 'agentmap', value: '/a.json', line: 3, agents: [] }] }),
    }),
    expect: 'warn',
  },
  {
    when: 'another comment',
    given: given(undefined, [], { robotsTxt: robots({ comments: ['for robots'] }) }),
    expect: 'fail',
  },
  {
    when: 'pages that are none do not count',
    given: given('head', ['head'], {
      crawl: { pages: [digest('/', { foundBy: 'root', llmsTxtPointer: 'head' }), unread, unread], pagesDiscovered: 3 },
    }),
    expect: 'pass',
    says: /1 of 1/,
  },
  {
    when: 'no page is one',
    given: given('head', [], { crawl: { pages: [unread], pagesDiscovered: 1 } }),
    expect: 'error',
  },
  { when: 'there is no llms.txt', given: given('head', [], { llmsTxt: noLlmsTxt }), expect: 'na' },
  {
    when: 'llms.txt gives no answer',
    given: given('head', [], { llmsTxt: { ...noLlmsTxt, candidates: [unanswered('/llms.txt')] } }),
    expect: 'error',
  },
]);

it('drafts pointers to the very file that was found', () => {
  const { evidence } = check.evaluate(given(undefined, []));
  assert.match(evidence?.draft ?? '', /href="\/docs\/llms\.txt">\s+Link: <\/docs\/llms\.txt>/);
});
