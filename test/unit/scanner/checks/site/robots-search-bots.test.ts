import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/robots-search-bots.ts';
import type { RobotsArtifact } from '../../../../../src/scanner/model/site.ts';
import { parseRobotsTxt } from '../../../../../src/scanner/parse/robots/robots-txt.ts';
import { answered, digest, notFound, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const served = (text: string): RobotsArtifact => ({
  probe: answered('/robots.txt', { text }),
  rules: parseRobotsTxt(text),
});
const given = (robotsTxt: RobotsArtifact, paths = ['/']) =>
  site({
    robotsTxt,
    crawl: { pages: paths.map((path) => digest(path)), pagesDiscovered: paths.length },
    sitemap: { ...site().sitemap, entries: [] },
  });
const closed = (...agents: string[]) =>
  served(`${agents.map((agent) => `User-agent: ${agent}\n`).join('')}Disallow: /`);

checkTable(check, [
  { when: 'everybody is allowed', given: given(served('User-agent: *\nAllow: /\n')), expect: 'pass' },
  { when: 'live fetchers are shut out', given: given(closed('ChatGPT-User', 'Claude-User', 'GPTBot')), expect: 'pass' },
  { when: 'one crawler', given: given(closed('PerplexityBot')), expect: 'warn', says: /vendors: 1.*PerplexityBot/ },
  { when: 'two crawlers', given: given(closed('YouBot', 'Bravebot')), expect: 'warn' },
  {
    when: 'three crawlers',
    given: given(closed('YouBot', 'Bravebot', 'Applebot')),
    expect: 'fail',
    says: /vendors: 3/,
  },
  { when: 'AzureAI-SearchBot alone', given: given(closed('AzureAI-SearchBot')), expect: 'warn' },
  { when: 'Googlebot alone', given: given(closed('Googlebot')), expect: 'fail' },
  { when: 'Bingbot alone', given: given(closed('bingbot')), expect: 'fail' },
  {
    when: 'more than 5 % of the pages for one crawler',
    given: given(served('User-agent: OAI-SearchBot\nDisallow: /b'), ['/a', '/b']),
    expect: 'warn',
    says: /OAI-SearchBot \(1 of 2 pages, line 2\)/,
  },
  {
    when: 'everybody but these by name',
    given: given(
      served(
        `${'OAI-SearchBot,Claude-SearchBot,PerplexityBot,Amzn-SearchBot,Bravebot,YouBot,AzureAI-SearchBot,Applebot,Googlebot,Bingbot'
          .split(',')
          .map((agent) => `User-agent: ${agent}\n`)
          .join('')}Allow: /\n\nUser-agent: *\nDisallow: /`,
      ),
    ),
    expect: 'pass',
  },
  {
    when: 'no robots.txt',
    given: given({ probe: notFound('/robots.txt'), rules: undefined }),
    expect: 'pass',
    says: /^The missing robots/,
  },
  {
    when: 'a 500 closes everything',
    given: given({ probe: answered('/robots.txt', { status: 500 }), rules: undefined }),
    expect: 'fail',
    says: /500.*everything is disallowed/,
  },
  { when: 'no answer', given: given({ probe: unanswered('/robots.txt'), rules: undefined }), expect: 'error' },
]);

it('S3 says which lines close the site by name and drafts the group', () => {
  const outcome = check.evaluate(given(closed('YouBot')));
  assert.ok(outcome.status === 'warn');
  assert.match(outcome.howToFix, /line 2/);
  assert.equal(outcome.evidence?.draft, 'User-agent: YouBot\nAllow: /\n');
});

it('S3 does not ask to remove the rule for everybody', () => {
  const outcome = check.evaluate(given(closed('*')));
  assert.ok(outcome.status === 'fail');
  assert.doesNotMatch(outcome.howToFix, /Remove/);
});
