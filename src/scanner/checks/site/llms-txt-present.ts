import { defined } from '../../../basics/defined.ts';
import { isInPlace, isPresent, type Probe } from '../../model/http.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import { draftLlmsTxt } from './drafts.ts';

export default defineCheck({
  id: 'S13',
  slug: 'llms-txt-present',
  series: 'site',
  category: 'discovery',
  titles: { pass: 'The site has an llms.txt', fail: 'The site has no llms.txt', action: 'Publish an llms.txt' },
  why: 'llms.txt is a short map of the site for language models. Agents rarely request it unprompted, but one that reads it needs about a third fewer tokens.',
  rule: 'Looks at the scanned root, at the origin, in /docs/ and in /.well-known/. Passes with a 2xx text that is not HTML. Warns when it is only on another host or in /.well-known/, or when only llms-full.txt exists. Fails when it is missing or HTML.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt', 'target', 'crawl'],
  evaluate({ llmsTxt: { candidates, full }, target, crawl }) {
    const present = candidates.filter(isPresent);
    const good = present.find(isInPlace);
    if (good !== undefined) return pass('There is an llms.txt.', evidenceOf(good));

    const wellKnown = present.find((probe) => !isElsewhere(probe));
    const elsewhere = present[0];
    const partial = wellKnown ?? elsewhere ?? (isPresent(full) ? full : undefined);
    if (partial !== undefined) {
      return warn(
        wellKnown !== undefined
          ? 'llms.txt is only in /.well-known/, where few agents look.'
          : elsewhere !== undefined
            ? 'llms.txt is only reached over a redirect to another host.'
            : 'There is an llms-full.txt, but no llms.txt that tells what is in it.',
        {
          howToFix:
            'Serve the map itself as /llms.txt (200, text/plain) on the host of the site; keep llms-full.txt for the whole text.',
          evidence: {
            ...evidenceOf(partial),
            ...(partial === elsewhere && wellKnown === undefined ? { url: partial.url, shows: 'redirects' } : {}),
          },
        },
      );
    }

    const lost = candidates.find((probe) => !probe.answered && probe.failure.code !== 'robots');
    if (lost !== undefined && !lost.answered) {
      return unmeasured(
        `Whether there is an llms.txt could not be measured: ${lost.failure.message}`,
        evidenceOf(lost),
      );
    }
    const html = candidates.find((probe) => probe.answered && probe.status <= 299 && (probe.isHtml || probe.isControl));
    const shown = html ?? candidates[0];
    const draft = draftLlmsTxt(target, crawl.pages);
    return fail(
      html === undefined
        ? `There is no llms.txt at ${candidates.length === 1 ? 'its address' : `any of ${candidates.length} addresses`}.`
        : 'There is no llms.txt: its address answers with HTML, or with what the site gives for unknown names.',
      {
        howToFix:
          'Serve /llms.txt as 200 text/plain in UTF-8: "# Name", "> one or two sentences", then "## Section" headings with a list of "- [Page](URL): what it answers".',
        evidence: {
          ...(shown === undefined ? {} : evidenceOf(shown)),
          ...defined({ draft }),
        },
      },
    );
  },
});

const isElsewhere = ({ url, finalUrl }: Extract<Probe, { answered: true }>): boolean =>
  new URL(url).host !== new URL(finalUrl).host;
