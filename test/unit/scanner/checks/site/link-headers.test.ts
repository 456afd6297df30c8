import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/link-headers.ts';
import type { AgentLink } from '../../../../../src/scanner/model/site.ts';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { answered, noLlmsTxt, ORIGIN, page, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const LINK = '</llms.txt>; rel="describedby"; type="text/plain"';
const link = (overrides: Partial<AgentLink> = {}): AgentLink => ({
  declaredIn: 'header',
  relation: 'describedby',
  url: `${ORIGIN}/llms.txt`,
  status: 200,
  ...overrides,
});
const inHead = (overrides: Partial<AgentLink> = {}) => link({ declaredIn: 'head', ...overrides });
const given = (header: string | undefined, links: readonly AgentLink[]) =>
  site({
    home: page('/', { foundBy: 'root', answer: { headers: header === undefined ? {} : { link: header } } }),
    linkTargets: { links },
  });

checkTable(check, [
  { when: 'a relation that leads somewhere', given: given(LINK, [link()]), expect: 'pass', says: /describedby/ },
  {
    when: 'one of two that does',
    given: given(LINK, [link({ status: 404 }), link({ relation: 'sitemap', status: 204 })]),
    expect: 'pass',
  },
  { when: 'one beside what cannot be read', given: given(`${LINK}, oops`, [link()]), expect: 'pass' },
  { when: 'a target that is gone', given: given(LINK, [link({ status: 404 })]), expect: 'warn', says: /No target/ },
  { when: 'a target that redirects without end', given: given(LINK, [link({ status: 302 })]), expect: 'warn' },
  {
    when: 'a target that is no URL',
    given: given(LINK, [link({ url: undefined, status: undefined })]),
    expect: 'warn',
  },
  {
    when: 'a broken target beside a good link in the head',
    given: given(LINK, [link({ status: 404 }), inHead()]),
    expect: 'warn',
  },
  { when: 'a target that gives no answer', given: given(LINK, [link({ status: undefined })]), expect: 'error' },
  {
    when: 'relations for browsers only',
    given: given('</a.css>; rel=preload', []),
    expect: 'warn',
    says: /no relation/,
  },
  {
    when: 'relations for browsers, with the others in the head',
    given: given('</a.css>; rel=preload', [inHead()]),
    expect: 'na',
  },
  { when: 'a header that cannot be read', given: given('llms.txt; rel=describedby', []), expect: 'fail' },
  { when: 'no header, links in the head', given: given(undefined, [inHead()]), expect: 'na' },
  { when: 'no header, a dead link in the head', given: given(undefined, [inHead({ status: 404 })]), expect: 'warn' },
  {
    when: 'no header, a link in the head without answer',
    given: given(undefined, [inHead({ status: undefined })]),
    expect: 'error',
  },
  { when: 'neither', given: given(undefined, []), expect: 'warn', says: /no Link header/ },
  { when: 'an empty header', given: given('', []), expect: 'warn', says: /no Link header/ },
  {
    when: 'no home page',
    given: site({
      home: page('/', { response: { answered: false, hops: [], failure: { code: 'timeout', message: '' } } }),
    }),
    expect: 'error',
  },
]);

it('drafts the header for what there is', () => {
  const attempt = { url: `${ORIGIN}/index.md`, status: 200, contentType: 'text/markdown', bodyBytes: 9 };
  const { evidence } = check.evaluate({
    ...given(undefined, []),
    home: page('/', {
      markdown: { tried: true, attempts: [{ ...attempt, via: 'suffix', isMarkdown: true }] },
    }),
    llmsTxt: { ...noLlmsTxt, file: { probe: answered('/llms.txt'), parsed: parseLlmsTxt('# Site') } },
  });
  assert.equal(
    evidence?.draft,
    'Link: </llms.txt>; rel="describedby"; type="text/plain", </index.md>; rel="alternate"; type="text/markdown"\n',
  );
  assert.equal(check.evaluate(given(undefined, [])).evidence?.draft, undefined);
});
