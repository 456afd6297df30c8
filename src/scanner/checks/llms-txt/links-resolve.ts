import type { LlmsLink } from '../../model/llms-txt.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

const PASS_SHARE = 0.98;
const FAIL_SHARE = 0.9;
const MIN_DEAD = 2;

export default defineCheck({
  id: 'L7',
  slug: 'links-resolve',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'Links in llms.txt work',
    fail: 'Links in llms.txt are broken',
    action: 'Fix the broken links in llms.txt',
  },
  why: 'An agent takes llms.txt for the current map of the site. Each dead link costs it a request, and often the answer.',
  rule: "Follows up to 50 links of the site and 10 of other hosts. Passes when 98 % resolve. Fails when at most 90 % of the site's links resolve and at least two are dead. Warns otherwise, and about dead links to other hosts. Timeouts, overload and bot challenges do not count; on other hosts only 404 and 410 do. The credit is the share that resolves.",
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5'],
  needs: ['llmsTxt', 'llmsLinks'],
  evaluate({ llmsTxt: { file }, llmsLinks: { linkCount, sample } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    if (linkCount === 0) return notApplicable('llms.txt has no links to follow.');
    const judged = sample.filter(({ state }) => state !== 'unknown');
    if (judged.length === 0) {
      return unmeasured(`None of ${sample.length} links of llms.txt brought an answer that says whether it resolves.`);
    }
    const dead = judged.filter(({ state }) => state === 'dead');
    const share = resolvingShare(judged);
    const own = judged.filter(({ isExternal }) => !isExternal);
    const ownDead = own.filter(({ state }) => state === 'dead').length;
    const [first] = dead;
    const evidence = {
      url: first?.url ?? file.probe.finalUrl,
      ...(first?.status === undefined ? {} : { status: first.status }),
      measured: Number(share.toFixed(3)),
      threshold: PASS_SHARE,
      examples: dead.map(({ url, status }) => (status === undefined ? url : `${status} ${url}`)),
    };
    if (share >= PASS_SHARE) {
      return pass(`${judged.length - dead.length} of ${judged.length} followed links resolve.`, evidence);
    }
    const message = `${dead.length} of ${judged.length} followed links of llms.txt are dead${
      ownDead === dead.length ? '' : `, ${dead.length - ownDead} of them on other hosts`
    }.`;
    const finding = {
      howToFix: `Fix or remove the ${dead.length} dead ${dead.length === 1 ? 'link' : 'links'}, which the evidence lists, and generate llms.txt from the pages that are published.`,
      evidence,
      credit: share,
    };
    return ownDead >= MIN_DEAD && resolvingShare(own) <= FAIL_SHARE ? fail(message, finding) : warn(message, finding);
  },
});

const resolvingShare = (links: readonly LlmsLink[]): number =>
  links.filter(({ state }) => state === 'resolves').length / links.length;
