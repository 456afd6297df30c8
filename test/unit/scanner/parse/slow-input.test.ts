/** Input of each kind made to be slow; the whole matrix is in test/nightly/scanner/parse/slow-input.test.ts. */
import { describe, it } from 'node:test';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { decide, parseRobotsTxt } from '../../../../src/scanner/parse/robots/robots-txt.ts';
import { parseSitemap } from '../../../../src/scanner/parse/sitemap/sitemap.ts';
import { SLOW_ROBOTS, SLOW_SITEMAPS, times } from '../../../support/slow-input.ts';
import { assertQuick } from './assert-quick.ts';

const of = (inputs: Readonly<Record<string, string>>, ...names: string[]) =>
  Object.entries(inputs).filter(([name]) => names.includes(name));

describe('robots.txt made to be slow', () => {
  for (const [name, text] of of(SLOW_ROBOTS, 'many near misses')) {
    it(name, () => {
      assertQuick(() => {
        const robots = parseRobotsTxt(text);
        for (let page = 0; page < 20; page += 1) decide(robots, 'a', `https://site.example/${'a'.repeat(1900)}${page}`);
      });
    });
  }
});

describe('a sitemap made to be slow', () => {
  for (const [name, text] of of(SLOW_SITEMAPS, 'an entity that goes on'))
    it(name, () => assertQuick(() => parseSitemap(text)));
});

describe('an llms.txt made to be slow', () => {
  for (const piece of ['[', '](a "', '<!--', '\\']) {
    const name = JSON.stringify(piece);
    it(`${name} in one line`, () => assertQuick(() => parseLlmsTxt(`## S\n- ${times(piece)}`)));
  }
});
