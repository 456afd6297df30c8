import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { unreadableDigest } from './readable.ts';

const PASS_SHARE = 0.9;
const WARN_SHARE = 0.7;

export default defineCheck({
  id: 'P17',
  slug: 'links-crawlable',
  series: 'page',
  category: 'structure',
  titles: {
    pass: 'Links lead somewhere and say where',
    fail: 'Links are dead, scripted or unclear',
    action: 'Fix dead and unclear links',
  },
  why: 'An agent gets from page to page by <a href>, and chooses the next page by the words of the link.',
  rule: 'Passes when 90 % of the links have an href that resolves and leads to no URL of the site that the scan found dead (404, 410, or one of three or more that redirect to the home page; not every link is asked for; "#" leads nowhere in a navigation, and where a page has four and more of different words), and 90 % of those have words that say where they lead (not "click here" or "read more", in any of 13 languages, unless another link to the same place has such words). Warns from 70 %, about a navigation with more than 10 % such faults, and about dead links above 90 %, which cost their share. Fails below, or with no link to the own site.',
  sources: [
    'https://developer.chrome.com/docs/lighthouse/seo/crawlable-anchors',
    'https://developer.chrome.com/docs/lighthouse/seo/link-text',
  ],
  needs: ['digest'],
  evaluate({ digest }) {
    const unreadable = unreadableDigest(digest);
    if (unreadable !== undefined) return unreadable;
    const { links, deadLinks: dead } = digest;
    if (links === undefined) return notApplicable('The answer is not an HTML page.');
    const evidence = { url: digest.finalUrl, status: digest.status };
    const howToFix =
      'Write every link of the navigation as <a href> with a real address, and describe the target in its text.';
    if (links.internal === 0) {
      return fail('No link of the page leads to another place on the site.', {
        howToFix,
        evidence: { ...evidence, measured: 0, threshold: 1 },
      });
    }
    const count = links.good + links.bad;
    const crawlable = count === 0 ? 1 : Math.max(0, links.good - dead.count) / count;
    const described = links.good === 0 ? 1 : (links.good - links.vague) / links.good;
    const lower = Math.min(crawlable, described);
    const isBlind = links.navigation > 0 && (links.navigation - links.badInNavigation) / links.navigation < PASS_SHARE;
    const found = {
      ...evidence,
      measured: `${percent(crawlable)} with a live address, ${percent(described)} with words`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: [...dead.examples.map((url) => `dead: ${url}`), ...links.examples],
      ...(dead.examples.length === 0 ? {} : { others: dead.examples.slice(0, 1) }),
    };
    const inNavigation =
      links.badInNavigation === 0 ? '' : ` (${sayPart(links.badInNavigation, links.bad)}in the navigation)`;
    const faults = [
      dead.count > 0 &&
        `${dead.count} ${dead.count === 1 ? 'leads to a dead address' : 'lead to dead addresses'} of the site`,
      links.bad > 0 && `${links.bad} ${links.bad === 1 ? 'leads' : 'lead'} nowhere without a script${inNavigation}`,
      links.vague > 0 &&
        `${links.vague} ${links.vague === 1 ? 'does' : 'do'} not say where ${links.vague === 1 ? 'it leads' : 'they lead'}`,
    ].filter((fault) => fault !== false);
    const message = `Of ${count} ${count === 1 ? 'link' : 'links'} ${faults.join(', and ')}.`;
    const finding = {
      howToFix: dead.count === 0 ? howToFix : `Correct or remove the links to dead addresses. ${howToFix}`,
      evidence: found,
    };
    if (lower < WARN_SHARE) return fail(message, finding);
    if (lower < PASS_SHARE || isBlind) return warn(message, finding);
    if (dead.count > 0) return warn(message, { ...finding, credit: lower });
    if (links.bad + links.vague > 0) return pass(message, found);
    const also = links.excused === 0 ? '' : ', or stand beside one to the same place that does';
    return pass(`The ${links.good} links of the page lead somewhere and say where${also}.`, found);
  },
});

const sayPart = (part: number, whole: number): string =>
  part < whole ? `${part} of them ` : whole === 1 ? '' : 'all of them ';

const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`;
