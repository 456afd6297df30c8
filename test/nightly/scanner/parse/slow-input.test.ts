import { describe, it } from 'node:test';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { decide, parseRobotsTxt } from '../../../../src/scanner/parse/robots/robots-txt.ts';
import { parseSitemap } from '../../../../src/scanner/parse/sitemap/sitemap.ts';
import { LLMS_TXT_PIECES, SLOW_ROBOTS, SLOW_SITEMAPS, times } from '../../../support/slow-input.ts';
import { assertQuick } from '../../../unit/scanner/parse/assert-quick.ts';

describe('robots.txt made to be slow', () => {
  for (const [name, text] of Object.entries(SLOW_ROBOTS)) {
    it(name, () => {
      assertQuick(() => {
        const robots = parseRobotsTxt(text);
        for (let page = 0; page < 20; page += 1) decide(robots, 'a', `https://site.example/${'a'.repeat(1900)}${page}`);
      });
    });
  }
});

describe('a sitemap made to be slow', () => {
  for (const [name, text] of Object.entries(SLOW_SITEMAPS)) it(name, () => assertQuick(() => parseSitemap(text)));
});

describe('an llms.txt made to be slow', () => {
  for (const piece of LLMS_TXT_PIECES) {
    const name = JSON.stringify(piece);
    it(`${name} in one line`, () => assertQuick(() => parseLlmsTxt(`## S\n- ${times(piece)}`)));
    it(`${name} in every line`, () => assertQuick(() => parseLlmsTxt(`## S\n${times(`- ${piece}\n`)}`)));
    it(`lines of 9,000 ${name}`, () => assertQuick(() => parseLlmsTxt(times(`- ${piece.repeat(9000)}\n`))));
  }
});
