import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUrl } from '../../../../../src/basics/parse-url.ts';
import check from '../../../../../src/scanner/checks/site/site-identity.ts';
import type { Probe } from '../../../../../src/scanner/model/http.ts';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { answered, notFound, ORIGIN, page, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const block = (node: object): PageFacts['jsonLd'][number] => ({
  value: { '@context': 'https://schema.org', ...node },
  problem: undefined,
  snippet: '',
});
const ORGANIZATION = block({ '@type': 'Organization', name: 'Harbour', url: `${ORIGIN}/` });
const link = (path: string, text = 'x'): PageFacts['anchors'][number] => ({
  href: path,
  url: path.slice(0, 7) === 'mailto:' ? undefined : parseUrl(path, ORIGIN)?.href,
  text,
  inNavigation: true,
  rel: [],
});

function given(facts: Partial<PageFacts>, files: { securityTxt?: Probe; feed?: Probe } = {}) {
  const { target, identityFiles } = site();
  const titles = facts.titles ?? [];
  return { target, home: page('/', { facts: { ...facts, titles } }), identityFiles: { ...identityFiles, ...files } };
}
const withLink = (path: string, text?: string) =>
  given({ titles: ['T'], jsonLd: [ORGANIZATION], anchors: [link(path, text)] });

checkTable(check, [
  {
    when: 'everything',
    given: given({ titles: ['T'], jsonLd: [ORGANIZATION], anchors: [link('/about'), link('/docs/')] }),
    expect: 'pass',
  },
  { when: 'no JSON-LD', given: given({ titles: ['T'], anchors: [link('/about'), link('/docs')] }), expect: 'pass' },
  {
    when: 'a title and JSON-LD',
    given: given({ titles: ['T'], jsonLd: [ORGANIZATION] }),
    expect: 'warn',
    says: /2 of 4/,
  },
  {
    when: 'a title alone',
    given: given({ titles: ['T'] }),
    expect: 'fail',
    says: /1 of 4 signs[^:]*: a title\. It lacks JSON-LD/,
  },
  { when: 'nothing', given: given({ titles: [' '] }), expect: 'fail', says: /0 of 4/ },
  { when: 'a link by its words', given: withLink('/x7', 'Get in touch'), expect: 'pass' },
  { when: 'a link by one of its words', given: withLink('/x7', 'Contact sales'), expect: 'pass' },
  { when: 'a link by its path', given: withLink('/en/about-us.html', 'X'), expect: 'pass' },
  { when: 'the archive of a blog', given: withLink('/blog/', 'Archive'), expect: 'pass' },
  { when: 'a blog beside the business', given: withLink('/blog/', 'Blog'), expect: 'warn' },
  { when: 'a link in another language', given: withLink('/x', 'Über uns'), expect: 'pass' },
  { when: 'a link to the documentation host', given: withLink('https://docs.site.example/', 'X'), expect: 'pass' },
  { when: 'an address to write to', given: withLink('mailto:a@site.example', 'X'), expect: 'pass' },
  {
    when: 'the name of the site in the words of a link',
    given: given({ titles: ['Desk Wiki'], anchors: [link('/x7', 'About Desk Wiki')] }),
    expect: 'warn',
    says: /a title, a link to who runs it\. It lacks .*what it offers/,
  },
  { when: 'a sentence with such a word', given: withLink('/x', 'What nobody tells you about cats'), expect: 'warn' },
  { when: 'a link to somebody else', given: withLink('https://other.example/about', 'About'), expect: 'warn' },
  { when: 'a link to the home page itself', given: withLink('/', 'About'), expect: 'warn' },
  {
    when: 'an article is no identity',
    given: given({
      titles: ['T'],
      jsonLd: [block({ '@type': 'BlogPosting', name: 'N', url: '/' })],
      anchors: [link('/about')],
    }),
    expect: 'warn',
  },
  {
    when: 'a kind of organization',
    given: given({
      titles: ['T'],
      jsonLd: [block({ '@type': ['Dentist'], name: 'N', url: { '@id': ORIGIN } })],
      anchors: [link('/about')],
    }),
    expect: 'pass',
  },
  {
    when: 'an organization without an address',
    given: given({ titles: ['T'], jsonLd: [block({ '@type': 'Organization', name: 'N' })], anchors: [link('/about')] }),
    expect: 'warn',
  },
  {
    when: 'a home page that answers 503',
    given: { ...given({}), home: page('/', { answer: { status: 503 } }) },
    expect: 'na',
  },
]);

describe('S19 evidence', () => {
  const examplesOf = (files: { securityTxt?: Probe; feed?: Probe }) =>
    check.evaluate(given({ titles: ['T'] }, files)).evidence?.examples;
  const text = (body: string) => answered('/.well-known/security.txt', { text: body });
  const rows: { when: string; securityTxt: Probe; expect: string }[] = [
    { when: 'none', securityTxt: notFound('/.well-known/security.txt'), expect: 'none' },
    { when: 'a valid one', securityTxt: text('Contact: mailto:a\nExpires: 2999-01-01T00:00:00Z'), expect: 'valid' },
    { when: 'an old one', securityTxt: text('Contact: mailto:a\nExpires: 2001-01-01T00:00:00Z'), expect: 'expired' },
    { when: 'no date', securityTxt: text('Contact: mailto:a'), expect: 'without a valid Expires' },
    { when: 'no contact', securityTxt: text('Expires: 2999-01-01T00:00:00Z'), expect: 'without Contact' },
    { when: 'no answer', securityTxt: unanswered('/.well-known/security.txt'), expect: 'not known' },
  ];
  for (const { when, securityTxt, expect } of rows)
    it(`reports security.txt: ${when}`, () =>
      assert.equal(examplesOf({ securityTxt })?.[0], `security.txt: ${expect}`));

  it('reports feeds', () => {
    assert.equal(examplesOf({})?.[1], 'feed: none declared');
    assert.equal(examplesOf({ feed: answered('/feed', { text: '<rss>' }) })?.[1], 'feed: declared and readable');
    assert.equal(examplesOf({ feed: notFound('/feed') })?.[1], 'feed: declared, but not readable');
  });

  it('drafts the name that the site gives itself, and a repeated one once', () => {
    const draftOf = (facts: Partial<PageFacts>) => check.evaluate(given(facts)).evidence?.draft ?? '';
    const named = { key: 'og:site_name', content: 'Harbour' };
    assert.match(draftOf({ titles: ['Welcome | Harbour'], metas: [named] }), /"name": "Harbour"/);
    assert.match(draftOf({ titles: ['Harbour | Harbour'] }), /"name": "Harbour"/);
    assert.match(draftOf({ titles: ['Harbour - boats'] }), /"name": "Harbour - boats"/);
  });

  it('drafts JSON-LD that no title can break out of', () => {
    const draft = check.evaluate(given({ titles: ['</script><script>x'] })).evidence?.draft ?? '';
    assert.equal(draft.split('</script>').length, 2);
    const parsed: unknown = JSON.parse(draft.slice(draft.indexOf('{'), draft.lastIndexOf('}') + 1));
    assert.match(JSON.stringify(parsed), /"WebSite"/);
  });
});
