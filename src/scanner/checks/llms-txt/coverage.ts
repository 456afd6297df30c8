import { defineCheck, fail, notApplicable, pass, warn } from '../../define-check.ts';
import { evidenceOf } from '../../evidence.ts';
import { linkLine } from '../site/llms-txt-draft.ts';
import { type Listed, listedPaths, type Wanted, wantedPages } from './coverage-paths.ts';
import { segmentsOf } from './page-paths.ts';

const PASS_SHARE = 0.8;
const WARN_SHARE = 0.4;
const MIN_PAGES = 5;
/** A file of no more links is a selection, and measured by the parts of the site that it reaches. */
const MAX_CURATED_LINKS = 100;
const MAX_DRAFTED = 20;

export default defineCheck({
  id: 'L11',
  slug: 'coverage',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  name: 'llms.txt covers the main pages of the site',
  why: 'An agent that trusts the file does not look further: a part of the site that it leaves out does not exist for it.',
  rule: 'Of what the navigation of the home page leads to and the pages of sitemap and crawl that are at most two path segments deep (no lists by tag or author, further pages or legal texts), 80 % listed passes, 40 % is a warning, less fails. A selection of at most 100 links passes as well when it has a link under 80 % of the first path segments in the navigation. Does not apply without a sitemap and with fewer than five pages.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt', 'llmsLinks', 'target', 'home', 'crawl', 'sitemap'],
  evaluate({ llmsTxt: { file }, llmsLinks, target, home, crawl, sitemap }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    if (sitemap.entries.length === 0 && crawl.pages.length < MIN_PAGES)
      return notApplicable(`There is no sitemap, and too few pages (${crawl.pages.length}) to measure a share of.`);
    const listed = listedPaths(file, llmsLinks, target);
    const wanted = wantedPages({ target, home, crawl, sitemap });
    const judged = [...wanted.pages].filter(([path]) => !listed.unread.some((section) => isBelow(path, section)));
    if (!judged.some(([path]) => path !== ''))
      return notApplicable('Beside the home page there are no main pages to compare llms.txt with.');

    // The home page is what the heading of the file stands for.
    const missing = judged.filter(([path]) => path !== '' && !listed.paths.has(path)).map(([, each]) => each);
    const share = (judged.length - missing.length) / judged.length;
    const evidence = {
      ...evidenceOf(file.probe),
      measured: Number(share.toFixed(3)),
      threshold: PASS_SHARE,
      examples: missing.map(({ url }) => url),
    };
    const message = `llms.txt lists ${judged.length - missing.length} of ${judged.length} main pages of the site.`;
    if (share >= PASS_SHARE) return pass(message, evidence);
    if (reachesAllParts(listed, wanted))
      return pass('llms.txt is a selection that reaches the parts of the site that its navigation leads to.', evidence);

    const draft = missing.flatMap(({ page }) => (page === undefined ? [] : [linkLine(page)])).slice(0, MAX_DRAFTED);
    const finding = {
      howToFix:
        'Add the missing main pages (see evidence.examples), or at least one page of each part of the site that the navigation leads to; nested llms.txt files count.',
      evidence: draft.length === 0 ? evidence : { ...evidence, draft: `${draft.join('\n')}\n` },
    };
    return share >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});

function reachesAllParts({ paths, linkCount }: Listed, { navigation }: Wanted): boolean {
  if (linkCount > MAX_CURATED_LINKS || navigation.size === 0) return false;
  const reached = new Set([...paths].map((path) => segmentsOf(path)[0]));
  const count = [...navigation].filter((segment) => reached.has(segment)).length;
  return count >= PASS_SHARE * navigation.size;
}

const isBelow = (path: string, section: string): boolean =>
  section === '' || path === section || path.startsWith(`${section}/`);
