import { defined } from '../../../basics/defined.ts';
import { isInPlace, isPresent } from '../../model/http.ts';
import type { LlmsTxtArtifact } from '../../model/llms-txt.ts';
import type { PageDigest } from '../../model/page.ts';
import type { RobotsArtifact } from '../../model/site.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

const PASS_SHARE = 0.8;

export default defineCheck({
  id: 'S14',
  slug: 'agent-pointers',
  series: 'site',
  category: 'discovery',
  titles: {
    pass: 'Pages link to llms.txt',
    fail: 'Pages do not link to llms.txt',
    action: 'Link to llms.txt from each page',
  },
  why: 'Agents rarely request llms.txt unprompted. An agent on a page finds it only if the page names it near the top.',
  rule: 'A page points to llms.txt by a Link header, a <link> (rel llms-txt, alternate or describedby), or a visible link or mention outside the navigation in the first half of its text. Passes when the home page and 80 % of the pages do so in the head, the first tenth of the text or its first 500 characters. Warns with fewer or later pointers, or when only robots.txt names llms.txt. Fails with none; warns instead when S13 finds another file in its place. Not applicable without llms.txt.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc8288'],
  needs: ['llmsTxt', 'crawl', 'robotsTxt'],
  evaluate({ llmsTxt, crawl, robotsTxt }) {
    const { file, full } = llmsTxt;
    if (file === undefined && !isPresent(full)) {
      return isLost(llmsTxt)
        ? unmeasured('Whether there is an llms.txt to point at could not be measured.')
        : notApplicable('There is no llms.txt to point at.');
    }
    const pages = crawl.pages.filter(({ readable }) => readable === 'yes');
    if (pages.length === 0) return unmeasured('No page could be read.');

    const pointing = pages.filter(({ llmsTxtPointer }) => llmsTxtPointer !== undefined);
    const early = pages.filter(hasEarlyPointer);
    const homePoints = pages.some(({ foundBy, llmsTxtPointer }) => foundBy === 'root' && llmsTxtPointer !== undefined);
    const share = early.length / pages.length;
    const without = pages.filter((page) => !hasEarlyPointer(page));
    const evidence = {
      ...(without[0] === undefined ? {} : { url: without[0].finalUrl }),
      measured: `${(share * 100).toFixed(1)} %`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: without.slice(0, 10).map(({ finalUrl }) => finalUrl),
    };
    const counted = `${early.length} of ${pages.length} pages point at llms.txt in their head or near the top`;
    if (homePoints && share >= PASS_SHARE)
      return pass(`${counted}.`, { ...evidence, ...defined({ url: early[0]?.finalUrl }) });

    const finding = {
      howToFix:
        'Give every page, the home page too, a <link rel="describedby" type="text/plain"> to llms.txt (or the same as a Link header), or one visible line at the top of its text.',
      evidence: { ...evidence, draft: draftFor(file?.probe.url ?? new URL('/llms.txt', full.url).href) },
    };
    if (pointing.length > 0) {
      const late = pointing.length - early.length;
      return warn(
        `${counted}${late > 0 ? `, ${late} only later in their text` : ''}; the home page ${homePoints ? 'is' : 'is not'} among those that do.`,
        finding,
      );
    }
    if (isNamedInRobots(robotsTxt))
      return warn('robots.txt names llms.txt or an agent map, but no page does.', finding);
    // Else a site could gain by taking away what there is, since then this check would not apply.
    if (file === undefined || !isInPlace(file.probe))
      return warn(
        'Nothing points at the text for models that there is, and it is no llms.txt in its place (S13).',
        finding,
      );
    return fail('Nothing points at llms.txt: no header, no <link>, and no text in the first half of a page.', finding);
  },
});

const hasEarlyPointer = ({ llmsTxtPointer }: PageDigest): boolean =>
  llmsTxtPointer === 'head' || llmsTxtPointer === 'early';

const isLost = ({ candidates }: LlmsTxtArtifact): boolean =>
  candidates.some((probe) => !probe.answered && probe.failure.code !== 'robots');

const isNamedInRobots = ({ rules }: RobotsArtifact): boolean =>
  rules !== undefined &&
  (rules.comments.some((comment) => comment.includes('llms.txt')) ||
    rules.directives.some(({ name }) => name === 'agentmap'));

function draftFor(llmsTxtUrl: string): string {
  const { pathname } = new URL(llmsTxtUrl);
  return `<link rel="describedby" type="text/plain" href="${pathname}">\n\nLink: <${pathname}>; rel="describedby"; type="text/plain"\n`;
}
