import { isTwin } from '../../model/page.ts';
import { isAnotherText } from '../../parse/html/compare-twin.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { discoveryOf, evidenceOfTwin, twinOf, withoutTwin } from './markdown-twin.ts';

const DECLARE =
  'Name the Markdown version in the head of the page: <link rel="alternate" type="text/markdown" href="…">, or send the same as a Link header, or answer "Accept: text/markdown" with it.';

export default defineCheck({
  id: 'P23',
  slug: 'markdown-discoverable',
  series: 'page',
  category: 'markdown',
  titles: {
    pass: 'Agents can find the Markdown versions',
    fail: 'Agents cannot find the Markdown versions',
    action: 'Link each page to its Markdown version',
  },
  why: 'Agents do not guess URLs. They never read a Markdown version that the page does not link to.',
  rule: 'Passes with content negotiation, or with rel=alternate of type text/markdown (in the head or the Link header) that leads to Markdown. Warns when only llms.txt lists it. Fails with none of them, with a dead link, with another text than that of the page, or without a Markdown version (P22). Not applicable where P22 is not.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc8288',
    'https://html.spec.whatwg.org/multipage/links.html#rel-alternate',
    'https://llmstxt.org/',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const twin = twinOf(page);
    if (twin.kind === 'not-judged') return twin.outcome;
    if (twin.kind === 'none') return withoutTwin(twin.evidence);

    const broken = page.markdown.attempts.find(
      (attempt) => attempt.via === 'alternate' && attempt.status !== undefined && !isTwin(attempt),
    );
    if (broken !== undefined) {
      const answer = broken.status === 200 ? 'answers no Markdown' : `answers ${broken.status}`;
      return fail(`The Markdown version that the page declares ${answer}.`, {
        howToFix: 'Let the declared address answer 200 with the Markdown of the page, or correct the address.',
        evidence: { ...evidenceOfTwin(broken), shows: 'status' },
      });
    }
    if (page.markdown.twin !== undefined && isAnotherText(page.markdown.twin)) {
      return fail('What agents find as the Markdown version is another text than that of the page; see P22.', {
        howToFix: 'Answer with the text of this page first, as P22 says.',
        evidence: evidenceOfTwin(twin.attempt),
      });
    }
    switch (discoveryOf(page.markdown)) {
      case 'negotiation':
        return pass('The address of the page answers Markdown to those who ask for it.', {
          ...evidenceOfTwin(
            page.markdown.attempts.find((attempt) => attempt.via === 'negotiation' && isTwin(attempt)) ?? twin.attempt,
          ),
          shows: 'status',
        });
      case 'user-agent':
        return pass('The address of the page answers Markdown to an assistant that the site knows by its user agent.', {
          ...evidenceOfTwin(twin.attempt),
          shows: 'status',
        });
      case 'alternate':
        return pass('The page names its Markdown version.', twin.page);
      case 'llms-txt':
        return warn('Only llms.txt names the Markdown version of the page.', {
          howToFix: DECLARE,
          evidence: twin.page,
        });
      case 'none':
        return fail('The page has a Markdown version that nothing leads to.', {
          howToFix: DECLARE,
          evidence: twin.page,
        });
    }
  },
});
