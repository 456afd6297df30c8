import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SiteScore } from '../../src/scanner/model/score.ts';

import { capableSite } from '../fixtures/sites/capable-site.ts';
import { notFound, openRobots, plainText, simpleHtml } from '../fixtures/sites/simple-page.ts';
import { ORIGIN } from './artifacts.ts';
import { NO_ANSWER } from './memory-fetcher.ts';
import { scanInMemory } from './scan-in-memory.ts';
import type { Answer, Page, Site } from './site-server.ts';

const PAGES = ['/', '/guide/first', '/guide/second', '/notes'] as const;

/**
 * Ways in which a site of four pages publishes, or fails to publish, the files that agents look for. Harmful files are
 * left out: rules that shut agents out, lists of missing or noindexed pages, broken declarations that agents ignore, and
 * half a page for each agent that asks for Markdown. Their removal raises the score, and should.
 */
const anySite = fc
  .record({
    robots: fc.constantFrom('none', 'plain', 'with sitemap'),
    sitemap: fc.constantFrom('none', 'good', 'without dates', 'of another host', 'malformed'),
    llmsTxt: fc.constantFrom('none', 'good', 'without links', 'of twins', 'HTML'),
    llmsTxtAt: fc.constantFrom('/llms.txt', '/docs/llms.txt', '/.well-known/llms.txt'),
    llmsFull: fc.boolean(),
    pointer: fc.boolean(),
    twins: fc.constantFrom('none', 'whole', 'half', 'of HTML'),
    twinsAre: fc.constantFrom('guessed', 'linked', 'negotiated'),
    canonical: fc.boolean(),
    validators: fc.constantFrom('all', 'pages', 'none'),
    capabilities: fc.subarray(
      ['/.well-known/agent-card.json', '/.well-known/agent-skills/index.json', '/AGENTS.md', '/openapi.json'],
      { minLength: 0 },
    ),
  })
  .filter((plan) => plan.twins !== 'half' || plan.twinsAre !== 'negotiated');
type Plan = typeof anySite extends fc.Arbitrary<infer T> ? T : never;

const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);

function siteOf(plan: Plan): Site['pages'] {
  return {
    ...Object.fromEntries(
      PAGES.map((path, at) => [path, withValidators(pageOf(plan, path, at), plan.validators !== 'none')]),
    ),
    ...(plan.robots === 'none'
      ? {}
      : { '/robots.txt': plan.robots === 'plain' ? plainText('User-agent: *\nAllow: /\n') : openRobots }),
    ...(plan.sitemap === 'none'
      ? {}
      : { '/sitemap.xml': withValidators(sitemapOf(plan.sitemap), plan.validators === 'all') }),
    ...(plan.llmsTxt === 'none'
      ? {}
      : { [plan.llmsTxtAt]: withValidators(llmsTxtOf(plan.llmsTxt), plan.validators === 'all') }),
    ...(plan.llmsFull ? { '/llms-full.txt': plainText(`# Site\n\n${'All there is to say. '.repeat(100)}`) } : {}),
    ...(plan.twins === 'none' || plan.twinsAre === 'negotiated'
      ? {}
      : Object.fromEntries(PAGES.map((path, at) => [twinOf(path), markdownOf(plan.twins, at)]))),
    ...Object.fromEntries(plan.capabilities.map((path) => [path, capableSite.pages[path] ?? notFound])),
    ...(plan.capabilities.includes('/.well-known/agent-skills/index.json') ? SKILL : {}),
  };
}

const SKILL_PATH = '/.well-known/agent-skills/order-a-lamp/SKILL.md';
const SKILL = { [SKILL_PATH]: capableSite.pages[SKILL_PATH] ?? notFound };

function pageOf(plan: Plan, path: string, seed: number): Page {
  const head = [
    plan.canonical ? `<link rel="canonical" href="${ORIGIN}${path}">` : '',
    plan.twinsAre === 'linked' ? `<link rel="alternate" type="text/markdown" href="${twinOf(path)}">` : '',
    plan.pointer ? `<link rel="describedby" type="text/plain" href="${plan.llmsTxtAt}">` : '',
  ].join('');
  const html = simpleHtml({ title: `A page about ${path}`, seed, links: PAGES, head });
  return ({ headers }) =>
    plan.twins !== 'none' && plan.twinsAre === 'negotiated' && headers.accept?.startsWith('text/markdown')
      ? markdownOf(plan.twins, seed)
      : { body: html, headers: { vary: 'Accept' } };
}

/** The text of a page of that seed, without its navigation: all of it, its first half, or all in tags. */
function markdownOf(kind: Plan['twins'], seed: number): Answer {
  const [, title = '', text = ''] = /<h1>(.*?)<\/h1><p>(.*?)<\/p>/.exec(simpleHtml({ title: 'A page', seed })) ?? [];
  const kept = kind === 'half' ? text.slice(0, text.length / 2) : text;
  return {
    headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept' },
    body:
      kind === 'of HTML'
        ? `# ${title}\n\n<div><p><b>${kept.split('. ').join('</b></p><p><b>')}</b></p></div>\n`
        : `# ${title}\n\n${kept}\n`,
  };
}

