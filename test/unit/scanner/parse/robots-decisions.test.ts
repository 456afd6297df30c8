import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { crawlDelay, decide, isAllowed, parseRobotsTxt } from '../../../../src/scanner/parse/robots/robots-txt.ts';
import { runsOf } from '../../../support/exhaustive.ts';

fc.configureGlobal({ seed: 1 });

const SITE = 'https://site.example';
const file = (...lines: string[]) => lines.join('\n');

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

  it('allows everything without rules, and text that is no URL', () => {
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
      { numRuns: runsOf(2000) },
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

/** Tries every match of a `*`, one after the other: right by inspection, and far too slow for untrusted patterns. */
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
