import { ownAnswers } from '../../delivery/signs/gone.ts';
import type { ControlAnswer } from '../../model/site.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';

const NAME: Record<ControlAnswer['kind'], string> = {
  page: 'a page',
  'deep-page': 'a page below an existing one',
  'well-known': 'a .json file in /.well-known/',
  markdown: 'a .md file',
  text: 'a .txt file',
};

export default defineCheck({
  id: 'S9',
  slug: 'real-404',
  series: 'site',
  category: 'transport',
  titles: {
    pass: 'Missing pages answer 404',
    fail: 'Missing pages do not answer 404',
    action: 'Answer 404 for pages that do not exist',
  },
  why: 'Agents guess URLs. A 200 for a page that does not exist makes an agent read the wrong page as the answer.',
  rule: 'Requests names that cannot exist: a page, a deep page, a .md, a .txt and a .well-known .json. Passes when all answer 404 or 410. Fails when the page answers 2xx with HTML or redirects to the home page. Warns about any other answer, and about pages that say with 200, in a title or a heading above under 100 words, that they are gone, or three addresses and more that have one title and one text.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5',
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  ],
  needs: ['negativeControl', 'crawl'],
  evaluate({ negativeControl, crawl }) {
    const controls = negativeControl
      .filter(({ answer }) => !isForbidden(answer))
      .map((control) => ({ ...control, fault: faultOf(control) }));
    const page = controls.find(({ kind }) => kind === 'page');
    if (page === undefined || page.fault === 'unknown')
      return unmeasured('What the site answers for a page that does not exist could not be measured.');

    const faults = controls.filter(({ fault }) => fault !== undefined && fault !== 'unknown');
    const said = faults.map(({ kind, answer, fault }) => `${NAME[kind]} ${say(fault, answer)}`).join('; ');
    const worst = faults.find(({ kind }) => kind === 'page') ?? faults[0];
    const evidence =
      worst === undefined || 'failure' in worst.answer
        ? { url: page.url }
        : {
            url: worst.url,
            status: worst.answer.status,
            contentType: worst.answer.contentType,
            threshold: '404 or 410',
          };

    if (page.fault === 'html' || page.fault === 'home') {
      return fail(`Names that do not exist are answered as if they did: ${said}.`, {
        howToFix:
          'Answer unknown paths with status 404 (the page may look as it likes): limit the single-page fallback to the routes of the application, and do not redirect unknown paths to the home page.',
        evidence,
      });
    }
    const shares = ownAnswers(crawl.pages);
    const gone = crawl.pages.filter((_, at) => (shares[at] ?? 1) < 1);
    if (gone.length > 0) {
      return warn(
        `${pluralize(gone.length, 'page')} of ${crawl.pages.length} ${gone.length === 1 ? 'says' : 'say'} with 200 that what was there is gone, or ${gone.length === 1 ? 'has' : 'have'} one text with others.`,
        {
          howToFix:
            'Answer 404 or 410 for what is gone, and take its address out of the sitemap and the links; answer each address with a text of its own.',
          evidence: {
            url: gone[0]?.finalUrl ?? '',
            status: 200,
            examples: gone.slice(0, 3).map(({ finalUrl }) => finalUrl),
          },
        },
      );
    }
    if (faults.length > 0) {
      return warn(`Names that do not exist are not all answered with 404: ${said}.`, {
        howToFix:
          'Answer 404 for every unknown path: exclude .txt, .md, .json and /.well-known/ from the page fallback, check parameters of deep routes before rendering, and let the 404 come before login, firewall and error pages.',
        evidence,
      });
    }
    if (controls.some(({ fault }) => fault === 'unknown'))
      return unmeasured('Some requests for paths that do not exist got no answer; the others got 404.', evidence);
    return pass(`All ${controls.length} names that do not exist answer 404 or 410.`, evidence);
  },
});

/** A name below a path that robots.txt closes was not asked for, so nothing is missing. */
const isForbidden = (answer: ControlAnswer['answer']): boolean =>
  'failure' in answer && answer.failure.code === 'robots';

type Fault = 'html' | 'home' | 'found' | 'refused' | 'unknown';

function faultOf({ answer }: ControlAnswer): Fault | undefined {
  if ('failure' in answer) return 'unknown';
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.endsAtRoot) return 'home';
  if (answer.status >= 200 && answer.status <= 299) return answer.isHtml ? 'html' : 'found';
  return 'refused';
}

function say(fault: Fault | undefined, answer: ControlAnswer['answer']): string {
  if (fault === 'home') return 'leads to the home page';
  const status = 'failure' in answer ? '' : ` ${answer.status}`;
  return fault === 'html' ? `answers${status} with an HTML page` : `answers${status}`;
}