function sitemapOf(kind: Plan['sitemap']): Answer {
  const listed = PAGES.map((path, at) => {
    const origin = kind === 'of another host' && at > 1 ? 'https://elsewhere.example' : ORIGIN;
    const date = kind === 'without dates' ? '' : `<lastmod>2026-01-0${at + 1}</lastmod>`;
    return `<url><loc>${origin}${path}</loc>${date}</url>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('')}</urlset>`;
  return { headers: { 'content-type': 'application/xml' }, body: kind === 'malformed' ? body.slice(0, -20) : body };
}

function llmsTxtOf(kind: Plan['llmsTxt']): Answer {
  if (kind === 'HTML') return { body: '<!doctype html><html lang="en"><title>App</title><p>Welcome.</p></html>' };
  const paths = kind === 'without links' ? [] : PAGES;
  const links = paths.map(
    (path) => `- [Page](${kind === 'of twins' ? twinOf(path) : path}): what it says of its subject`,
  );
  return plainText(`# Site\n\n> A site of four pages about this and that.\n\n## Pages\n\n${links.join('\n')}\n`);
}

const withValidators = (page: Page, has: boolean): Page =>
  has
    ? (request) => {
        const answer = typeof page === 'function' ? page(request) : page;
        const headers = { ...answer.headers, etag: '"1"' };
        return request.headers['if-none-match'] === '"1"' ? { status: 304, headers } : { ...answer, headers };
      }
    : page;

/** Something that is done to a site, and the site that it makes. */
type Change = readonly [what: string, site: Site['pages']];

/** What one can stop to publish, and the site without it. */
function withdrawals(plan: Plan): Change[] {
  const pages = siteOf(plan);
  const without = (...paths: readonly string[]) =>
    Object.fromEntries(Object.entries(pages).filter(([path]) => !paths.includes(path)));
  const files = Object.keys(pages).filter((path) => !PAGES.some((page) => page === path));
  const twins = files.filter((path) => path.endsWith('.md') && PAGES.some((page) => twinOf(page) === path));
  return [
    ...files.map((path): Change => [path, without(path)]),
    // A robots.txt that answers 500 closes the site to us (RFC 9309), so there is no score.
    ...files
      .filter((path) => path !== '/robots.txt')
      .map((path): Change => [`${path} (500)`, { ...pages, [path]: { status: 500 } }]),
    ...(twins.length > 0 ? [['every twin', without(...twins)] as Change] : []),
    ['negotiation', siteOf({ ...plan, twins: plan.twinsAre === 'negotiated' ? 'none' : plan.twins })],
    ['canonical', siteOf({ ...plan, canonical: false })],
    ['pointer', siteOf({ ...plan, pointer: false })],
    ['validators', siteOf({ ...plan, validators: 'none' })],
  ];
}

/** A site that gives no answer at all where it published a file. */
function silences(plan: Plan): Change[] {
  const pages = siteOf(plan);
  // Without an answer for robots.txt there is no scan.
  const files = Object.keys(pages).filter((path) => path !== '/robots.txt' && !PAGES.some((page) => page === path));
  return files.map((path) => [path, { ...pages, [path]: NO_ANSWER }]);
}

async function scoreOf(pages: Site['pages']): Promise<SiteScore> {
  const { report } = await scanInMemory({ pages, fallback: notFound });
  assert.ok(report.score, 'the scan is completed');
  return report.score;
}

/** Plans with the number of one of their changes, so that the report of a failure is short. */
const anyOf = (changesOf: (plan: Plan) => readonly Change[]) =>
  anySite.chain((plan) => fc.record({ plan: fc.constant(plan), at: fc.nat(Math.max(0, changesOf(plan).length - 1)) }));

async function compare(plan: Plan, [what, changed]: Change) {
  const [before, after] = [await scoreOf(siteOf(plan)), await scoreOf(changed)];
  return { before, after, told: `${what}: ${before.raw} -> ${after.raw}` };
}

/** @param numRuns sites for each of the two properties; a smaller number takes the first of the same sites */
export function withdrawalsSuite(numRuns: number): void {
  const RUNS = { seed: 20_261_120, numRuns };
  describe('the score of a whole scan', () => {
    it('never rises when the site stops to publish something', async () => {
      await fc.assert(
        fc.asyncProperty(anyOf(withdrawals), async ({ plan, at }) => {
          const change = withdrawals(plan)[at];
          assert.ok(change);
          const { before, after, told } = await compare(plan, change);
          assert.ok(after.raw <= before.raw && after.score <= before.score, `without ${told}`);
        }),
        RUNS,
      );
    });

    it('never rises when a file gives no answer, unless the scan says that it could measure less', async () => {
      await fc.assert(
        fc.asyncProperty(anyOf(silences), async ({ plan, at }) => {
          const change = silences(plan)[at];
          if (change === undefined) return;
          const { before, after, told } = await compare(plan, change);
          assert.ok(after.coverage <= before.coverage, told);
          if (after.coverage === before.coverage) assert.ok(after.raw <= before.raw, told);
        }),
        RUNS,
      );
    });
  });
}
