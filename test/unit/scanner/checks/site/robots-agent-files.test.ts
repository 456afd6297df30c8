import check from '../../../../../src/scanner/checks/site/robots-agent-files.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { RobotsArtifact } from '../../../../../src/scanner/model/site.ts';
import { parseRobotsTxt } from '../../../../../src/scanner/parse/robots/robots-txt.ts';
import { answered, digest, noLlmsTxt, notFound, ORIGIN, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const served = (text: string): RobotsArtifact => ({
  probe: answered('/robots.txt', { text }),
  rules: parseRobotsTxt(text),
});
const given = (text: string, overrides: Partial<SiteArtifacts> = {}) => site({ robotsTxt: served(text), ...overrides });
const status = (code: number): Partial<SiteArtifacts> => ({
  robotsTxt: { probe: answered('/robots.txt', { status: code }), rules: undefined },
});
const llmsTxtAt = (path: string): SiteArtifacts['llmsTxt'] => ({
  ...noLlmsTxt,
  file: {
    probe: answered(path),
    parsed: {
      charCount: 0,
      h1s: [],
      h1IsFirst: false,
      summary: undefined,
      sections: [],
      preambleLinks: [],
      listItems: { total: 0, wellFormed: 0, malformedLines: [] },
      unclosedFenceLine: undefined,
      rawHtmlBytes: 0,
    },
  },
});
/** Pages that were found to have these Markdown versions. */
const twins = (...paths: string[]): SiteArtifacts['crawl'] => ({
  pages: [
    digest('/', { markdown: { url: undefined, isRead: false, negotiates: true } }),
    ...paths.map((path) =>
      digest('/guide', { markdown: { url: new URL(path, ORIGIN).href, isRead: true, negotiates: false } }),
    ),
  ],
  pagesDiscovered: paths.length + 1,
});
const noSitemap: SiteArtifacts['sitemap'] = {
  foundBy: undefined,
  files: [],
  entries: [],
  unreadCount: 0,
  foreignCount: 0,
  invalidCount: 0,
  markdownUrls: [],
  tried: [],
};

checkTable(check, [
  { when: 'everything is open', given: given('User-agent: *\nDisallow: /admin/\n'), expect: 'pass' },
  {
    when: 'no robots.txt',
    given: site({ robotsTxt: { probe: notFound('/robots.txt'), rules: undefined } }),
    expect: 'pass',
  },
  {
    when: 'llms.txt is closed to everybody',
    given: given('User-agent: *\nDisallow: /*.txt$\n'),
    expect: 'fail',
    says: /closes llms.txt, llms-full.txt to everybody/,
  },
  {
    when: 'the sitemap is closed to everybody',
    given: given('User-agent: *\nDisallow: /sitemap.xml\n'),
    expect: 'fail',
  },
  {
    when: 'a declared sitemap that could not be read is closed to everybody',
    given: given('User-agent: *\nDisallow: /maps/\nSitemap: /maps/all.xml\n', { sitemap: noSitemap }),
    expect: 'fail',
    says: /a sitemap/,
  },
  {
    when: 'a sitemap on another host does not count',
    given: given('User-agent: *\nDisallow: /maps/\nSitemap: https://cdn.example/maps/all.xml\n', {
      sitemap: noSitemap,
    }),
    expect: 'pass',
  },
  {
    when: 'only llms-full.txt is closed to everybody',
    given: given('User-agent: *\nDisallow: /llms-full.txt\n'),
    expect: 'warn',
    says: /closes llms-full.txt to everybody/,
  },
  {
    when: '/.well-known/ is closed to everybody',
    given: given('User-agent: *\nDisallow: /.well-known\n'),
    expect: 'warn',
  },
  {
    when: 'llms.txt is closed to one live fetcher',
    given: given('User-agent: *\nAllow: /\n\nUser-agent: Claude-User\nDisallow: /llms.txt\n'),
    expect: 'warn',
    says: /llms.txt to Claude-User/,
  },
  {
    when: 'everything is closed to a training crawler',
    given: given('User-agent: GPTBot\nDisallow: /\n'),
    expect: 'pass',
  },
  {
    when: 'the llms.txt that there is, is open',
    given: given('User-agent: *\nDisallow: /llms.txt\n', { llmsTxt: llmsTxtAt('/docs/llms.txt') }),
    expect: 'pass',
  },
  {
    when: 'the llms.txt that there is, is closed',
    given: given('User-agent: *\nDisallow: /docs/\n', { llmsTxt: llmsTxtAt('/docs/llms.txt') }),
    expect: 'fail',
  },
  {
    when: 'the Markdown versions of pages are closed to everybody',
    given: given('User-agent: *\nDisallow: /*.md$\n', { crawl: twins('/guide.md') }),
    expect: 'warn',
    says: /closes the Markdown versions of pages to everybody/,
  },
  {
    when: 'they are closed to one live fetcher',
    given: given('User-agent: *\nAllow: /\n\nUser-agent: ChatGPT-User\nDisallow: /*.md$\n', {
      crawl: twins('/guide.md'),
    }),
    expect: 'warn',
    says: /the Markdown versions of pages to ChatGPT-User/,
  },
  {
    when: 'one of many is closed',
    given: given('User-agent: *\nDisallow: /p20.md\n', {
      crawl: twins(...Array.from({ length: 20 }, (_, at) => `/p${at + 1}.md`)),
    }),
    expect: 'warn',
  },
  {
    when: 'files of that name are closed, but no page has one',
    given: given('User-agent: *\nDisallow: /*.md$\n', { crawl: twins() }),
    expect: 'pass',
  },
  {
    when: 'those on another host do not count',
    given: given('User-agent: *\nDisallow: /*.md$\n', { crawl: twins('https://raw.example/guide.md') }),
    expect: 'pass',
  },
  { when: 'a 503 closes everything', given: site(status(503)), expect: 'fail' },
  { when: 'a 403 closes nothing', given: site(status(403)), expect: 'pass' },
  {
    when: 'no answer',
    given: site({ robotsTxt: { probe: unanswered('/robots.txt'), rules: undefined } }),
    expect: 'error',
  },
]);
