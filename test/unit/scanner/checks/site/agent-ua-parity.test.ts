import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/agent-ua-parity.ts';
import type { AgentName, ParityFetch, RobotsArtifact } from '../../../../../src/scanner/model/site.ts';
import { parseRobotsTxt } from '../../../../../src/scanner/parse/robots/robots-txt.ts';
import { answered, ORIGIN, robots, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

type Result = ParityFetch['result'];
const ok: Result = { status: 200, challenge: undefined, similarity: 1 };
const status = (code: number): Result => ({ status: code, challenge: undefined, similarity: 0 });
const alike = (similarity: number): Result => ({ ...ok, similarity });
const challenge: Result = { status: 200, challenge: 'cloudflare', similarity: 0.1 };
const markdown = (contained: number, inBrowser: number): Result => ({
  ...ok,
  similarity: 0.18,
  contained,
  inBrowser,
  isMarkdown: true,
});
const lost: Result = { failure: { code: 'timeout', message: 'no answer within 10 s' } };

type Results = Partial<Record<AgentName, Result>>;
const AGENTS: readonly AgentName[] = ['browser', 'ChatGPT-User', 'Claude-User', 'OAI-SearchBot', 'LegibleBot'];

function fetchesOf(page: ParityFetch['page'], results: Results): ParityFetch[] {
  return AGENTS.map((agent) => ({
    agent,
    userAgent: `Mozilla/5.0 (compatible; ${agent}/1.0)`,
    page,
    url: page === 'home' ? `${ORIGIN}/` : `${ORIGIN}/docs/deep`,
    result: results[agent] ?? ok,
  }));
}
const given = (home: Results, deep: Results = {}, robotsTxt: RobotsArtifact = robots()) => ({
  uaParity: { fetches: [...fetchesOf('home', home), ...fetchesOf('deep', deep)] },
  robotsTxt,
});
const blocks = (agent: string): RobotsArtifact => {
  const text = `User-agent: ${agent}\nDisallow: /\n`;
  return { probe: answered('/robots.txt', { text }), rules: parseRobotsTxt(text) };
};

const asking: Result = { status: 403, challenge: undefined, similarity: 0, asksForSignature: true };

checkTable(check, [
  {
    when: 'imitations are asked for a signature, and our signed bot gets in',
    given: given({ 'ChatGPT-User': asking, 'Claude-User': asking }),
    expect: 'pass',
    says: /Web Bot Auth/,
  },
  {
    when: 'imitations are asked for a signature, and our signed bot is refused',
    given: given({ 'ChatGPT-User': asking, 'Claude-User': asking, LegibleBot: asking }),
    expect: 'fail',
    says: /Our own bot/,
  },
  { when: 'everybody gets the same', given: given({}), expect: 'pass' },
  { when: '60 % of the words', given: given({ 'Claude-User': alike(0.6) }), expect: 'pass' },
  { when: 'less than 60 % of the words', given: given({ 'Claude-User': alike(0.59) }), expect: 'warn', says: /59 %/ },
  {
    when: 'an agent gets the page as Markdown',
    given: given({ 'Claude-User': markdown(0.2, 0.9) }),
    expect: 'pass',
    says: /as Markdown/,
  },
  {
    when: 'agents get the text that scripts make in a browser',
    given: given(
      {
        browser: { ...ok, words: 3 },
        'ChatGPT-User': { ...alike(0.02), words: 60 },
        'Claude-User': { ...alike(0.02), words: 60 },
      },
      {
        browser: { ...ok, words: 3 },
        'ChatGPT-User': { ...alike(0.02), words: 60 },
        'Claude-User': { ...alike(0.02), words: 60 },
      },
    ),
    expect: 'pass',
    says: /after its scripts ran/,
  },
  {
    when: 'an agent gets three times the words of the browser, and others',
    given: given({ browser: { ...ok, words: 20 }, 'Claude-User': { ...alike(0.1), words: 60 } }),
    expect: 'warn',
  },
  { when: 'Markdown of other words', given: given({ 'Claude-User': markdown(0.2, 0.5) }), expect: 'warn' },
  { when: 'Markdown of a few words of the page', given: given({ 'Claude-User': markdown(0.09, 1) }), expect: 'warn' },
  ...[401, 403, 406, 429, 500, 503].map((code) => ({
    when: `an imitation alone gets ${code}`,
    given: given({ 'ChatGPT-User': status(code) }),
    expect: 'warn' as const,
    says: new RegExp(`ChatGPT-User gets ${code} for the home page.*right to refuse`),
  })),
  {
    when: 'an imitation alone gets a challenge',
    given: given({}, { 'Claude-User': challenge }),
    expect: 'warn',
    says: /deep/,
  },
  {
    when: 'both imitations are refused, our own bot is not',
    given: given({ 'ChatGPT-User': status(403), 'Claude-User': status(403) }),
    expect: 'warn',
  },
  {
    when: 'our own bot is refused too',
    given: given({ 'ChatGPT-User': status(403), LegibleBot: status(403) }),
    expect: 'fail',
    says: /Our own bot/,
  },
  {
    when: 'our own bot gets a challenge too',
    given: given({ 'ChatGPT-User': challenge, LegibleBot: challenge }),
    expect: 'fail',
  },
  {
    when: 'our own bot gets other words too: no refusal',
    given: given({ 'ChatGPT-User': alike(0.3), LegibleBot: alike(0.3) }),
    expect: 'warn',
  },
  {
    when: 'our own bot is refused for another page',
    given: given({ 'ChatGPT-User': status(403) }, { LegibleBot: status(503) }),
    expect: 'warn',
  },
  {
    when: 'our own bot alone is refused',
    given: given({ LegibleBot: status(403) }),
    expect: 'pass',
    says: /Our own bot.* was refused/,
  },
  {
    when: 'robots.txt disallows the refused agent',
    given: given({ 'ChatGPT-User': status(403) }, {}, blocks('ChatGPT-User')),
    expect: 'fail',
    says: /robots.txt disallows the same agent/,
  },
  {
    when: 'robots.txt disallows another agent',
    given: given({ 'ChatGPT-User': status(403) }, {}, blocks('Claude-User')),
    expect: 'warn',
  },
  {
    when: 'robots.txt is a 503, which disallows everybody',
    given: given(
      { 'ChatGPT-User': status(403) },
      {},
      {
        probe: answered('/robots.txt', { status: 503 }),
        rules: undefined,
      },
    ),
    expect: 'fail',
  },
  {
    when: 'robots.txt is not known',
    given: given({ 'ChatGPT-User': status(403) }, {}, { probe: unanswered('/robots.txt'), rules: undefined }),
    expect: 'warn',
  },
  {
    when: 'a browser is refused on both pages',
    given: given({ browser: status(403), 'ChatGPT-User': status(403) }, { browser: challenge }),
    expect: 'na',
  },
  {
    when: 'a challenge meets browsers and agents everywhere, and our own bot passes',
    given: given(
      { browser: challenge, 'ChatGPT-User': challenge, 'Claude-User': challenge, 'OAI-SearchBot': ok },
      { browser: challenge, 'ChatGPT-User': challenge, 'Claude-User': challenge },
    ),
    expect: 'warn',
    says: /a browser solves the challenge/,
  },
  {
    when: 'a challenge meets everybody',
    given: given(
      { browser: challenge, 'ChatGPT-User': challenge, LegibleBot: challenge },
      { browser: challenge, LegibleBot: challenge },
    ),
    expect: 'na',
  },
  {
    when: 'only the page that a browser gets is compared',
    given: given({ browser: status(404), 'ChatGPT-User': status(403) }),
    expect: 'pass',
  },
  { when: 'no browser fetch was answered', given: given({ browser: lost }, { browser: lost }), expect: 'error' },
  { when: 'nothing was fetched', given: { uaParity: { fetches: [] }, robotsTxt: robots() }, expect: 'error' },
  { when: 'an agent fetch was not answered', given: given({ 'Claude-User': lost }), expect: 'error' },
  {
    when: 'one agent fetch was not answered and another refused',
    given: given({ 'Claude-User': lost, 'ChatGPT-User': status(403) }),
    expect: 'warn',
  },
]);

it('S6 shows the request that was refused', () => {
  const { evidence } = check.evaluate(given({}, { 'Claude-User': status(403) }));
  assert.equal(evidence?.url, `${ORIGIN}/docs/deep`);
  assert.equal(evidence?.status, 403);
  assert.equal(evidence?.request?.userAgent, 'Mozilla/5.0 (compatible; Claude-User/1.0)');
});
