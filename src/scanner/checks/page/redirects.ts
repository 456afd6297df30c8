import type { Hop } from '../../model/http.ts';
import { sendsOn } from '../../parse/html/redirect-scripts.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOfAnswer, unanswered } from './readable.ts';

const MAX_HOPS = 2;
const FIX = 'Link to the final URL. Where an old URL must keep working, answer it with a single 301 or 308.';

export default defineCheck({
  id: 'P2',
  slug: 'redirects',
  series: 'page',
  category: 'transport',
  titles: {
    pass: 'Pages load without redirect chains',
    fail: 'Pages load through redirect chains',
    action: 'Link to the final URL and remove redirect chains',
  },
  why: 'Each redirect costs an agent a request, many agents follow only a few, and none waits for a script or a refresh.',
  rule: 'Passes with at most one redirect on the same host (www or not). Warns about two, or one to another host. Fails with more, a loop, a meta refresh of at most 5 s, or a script redirect in a page with less than 1 KB of text.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.4',
    'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const { response } = page;
    if (!response.answered) {
      const { hops, failure } = response;
      if (failure.code !== 'too_many_redirects' && failure.code !== 'bad_redirect') return unanswered(failure);
      return fail(`The redirects lead nowhere: ${failure.message}.`, {
        howToFix: FIX,
        evidence: { url: page.url, measured: hops.length, examples: hops.map(({ url }) => url) },
      });
    }
    const { status } = response.answer;
    if (status !== 200) return notApplicable(`The page answers ${status}; see P1.`);

    const { finalUrl, hops } = response.answer;
    const evidence = {
      ...evidenceOfAnswer(response.answer),
      url: page.url,
      measured: hops.length,
      threshold: 1,
      ...(hops.length === 0 ? {} : { examples: [...hops.map(({ url }) => url), finalUrl] }),
    };
    const facts = response.challenge === undefined ? page.facts : undefined;
    const way = facts === undefined ? undefined : sendsOn(facts);
    if (facts !== undefined && way !== undefined) {
      const next = facts.redirectScript.metaRefresh?.url;
      const by = way === 'refresh' ? 'a meta refresh' : 'a script, and has next to no text';
      return fail(`The page sends its reader on by ${by}.`, {
        howToFix: `Answer with an HTTP redirect instead. ${FIX}`,
        evidence: { ...evidence, shows: 'judgement', ...(next === undefined ? {} : { examples: [next] }) },
      });
    }
    if (hops.length > MAX_HOPS) {
      return fail(`The page is reached after ${hops.length} redirects.`, { howToFix: FIX, evidence });
    }
    if (changesHost(hops, finalUrl)) {
      return warn('The page is reached over a redirect to another host.', { howToFix: FIX, evidence });
    }
    if (hops.length === MAX_HOPS) return warn('The page is reached after 2 redirects.', { howToFix: FIX, evidence });
    return pass(
      hops.length === 0 ? 'The page answers without a redirect.' : 'The page is reached after 1 redirect.',
      evidence,
    );
  },
});

/** Which of a site's hosts (with or without www.) is the right one is judged by S8. */
function changesHost(hops: readonly Hop[], finalUrl: string): boolean {
  const hosts = [...hops.map(({ url }) => url), finalUrl].map((url) => new URL(url).hostname.replace(/^www\./, ''));
  return new Set(hosts).size > 1;
}
