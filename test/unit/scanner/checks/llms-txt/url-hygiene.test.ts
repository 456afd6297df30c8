import check from '../../../../../src/scanner/checks/llms-txt/url-hygiene.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { LlmsLink } from '../../../../../src/scanner/model/llms-txt.ts';
import { ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, links, llmsTxt } from './llms-txt-file.ts';

const listOf = (urls: readonly string[]) =>
  `# Site\n\n## Docs\n\n${urls.map((url) => `- [A](${url}): a note`).join('\n')}\n`;
const given = (...urls: string[]): SiteArtifacts => llmsTxt(listOf(urls));
const distinct = (count: number) => Array.from({ length: count }, (_, at) => `${ORIGIN}/page-${at}`);

/** The same urls on a site that was scanned at another address. */
function scannedAt(finalUrl: string, ...urls: string[]): SiteArtifacts {
  const { origin } = new URL(finalUrl);
  const target = { ...site().target, rootUrl: finalUrl, finalUrl, origin, scope: `${origin}/` };
  return llmsTxt(listOf(urls), {}, { target });
}
const following = (...sample: LlmsLink[]) =>
  llmsTxt(undefined, {}, { llmsLinks: { linkCount: sample.length, sample, nested: [] } });

checkTable(check, [
  { when: 'all are absolute or root-relative', given: given(`${ORIGIN}/a`, '/b.md', '/c_(d)'), expect: 'pass' },
  { when: 'one is relative', given: given('/a', 'docs/b.md'), expect: 'warn', says: /1 relative/ },
  { when: 'one leaves the scheme out', given: given('/a', '//site.example/b'), expect: 'warn', says: /1 relative/ },
  { when: 'one cannot be parsed', given: given('/a', 'https://['), expect: 'warn', says: /1 relative/ },
  { when: 'one is only a fragment', given: given('/a', '#part'), expect: 'warn', says: /1 only a fragment/ },
  { when: 'addresses to write to are none', given: given('/a', 'mailto:me@site.example', 'tel:+1'), expect: 'pass' },
  { when: 'one of an https site is plain http', given: given('/a', 'http://docs.site.example/b'), expect: 'warn' },
  { when: 'another site is plain http', given: given('/a', 'http://elsewhere.example/b'), expect: 'pass' },
  {
    when: 'an http site is plain http',
    given: scannedAt('http://site.example/', 'http://site.example/a'),
    expect: 'pass',
  },
  { when: '2 % are duplicates', given: given(...distinct(49), `${ORIGIN}/page-0`), expect: 'pass' },
  {
    when: 'more than 2 % are duplicates',
    given: given(...distinct(48), `${ORIGIN}/page-0`),
    expect: 'warn',
    says: /Of the 49 URLs .* 1 listed before/,
  },
  { when: 'duplicates differ in spelling', given: given('/a', `${ORIGIN}:443/a`), expect: 'warn' },
  { when: 'they lead to different parts of one page', given: given('/a#one', '/a#two'), expect: 'pass' },
  { when: 'one is on a staging host', given: given('/a', 'https://staging.site.example/b'), expect: 'warn' },
  { when: 'one is on a private address', given: given('/a', 'https://10.0.0.8/b'), expect: 'warn' },
  { when: 'one is on localhost', given: given('/a', 'http://localhost:3000/b'), expect: 'fail', says: /on localhost/ },
  {
    when: 'a preview is scanned whose links point at production',
    given: scannedAt('https://site-git-fix-team.vercel.app/', `${ORIGIN}/a`, `${ORIGIN}/b`),
    expect: 'pass',
  },
  {
    when: 'a preview is scanned whose links point at itself',
    given: scannedAt('https://site-git-fix-team.vercel.app/', 'https://site-git-fix-team.vercel.app/a', '/b'),
    expect: 'pass',
  },
  {
    when: 'a site is scanned on the machine of its author',
    given: scannedAt('http://127.0.0.1:8080/', 'http://127.0.0.1:8080/a', 'http://localhost:8080/b'),
    expect: 'pass',
  },
  { when: 'there are two kinds of fault', given: given('a', '#b'), expect: 'fail', says: /1 relative, 1 only a frag/ },
  { when: '10 % redirect', given: following(...links(9), ...links(1, { redirects: true }, '/old-')), expect: 'pass' },
  {
    when: 'more than 10 % redirect',
    given: following(...links(8), ...links(1, { redirects: true }, '/old-')),
    expect: 'warn',
    says: /1 that redirect/,
  },
  {
    when: 'what brought no answer does not count among the followed',
    given: following(...links(10), ...links(10, { state: 'unknown', redirects: true }, '/slow-')),
    expect: 'pass',
  },
  { when: 'the file has no links', given: llmsTxt('# Site\n'), expect: 'na' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
