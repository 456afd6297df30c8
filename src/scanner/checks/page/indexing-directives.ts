import { type RobotsDirective, robotsDirectives, saysNoindex } from '../../parse/html/robots-directives.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

const AI_WISHES = new Set(['noai', 'noimageai']);

export default defineCheck({
  id: 'P3',
  slug: 'indexing-directives',
  series: 'page',
  category: 'policy',
  titles: {
    pass: 'Pages may be indexed and quoted',
    fail: 'Pages forbid indexing or quoting',
    action: 'Remove noindex and nosnippet from public pages',
  },
  why: 'AI search leaves out noindex pages and quotes nothing where snippets are forbidden.',
  rule: 'Reads X-Robots-Tag and the meta tags for robots, Googlebot and AI agents. Fails when a page in the sitemap or llms.txt has noindex, none or a past unavailable_after. Warns about noindex on other pages, nosnippet and max-snippet:0. noai and noimageai are only noted.',
  sources: ['https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag'],
  needs: ['page', 'target'],
  evaluate({ page, target }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const directives = robotsDirectives(read.facts.metas, read.answer.headers['x-robots-tag']);
    const spelled = directives.map(({ agent, name, value }) => `${agent}: ${name}${value === '' ? '' : `:${value}`}`);
    const evidence = { ...read.evidence, ...(spelled.length === 0 ? {} : { examples: spelled }) };

    const now = Date.parse(target.startedAt);
    const noindex = directives.filter((directive) => saysNoindex(directive, now));
    if (noindex.length > 0) {
      const reach = noindex.some(({ agent }) => agent === 'robots') ? '' : ' for some agents';
      if (page.inSitemap || page.inLlmsTxt) {
        return fail(`The page is listed in the ${page.inSitemap ? 'sitemap' : 'llms.txt'} and noindexed${reach}.`, {
          howToFix: 'Remove noindex from the page, or the page from the sitemap and llms.txt.',
          evidence,
        });
      }
      return warn(`The page is noindexed${reach}.`, {
        howToFix: 'Remove noindex (meta robots or X-Robots-Tag) if agents shall find the page.',
        evidence,
      });
    }
    if (directives.some(forbidsSnippets)) {
      return warn('The page forbids snippets, so no answer can quote it.', {
        howToFix: 'Remove nosnippet and max-snippet:0; mark only what must not be quoted with data-nosnippet.',
        evidence,
      });
    }
    const wishes = directives.filter(({ name }) => AI_WISHES.has(name)).length;
    return pass(
      wishes === 0 ? 'The page may be indexed.' : 'The page may be indexed, but it asks not to be used for AI.',
      evidence,
    );
  },
});

const forbidsSnippets = ({ name, value }: RobotsDirective): boolean =>
  name === 'nosnippet' || (name === 'max-snippet' && Number(value) === 0 && value !== '');
