import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crawlDelay, isAllowed, parseRobotsTxt } from '../../../../../src/scanner/parse/robots/robots-txt.ts';

const file = (...lines: string[]) => lines.join('\n');

describe('parseRobotsTxt', () => {
  it('reads groups, sitemaps, directives, comments and noise', () => {
    const robots = parseRobotsTxt(
      file(
        '\uFEFF# Agents: see /llms.txt',
        'USER-AGENT : GPTBot/1.0',
        'User-agent: ClaudeBot # Anthropic',
        'Disallow: /private',
        'Crawl-delay: 1.5',
        '',
        'User-agent: *',
        'Content-Signal: search=yes, ai-train=no',
        'Allow:',
        'this is no directive',
        'Unheard-of: value',
        'Sitemap: https://site.example/a.xml',
      ),
    );
    assert.deepEqual(robots, {
      groups: [
        {
          agents: ['gptbot', 'claudebot'],
          rules: [{ allow: false, pattern: '/private', line: 4 }],
          crawlDelaySeconds: 1.5,
        },
        { agents: ['*'], rules: [{ allow: true, pattern: '', line: 9 }], crawlDelaySeconds: undefined },
      ],
      sitemaps: ['https://site.example/a.xml'],
      directives: [{ name: 'content-signal', value: 'search=yes, ai-train=no', line: 8, agents: ['*'] }],
      comments: ['Agents: see /llms.txt', 'Anthropic'],
      unknownLines: [10, 11],
    });
  });

  it('knows the records that other crawlers read', () => {
    const names =
      'Content-Signal Content-Usage License Agentmap Host Clean-param Request-rate Visit-time Noindex Schemamap';
    const robots = parseRobotsTxt(
      names
        .split(' ')
        .map((name) => `${name}: x`)
        .join('\n'),
    );
    assert.deepEqual(robots.unknownLines, []);
    assert.deepEqual(
      robots.directives.map(({ name }) => name),
      names.toLowerCase().split(' '),
    );
  });

  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    it(`counts lines that end in ${name}`, () => {
      const robots = parseRobotsTxt(['User-agent: *', '', 'Disallow: /a', 'Disallow: /b'].join(end));
      assert.deepEqual(
        robots.groups[0]?.rules.map(({ line }) => line),
        [3, 4],
      );
    });
  }

  it('ignores rules before any group', () => {
    const robots = parseRobotsTxt(file('Disallow: /', 'Crawl-delay: 9', 'User-agent: *', 'Allow: /'));
    assert.deepEqual(
      robots.groups.map(({ rules }) => rules.length),
      [1],
    );
    assert.deepEqual(robots.unknownLines, []);
  });

  it('lets no other record end the list of agents, and gives a delay only to the agents above it', () => {
    const robots = parseRobotsTxt(
      file('User-agent: a', 'Crawl-delay: 10', 'Sitemap: /s.xml', 'User-agent: b', 'Disallow: /x'),
    );
    assert.equal(isAllowed(robots, 'a', '/x'), false);
    assert.equal(isAllowed(robots, 'b', '/x'), false);
    assert.equal(crawlDelay(robots, 'a'), 10);
    assert.equal(crawlDelay(robots, 'b'), undefined);
  });

  it('reads 500 KiB and no cut line', () => {
    const start = 'User-agent: *\nDisallow: /a\n';
    const fill = `${start}${'#'.repeat(500 * 1024 - start.length - 20)}\n`;
    const robots = parseRobotsTxt(`${fill}Disallow: /bcdefghijklmn\nDisallow: /c`);
    assert.deepEqual(
      robots.groups[0]?.rules.map(({ pattern }) => pattern),
      ['/a'],
    );
    assert.equal(parseRobotsTxt(`User-agent: *\nDisallow: /${'a'.repeat(600_000)}`).groups[0]?.rules.length, 0);
  });

  it('reads no delay from text that is no number', () => {
    for (const value of ['', 'ten', '-1', '1s', 'Infinity']) {
      assert.equal(crawlDelay(parseRobotsTxt(`User-agent: *\nCrawl-delay: ${value}`), 'x'), undefined, value);
    }
    assert.equal(crawlDelay(undefined, 'x'), undefined);
  });
});
