import { LIVE_USER_FETCHERS } from '../../ai-agents.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import {
  closureJudge,
  letIn,
  listShutOut,
  sayClosure,
  sayRobots,
  shutOut,
  vendorsOf,
  withoutRules,
} from './robots-access.ts';

const FAIL_VENDORS = 3;

export default defineCheck({
  id: 'S2',
  slug: 'robots-user-agents',
  series: 'site',
  category: 'access',
  titles: {
    pass: 'robots.txt allows AI assistants',
    fail: 'robots.txt blocks AI assistants',
    action: 'Allow AI assistants in robots.txt',
  },
  why: 'These agents fetch a page because a person just asked about it. Without access, the assistant answers from other sources.',
  rule: 'A vendor is blocked when its live user fetcher may not read the root or more than 5 % of the URLs that the site links or its sitemap lists, read or not. URLs with a query, those to sign in, search or buy, and special pages of wikis do not count. Passes with no blocked vendor. Warns with one or two, or when all other agents (*) are blocked. Fails with three or more. A 5xx blocks every agent, a missing file blocks none.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9309#section-2.2', 'https://github.com/ai-robots-txt/ai.robots.txt'],
  needs: ['robotsTxt', 'target', 'crawl', 'sitemap'],
  evaluate(artifacts) {
    const { probe } = artifacts.robotsTxt;
    const early = withoutRules(artifacts.robotsTxt);
    if (early !== undefined) return early;

    const judge = closureJudge(artifacts);
    const blocked = shutOut(LIVE_USER_FETCHERS, judge);
    if (blocked.length > 0) {
      const vendors = vendorsOf(blocked.map(({ agent }) => agent));
      const all = vendorsOf(LIVE_USER_FETCHERS);
      const message = `robots.txt shuts out live fetchers of ${vendors.length} of ${all.length} vendors: ${listShutOut(blocked)}.`;
      const fix = letIn(
        probe,
        blocked.map(({ agent }) => agent.token),
        blocked.map(({ closure }) => closure),
      );
      const finding = { ...fix, evidence: { ...fix.evidence, measured: vendors.length, threshold: 0 } };
      return vendors.length >= FAIL_VENDORS ? fail(message, finding) : warn(message, finding);
    }

    const everybodyElse = judge('*');
    if (everybodyElse !== undefined) {
      return warn(
        `robots.txt lets the known live fetchers in by name and shuts out everybody else (${sayClosure(everybodyElse)}).`,
        {
          howToFix:
            'Allow "User-agent: *" to read public pages and disallow by name only what must stay out: the next assistant is not on the list.',
          evidence: { ...evidenceOf(probe), examples: everybodyElse.closedPages },
        },
      );
    }
    return pass(`${sayRobots(probe)} shuts out no live AI assistant.`, evidenceOf(probe));
  },
});
