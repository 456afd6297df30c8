import { ANSWER_SEARCH_BOTS } from '../../ai-agents.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import { closureJudge, letIn, listShutOut, sayRobots, shutOut, vendorsOf, withoutRules } from './robots-access.ts';

const WARN_VENDORS = 2;
/** Most answer engines stand on one of these two indexes. */
const ESSENTIAL: readonly string[] = ['Googlebot', 'Bingbot'];

export default defineCheck({
  id: 'S3',
  slug: 'robots-search-bots',
  series: 'site',
  category: 'access',
  titles: {
    pass: 'robots.txt allows AI search crawlers',
    fail: 'robots.txt blocks AI search crawlers',
    action: 'Allow AI search crawlers in robots.txt',
  },
  why: "Assistants find and cite pages through search indexes. They don't cite a page that their crawlers may not read.",
  rule: 'A vendor is blocked when its search crawler may not read the root or more than 5 % of the URLs that the site links or its sitemap lists, read or not. URLs with a query, those to sign in, search or buy, and special pages of wikis do not count. Passes with no blocked vendor. Warns with one or two. Fails with three or more, or when Googlebot or Bingbot is blocked. A 5xx blocks every agent, a missing file blocks none.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9309#section-2.2', 'https://github.com/ai-robots-txt/ai.robots.txt'],
  needs: ['robotsTxt', 'target', 'crawl', 'sitemap'],
  evaluate(artifacts) {
    const { probe } = artifacts.robotsTxt;
    const early = withoutRules(artifacts.robotsTxt);
    if (early !== undefined) return early;

    const blocked = shutOut(ANSWER_SEARCH_BOTS, closureJudge(artifacts));
    if (blocked.length === 0) return pass(`${sayRobots(probe)} shuts out no AI search crawler.`, evidenceOf(probe));

    const tokens = blocked.map(({ agent }) => agent.token);
    const vendors = vendorsOf(blocked.map(({ agent }) => agent));
    const message = `robots.txt shuts out search crawlers (vendors: ${vendors.length}): ${listShutOut(blocked)}.`;
    const fix = letIn(
      probe,
      tokens,
      blocked.map(({ closure }) => closure),
    );
    const finding = { ...fix, evidence: { ...fix.evidence, measured: vendors.length, threshold: 0 } };
    return vendors.length > WARN_VENDORS || tokens.some((token) => ESSENTIAL.includes(token))
      ? fail(message, finding)
      : warn(message, finding);
  },
});
