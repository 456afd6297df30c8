import { describe, it } from 'node:test';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { decide, parseRobotsTxt } from '../../../../src/scanner/parse/robots/robots-txt.ts';
import { parseSitemap } from '../../../../src/scanner/parse/sitemap/sitemap.ts';
import { LLMS_TXT_PIECES, SIZE, times } from '../../../support/slow-input.ts';
import { assertQuick } from './assert-quick.ts';

describe('robots.txt made to be slow', () => {
  const inputs: Record<string, string> = {
    'one line': times('a'),
    'only newlines': times('\n'),
    'a million stars': `User-agent: *\nDisallow: /${'*'.repeat(400_000)}a`,
    'stars and letters': `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}$`,
    'many rules with stars': `User-agent: *\n${'Disallow: /*a*b*c$\n'.repeat(20_000)}`,
    'many near misses': `User-agent: *\n${`Disallow: /*${'a'.repeat(1000)}b\n`.repeat(400)}`,
    'agents and delays in turn': `${'User-agent: a\nCrawl-delay: 1\n'.repeat(8000)}${'Disallow: /b\n'.repeat(8000)}`,
    'as many rules with stars as fit': `User-agent: *\n${'Disallow:*ab\n'.repeat(39_000)}`,
    escapes: `User-agent: *\nDisallow: /${'%'.repeat(400_000)}`,
  };
  for (const [name, text] of Object.entries(inputs)) {
    it(name, () => {
      assertQuick(() => {
        const robots = parseRobotsTxt(text);
        for (let page = 0; page < 20; page += 1) decide(robots, 'a', `https://site.example/${'a'.repeat(1900)}${page}`);
      });
    });
  }
});

describe('a sitemap made to be slow', () => {
  const inputs: Record<string, string> = {
    'one line': times('a'),
    'one line of XML': `<urlset><url><loc>https://site.example/${times('a')}</loc></url></urlset>`,
    deep: times('<a>'),
    'deep in a root': `<urlset>${times('<a>')}`,
    'many attributes': `<urlset ${Array.from({ length: SIZE / 20 }, (_, at) => `a${at}="xxxxxxxxxx"`).join(' ')}>`,
    'a dashed comment': `<urlset><!--${times(' -')}-->`,
    'brackets in CDATA': `<urlset><![CDATA[${times(']')}`,
    'a doctype that goes on': `<!DOCTYPE a [${times('<!')}`,
    entities: `<urlset><url><loc>${times('&amp;')}</loc></url></urlset>`,
    'an entity that goes on': `<urlset><url><loc>&${times('a')}`,
    'billion laughs': `<!DOCTYPE urlset [${times('<!ENTITY a "&b;&b;&b;&b;">')}]><urlset/>`,
    'closing tags': `<urlset>${times('</a>')}`,
    'many items': `<urlset>${times('<url><loc>https://site.example/a</loc></url>')}</urlset>`,
    'many lines': times('https://site.example/a\n'),
    'only ends of lines': `https://site.example/a${times('\r')}${times('\n')}`,
  };
  for (const [name, text] of Object.entries(inputs)) it(name, () => assertQuick(() => parseSitemap(text)));
});

describe('an llms.txt made to be slow', () => {
  for (const piece of LLMS_TXT_PIECES) {
    const name = JSON.stringify(piece);
    it(`${name} in one line`, () => assertQuick(() => parseLlmsTxt(`## S\n- ${times(piece)}`)));
  }
});
