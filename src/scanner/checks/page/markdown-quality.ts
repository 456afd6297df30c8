import { defined } from '../../../basics/defined.ts';
import type { PageArtifact } from '../../model/page.ts';
import type { Evidence } from '../../model/result.ts';
import type { TwinFacts } from '../../parse/html/compare-twin.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { type Discovery, discoveryOf, evidenceOfTwin, twinOf, withoutTwin } from './markdown-twin.ts';

/** Shares of the page's headings and sentences that may be missing. */
const PASS_MISSING = 0.05;
const FAIL_MISSING = 0.2;
const MAX_HTML_SHARE = 0.3;
/** Pages from this size on should be this much smaller as Markdown. */
const MIN_HTML_BYTES = 5 * 1024;
const MAX_SIZE_SHARE = 0.7;
/** This many links of the page's frame, and this share of them, show that the frame was not removed. */
const MIN_CHROME_LINKS = 5;
const CHROME_SHARE = 0.5;

/**
 * What the quality of a Markdown version is worth, by how an agent finds it (catalogue, section 6: the coefficient of
 * P24). It is folded into the credit of each page, since pages of one site are found in different ways.
 */
const WORTH: Readonly<Record<Discovery, number>> = {
  negotiation: 1,
  alternate: 0.8,
  'user-agent': 0.8,
  'llms-txt': 0.5,
  none: 0,
};
const FOUND: Readonly<Record<Discovery, string>> = {
  negotiation: '',
  alternate: ' It counts four fifths, because content negotiation does not give it.',
  'user-agent': ' It counts four fifths, because only assistants that the site knows get it.',
  'llms-txt': ' It counts half, because only llms.txt leads to it.',
  none: ' It counts nothing, because nothing leads to it (P23).',
};
const WARN_CREDIT = 0.5;

export default defineCheck({
  id: 'P24',
  slug: 'markdown-quality',
  series: 'page',
  category: 'markdown',
  titles: {
    pass: 'Markdown versions match their pages',
    fail: 'Markdown versions differ from their pages',
    action: 'Make each Markdown version match its page',
  },
  why: 'An agent takes the Markdown for the page. It misses text that is not there, and pays for menus, tags and broken fences.',
  rule: 'Compares the headings and the sentences of at least 6 words of the main content. Passes when less than 5 % is missing. Warns up to 20 %, and about relative links, navigation links, or more than 70 % of the size of an HTML of over 5 KB. Fails above 20 %, with an unclosed code fence, with HTML tags over 30 % of the bytes, or without a Markdown version (P22). The credit depends on how agents find it: negotiation 1, alternate link .8, llms.txt .5, else 0.',
  sources: ['https://spec.commonmark.org/0.31.2/', 'https://llmstxt.org/'],
  needs: ['page'],
  evaluate({ page }) {
    const found = twinOf(page);
    if (found.kind === 'not-judged') return found.outcome;
    if (found.kind === 'none') return withoutTwin(found.evidence);
    const { twin } = page.markdown;
    if (twin === undefined) return unmeasured('The Markdown version could not be compared with the page.');

    const discovery = discoveryOf(page.markdown);
    const { looked, missing, examples } = twin.segments;
    const share = looked === 0 || twin.isCut ? 0 : missing / looked;
    const evidence: Evidence = {
      ...evidenceOfTwin(found.attempt),
      ...defined({ page: found.page.url }),
      measured: `${percent(share)} missing`,
      threshold: `${PASS_MISSING * 100} %`,
    };
    const broken = brokenBy(twin, share);
    if (broken !== undefined) {
      return fail(`The Markdown version ${broken}.`, { howToFix: REGENERATE, evidence: { ...evidence, examples } });
    }
    const faults = minorFaults(page, twin, share);
    if (faults.length > 0) {
      return warn(`The Markdown version ${faults.join(', and ')}.${FOUND[discovery]}`, {
        howToFix: REGENERATE,
        evidence: { ...evidence, examples: [...examples, ...twin.links.examples] },
        credit: WARN_CREDIT * WORTH[discovery],
      });
    }
    if (looked === 0) return notApplicable('The content has no heading and no sentence to compare.', evidence);
    const message = `The Markdown version has what the page says, in ${looked - missing} of ${looked} headings and sentences.`;
    const worth = WORTH[discovery];
    return worth === 1 ? pass(message, evidence) : pass(message + FOUND[discovery], evidence, worth);
  },
});

const REGENERATE =
  'Make the Markdown from the same source as the page, at the same time: its whole content with all headings, without navigation, header and footer, with absolute links, closed fences and no HTML.';

function brokenBy({ unclosedFenceLine, isCut, htmlShare, segments }: TwinFacts, missing: number): string | undefined {
  if (missing >= FAIL_MISSING) {
    return `lacks ${segments.missing} of ${segments.looked} headings and sentences of the page`;
  }
  if (unclosedFenceLine !== undefined && !isCut) {
    return `has a code fence, in line ${unclosedFenceLine}, that is never closed`;
  }
  return htmlShare > MAX_HTML_SHARE ? `is made of HTML tags by ${percent(htmlShare)}` : undefined;
}

function minorFaults({ response }: PageArtifact, twin: TwinFacts, missing: number): string[] {
  const { segments, links, chromeLinks, bodyBytes } = twin;
  const htmlBytes = response.answered ? response.bodyBytes : 0;
  const hasChrome = chromeLinks.kept >= MIN_CHROME_LINKS && chromeLinks.kept >= CHROME_SHARE * chromeLinks.count;
  return [
    missing >= PASS_MISSING && `lacks ${segments.missing} of ${segments.looked} headings and sentences of the page`,
    hasChrome && `keeps ${chromeLinks.kept} links of the navigation, header and footer`,
    htmlBytes > MIN_HTML_BYTES &&
      bodyBytes > MAX_SIZE_SHARE * htmlBytes &&
      `is ${percent(bodyBytes / htmlBytes)} of the size of the HTML`,
    links.relative > 0 && `has ${links.relative} of ${links.count} links relative to its own address`,
  ].filter((fault) => fault !== false);
}

const percent = (share: number): string => `${Math.floor(share * 1000) / 10} %`;
