/** Other input from a scanned site: files and headers. */
import { describe } from 'node:test';
import { agentsMdTopics } from '../../../src/scanner/parse/agent-files/agent-instructions.ts';
import { readApiDocument, yamlKeys } from '../../../src/scanner/parse/agent-files/api-document.ts';
import {
  parseContentSignal,
  parseContentUsage,
  rslProblem,
  tdmRepProblem,
} from '../../../src/scanner/parse/agent-files/usage-policy.ts';
import { cachingOf } from '../../../src/scanner/parse/http-headers/caching.ts';
import { decodeBody } from '../../../src/scanner/parse/http-headers/charset.ts';
import { parseLinkHeader } from '../../../src/scanner/parse/http-headers/link-header.ts';
import { offersScheme, resourceMetadataIn } from '../../../src/scanner/parse/http-headers/www-authenticate.ts';
import { parseUntrustedJson } from '../../../src/scanner/parse/json/json.ts';
import { jsonLdNodes, offersIn } from '../../../src/scanner/parse/json/json-ld.ts';
import { parseLlmsTxt } from '../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { markdownProse, markdownText } from '../../../src/scanner/parse/markdown/markdown-text.ts';
import { crawlDelay, decide, parseRobotsTxt } from '../../../src/scanner/parse/robots/robots-txt.ts';
import { parseSitemap } from '../../../src/scanner/parse/sitemap/sitemap.ts';
import { fuzz } from './fuzz.ts';
import { filesLike, headersNamed } from './samples.ts';

const JSON_TOKENS = ['{', '}', '[', ']', '"@graph":', '"@type":', '"@id":', '"__proto__":', '1e999', 'null', ',', ':'];

describe('files of a site', () => {
  fuzz('robots.txt', {
    samples: [
      ...filesLike(/^\/robots\.txt/),
      'User-agent: LegibleBot\nDisallow: /a*b$\nAllow: /%61/%E4/%zz/\u00E4?b=*&c\nCrawl-delay: 2\n',
    ],
    tokens: [
      ...['User-agent: *\n', 'Allow: /', '\nDisallow: /*', '\nAllow: /%', '*', '$', '%2f', '\u00E4'],
      ...['Sitemap: ', 'Crawl-delay: 1e9', '#', ':'],
    ],
    run: (text) => {
      const robots = parseRobotsTxt(text);
      decide(robots, 'LegibleBot', `https://site.example/${text.slice(0, 500).replace(/[^a-z*]/g, 'x')}`);
      crawlDelay(robots, 'LegibleBot');
    },
  });

  fuzz('sitemap', {
    samples: filesLike(/^\/sitemap[^ ]*\.xml/),
    tokens: [
      '<url>',
      '</url>',
      '<loc>',
      '</loc>',
      '<sitemap>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE a [',
      '&#x0;',
      '&a;',
      '<?xml encoding="utf-16"?>',
    ],
    run: (text) => {
      parseSitemap(text);
      parseSitemap(Buffer.from(text, 'latin1'));
    },
  });

  fuzz('llms.txt and Markdown', {
    samples: filesLike(/^\/llms[^ ]*\.txt|\.md /),
    tokens: [
      '# ',
      '## ',
      '> ',
      '- [',
      '](',
      ')',
      '](<',
      '```',
      '~~~',
      '`',
      '![',
      '<!--',
      '-->',
      '[a]: ',
      '    ',
      '|',
      '&amp;',
    ],
    run: (text) => {
      parseLlmsTxt(text);
      markdownProse(text);
      markdownText(text);
      agentsMdTopics(text);
    },
  });

  fuzz('JSON-LD and JSON', {
    samples: [
      ...filesLike(/json/),
      ...filesLike(/text\/html/).flatMap(
        (html) => /<script type="application\/ld\+json">([^<]*)</.exec(html)?.[1] ?? [],
      ),
    ],
    tokens: JSON_TOKENS,
    run: (text) => {
      const json = parseUntrustedJson(text, 200_000);
      if (json.problem === undefined) {
        offersIn(jsonLdNodes(json.value));
      }
      tdmRepProblem(text);
    },
  });

  fuzz('OpenAPI, YAML and RSL', {
    samples: [
      ...filesLike(/openapi/),
      'openapi: 3.1.0\ninfo:\n  title: "A"\npaths:\n  /a:\n    get:\n      operationId: a\n      summary: |\n        x\n',
      '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license><permits type="usage">all</permits></license></content></rsl>',
    ],
    tokens: [
      'openapi: ',
      'paths:\n',
      '  ',
      '- ',
      '"',
      "'",
      '#',
      '|',
      '&a ',
      '*a',
      ': ',
      '<license>',
      '</content>',
      '<!--',
    ],
    run: (text) => {
      readApiDocument(text);
      for (const _ of yamlKeys(text));
      rslProblem(text);
    },
  });
});

describe('headers of a site', () => {
  fuzz('Link', {
    samples: headersNamed('link'),
    tokens: ['<', '>', ';', ',', 'rel=', '"', '\\"', "rel*=UTF-8''", '%', 'title="', '='],
    run: parseLinkHeader,
  });

  fuzz('WWW-Authenticate, Cache-Control, Content-Usage and Content-Type', {
    samples: [
      ...headersNamed('www-authenticate'),
      'Bearer realm="a", error="invalid_token", resource_metadata="https://site.example/a"',
      'max-age=3600, public, stale-while-revalidate=60',
      'search=yes, ai-input=yes, ai-train=no',
      'train-ai=n, search=y;exp="a"',
      'text/html; charset="utf-8"',
    ],
    tokens: ['Bearer ', 'charset=', '=', ',', ';', '"', '\\', 'max-age=', '99999999999999999999', 'y', '?1', ':YQ==:'],
    run: (text) => {
      offersScheme(text, 'Bearer');
      resourceMetadataIn(text);
      cachingOf({ 'cache-control': text, etag: text, 'last-modified': text, expires: text });
      parseContentSignal(text);
      parseContentUsage(text);
      decodeBody(Buffer.from(text), text);
    },
  });
});
