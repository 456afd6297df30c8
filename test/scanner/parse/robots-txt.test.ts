import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { crawlDelay, decide, isAllowed, parseRobotsTxt } from '../../../src/scanner/parse/robots-txt.ts';
import { assertQuick } from './assert-quick.ts';

fc.configureGlobal({ seed: 1 });

const SITE = 'https://site.example';
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

  it('reads no delay from what is no number', () => {
    for (const value of ['', 'ten', '-1', '1s', 'Infinity']) {
      assert.equal(crawlDelay(parseRobotsTxt(`User-agent: *\nCrawl-delay: ${value}`), 'x'), undefined, value);
    }
    assert.equal(crawlDelay(undefined, 'x'), undefined);
  });
});

describe('isAllowed', () => {
  // [pattern, path, does the pattern match]
  const patterns: [string, string, boolean][] = [
    ['/', '/anything', true],
    ['/fish', '/fish.html', true],
    ['/fish', '/Fish', false],
    ['/fish/', '/fish', false],
    ['/*.php', '/folder/file.php?x=1', true],
    ['/*.php$', '/file.php?x=1', false],
    ['/*.php$', '/a.php/b.php', true],
    ['/fish*.php', '/fishheads/catfish.php', true],
    ['/fish*.php', '/Fish.PHP', false],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/a$b', '/a$b', true],
    ['/a%24', '/a$', true],
    ['/a%2a', '/a*', true],
    ['/a***b', '/axxb', true],
    ['*', '/x', true],
    ['*/b', '/a/b', true],
    ['/*$', '/x', true],
    ['/*ab*b$', '/ab', false],
    ['/*ab*b$', '/abb', true],
    ['fish', '/fish', false],
    ['/search?q=', '/search?q=x', true],
    ['/ünï', '/%C3%BCn%C3%AF', true],
    ['/%c3%bc', '/ü', true],
    ['/%7Efoo', '/~foo', true],
    ['/~foo', '/%7efoo', true],
    ['/a/b', '/a%2Fb', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/a b', '/a%20b', true],
    ['https://site.example/x', '/x', false],
  ];
  for (const [pattern, path, matches] of patterns) {
    it(`${pattern} ${matches ? 'matches' : 'does not match'} ${path}`, () => {
      const robots = parseRobotsTxt(`User-agent: *\nDisallow: ${pattern}`);
      assert.equal(isAllowed(robots, 'Bot', SITE + path), !matches);
    });
  }

  // [lines, token, path, allowed, deciding line, group]
  const decisions: [string[], string, string, boolean, number | undefined, string | undefined][] = [
    [['User-agent: *', 'Disallow: /'], 'Bot', '/x', false, 2, '*'],
    [['User-agent: *', 'Disallow: /'], 'Bot', '/robots.txt', true, undefined, '*'],
    [['User-agent: *', 'Disallow: /p', 'Allow: /p'], 'Bot', '/p', true, 3, '*'],
    [['User-agent: *', 'Allow: /p', 'Disallow: /page'], 'Bot', '/page', false, 3, '*'],
    [['User-agent: *', 'Allow: /', 'Disallow: /*.gif$'], 'Bot', '/a.gif', false, 3, '*'],
    [['User-agent: *', 'Disallow:'], 'Bot', '/x', true, undefined, '*'],
    [['User-agent: *', 'Disallow: /', 'User-agent: bot', 'Disallow: /x'], 'Bot', '/y', true, undefined, 'bot'],
    [['User-agent: BOT/2.0', 'Disallow: /x'], 'Bot', '/x', false, 2, 'bot'],
    [['User-agent: bot-news', 'Disallow: /x'], 'Bot', '/x', true, undefined, undefined],
    [['User-agent: bot', 'Disallow: /x'], 'Bot-News', '/x', true, undefined, undefined],
    [['User-agent: bot', 'Disallow: /x', 'User-agent: bot', 'Disallow: /y'], 'Bot', '/y', false, 4, 'bot'],
    [['User-agent: AI2Bot', 'Disallow: /'], 'AI2Bot', '/', false, 2, 'ai2bot'],
    [['User-agent: * # all', 'Disallow: /'], 'Bot', '/', false, 2, '*'],
    [['User-agent: *bot*', 'Disallow: /'], 'Bot', '/', true, undefined, undefined],
    [['User-agent:', 'Disallow: /'], 'Bot', '/', true, undefined, undefined],
    [['User-agent: *', 'Allow: /a', 'Disallow: /'], '*', '/b', false, 3, '*'],
  ];
  for (const [lines, token, path, allowed, line, group] of decisions) {
    it(`${allowed ? 'allows' : 'forbids'} ${token} ${path} by "${lines.join(' | ')}"`, () => {
      const decision = decide(parseRobotsTxt(file(...lines)), token, path);
      assert.deepEqual([decision.allowed, decision.rule?.line, decision.group], [allowed, line, group]);
    });
  }

  it('allows everything without rules, and what is no URL', () => {
    assert.equal(isAllowed(undefined, 'Bot', '/x'), true);
    assert.equal(isAllowed(parseRobotsTxt('User-agent: *\nDisallow: /'), 'Bot', 'https://['), true);
  });

  it('asks the longest delay of all groups of the token', () => {
    const robots = parseRobotsTxt(
      file(
        'User-agent: a',
        'Crawl-delay: 2',
        'Allow: /',
        'User-agent: a',
        'Crawl-delay: 5',
        'User-agent: *',
        'Crawl-delay: 9',
      ),
    );
    assert.deepEqual([crawlDelay(robots, 'A'), crawlDelay(robots, 'b')], [5, 9]);
  });

  it('agrees with a plain reading of patterns', () => {
    const piece = fc.constantFrom('a', 'b', '*', '/', '$');
    const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), path, (parts, path) => {
        const pattern = `/${parts.join('')}`;
        const robots = parseRobotsTxt(`User-agent: *\nDisallow: ${pattern}`);
        assert.equal(isAllowed(robots, 'Bot', SITE + path), !matchesNaively(pattern, new URL(SITE + path).pathname));
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, token) => {
        const robots = parseRobotsTxt(`User-agent: *\nDisallow: ${text}\n${text}`);
        decide(robots, token, text);
        crawlDelay(robots, token);
      }),
    );
  });
});

