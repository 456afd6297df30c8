import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/robots-user-agents.ts';
import type { RobotsArtifact } from '../../../../../src/scanner/model/site.ts';
import { parseRobotsTxt } from '../../../../../src/scanner/parse/robots/robots-txt.ts';
import { answered, digest, notFound, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const served = (text: string): RobotsArtifact => ({
  probe: answered('/robots.txt', { text }),
  rules: parseRobotsTxt(text),
});
const given = (robotsTxt: RobotsArtifact, pages = ['/']) =>
  site({
    robotsTxt,
    crawl: { pages: pages.map((path) => digest(path)), pagesDiscovered: pages.length },
    sitemap: { ...site().sitemap, entries: [] },
  });
const group = (...agents: string[]) => `${agents.map((agent) => `User-agent: ${agent}\n`).join('')}Disallow: /\n`;
const pages = (open: number, closed: number) => [
  ...Array.from({ length: open }, (_, at) => `/open/${at}`),
  ...Array.from({ length: closed }, (_, at) => `/closed/${at}`),
];
const everyone =
  'ChatGPT-User,Claude-User,Perplexity-User,MistralAI-User,meta-externalfetcher,DuckAssistBot,Google-Agent,Gemini-Deep-Research,Amzn-User,Manus-User'.split(
    ',',
  );

checkTable(check, [
  { when: 'everybody is allowed', given: given(served('User-agent: *\nAllow: /\n')), expect: 'pass' },
  {
    when: 'only training crawlers are shut out',
    given: given(served(group('GPTBot', 'ClaudeBot', 'Bytespider'))),
    expect: 'pass',
  },
  {
    when: 'one vendor',
    given: given(served(group('claude-user'))),
    expect: 'warn',
    says: /1 of 9 .*Claude-User.*line 2/,
  },
  { when: 'two vendors', given: given(served(group('Claude-User', 'ChatGPT-User'))), expect: 'warn', says: /2 of 9/ },
  {
    when: 'two fetchers of one vendor and one of another',
    given: given(served(group('Google-Agent', 'Gemini-Deep-Research', 'Amzn-User'))),
    expect: 'warn',
    says: /2 of 9/,
  },
  {
    when: 'three vendors',
    given: given(served(group('Claude-User', 'ChatGPT-User', 'Amzn-User'))),
    expect: 'fail',
    says: /3 of 9/,
  },
  { when: 'everybody', given: given(served(group('*'))), expect: 'fail', says: /9 of 9/ },
  {
    when: 'everybody but all of these by name',
    given: given(served(`${everyone.map((agent) => `User-agent: ${agent}\n`).join('')}Allow: /\n\n${group('*')}`)),
    expect: 'warn',
    says: /everybody else \(the home page, line 14\)/,
  },
  {
    when: 'everybody but eight of nine vendors by name',
    given: given(
      served(
        `${everyone
          .slice(1)
          .map((agent) => `User-agent: ${agent}\n`)
          .join('')}Allow: /\n\n${group('*')}`,
      ),
    ),
    expect: 'warn',
    says: /1 of 9 .*ChatGPT-User/,
  },
  {
    when: 'exactly 5 % of the pages',
    given: given(served('User-agent: *\nDisallow: /closed/\n'), pages(19, 1)),
    expect: 'pass',
  },
  {
    when: 'more than 5 % of the pages',
    given: given(served('User-agent: *\nDisallow: /closed/\n'), pages(18, 1)),
    expect: 'fail',
    says: /1 of 19 pages, line 2/,
  },
  {
    when: 'there is no robots.txt',
    given: given({ probe: notFound('/robots.txt'), rules: undefined }),
    expect: 'pass',
    says: /^The missing robots/,
  },
  {
    when: 'a 503 closes everything',
    given: given({ probe: answered('/robots.txt', { status: 503 }), rules: undefined }),
    expect: 'fail',
    says: /503/,
  },
  {
    when: 'a 403 closes nothing (RFC 9309 section 2.3.1.3)',
    given: given({ probe: answered('/robots.txt', { status: 403 }), rules: undefined }),
    expect: 'pass',
  },
  {
    when: 'no answer',
    given: given({ probe: unanswered('/robots.txt'), rules: undefined }),
    expect: 'error',
  },
]);

it('S2 drafts a group that lets exactly the shut out agents in again', () => {
  const text = group('Claude-User', 'Amzn-User');
  const draft = check.evaluate(given(served(text))).evidence?.draft ?? '';
  assert.equal(draft, 'User-agent: Claude-User\nUser-agent: Amzn-User\nAllow: /\n');
  assert.equal(check.evaluate(given(served(`${text}\n${draft}`))).status, 'pass');
});

it('S2 judges fewer pages, evenly spaced, when a file holds as many rules as fit into it', () => {
  const text = `User-agent: *\n${'Disallow: /zz\n'.repeat(36_000)}Disallow: /closed\n`;
  const outcome = check.evaluate(given(served(text), pages(1000, 1000)));
  const [, closed, judged] = /\((\d+) of (\d+) pages, line 36002\)/.exec(outcome.message) ?? [];
  assert.ok(Number(judged) > 10 && Number(judged) < 100, outcome.message);
  assert.ok(Math.abs(Number(closed) / Number(judged) - 0.5) < 0.1, outcome.message);
});