/** Every way of taking a `*`, one after the other: right by inspection, and far too slow for foreign patterns. */
function matchesNaively(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern[0] === '*') {
    return Array.from({ length: path.length + 1 }, (_, taken) => path.slice(taken)).some((rest) =>
      matchesNaively(pattern.slice(1), rest),
    );
  }
  return pattern[0] === path[0] && matchesNaively(pattern.slice(1), path.slice(1));
}

describe('robots.txt made to be slow', () => {
  const size = 5_000_000;
  const inputs: Record<string, string> = {
    'one line': 'a'.repeat(size),
    'only newlines': '\n'.repeat(size),
    'a million stars': `User-agent: *\nDisallow: /${'*'.repeat(400_000)}a`,
    'stars and letters': `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}$`,
    'many rules with stars': `User-agent: *\n${'Disallow: /*a*b*c$\n'.repeat(20_000)}`,
    'many near misses': `User-agent: *\n${`Disallow: /*${'a'.repeat(1000)}b\n`.repeat(400)}`,
    'agents and delays in turn': `${'User-agent: a\nCrawl-delay: 1\n'.repeat(8000)}${'Disallow: /b\n'.repeat(8000)}`,
    escapes: `User-agent: *\nDisallow: /${'%'.repeat(400_000)}`,
  };
  for (const [name, text] of Object.entries(inputs)) {
    it(name, () => {
      assertQuick(() => {
        const robots = parseRobotsTxt(text);
        for (let page = 0; page < 20; page += 1) decide(robots, 'a', `${SITE}/${'a'.repeat(1900)}${page}`);
      });
    });
  }
});
