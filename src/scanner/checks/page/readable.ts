import type { Answer, FetchFailure } from '../../model/http.ts';
import { isSiteFault } from '../../model/http.ts';
import type { PageArtifact, PageDigest } from '../../model/page.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import type { PageFacts } from '../../parse/html/page-facts.ts';
import { isSignpost } from '../../parse/html/redirect-scripts.ts';
import { notApplicable, unmeasured } from '../define.ts';

export type ReadablePage =
  | { readonly isReadable: true; readonly answer: Answer; readonly facts: PageFacts; readonly evidence: Evidence }
  | { readonly isReadable: false; readonly outcome: Outcome };

/**
 * The page, when there is a 200 HTML page to judge; else the outcome of every check of its content. What the site does
 * wrong is counted once, by P1 (P4 for a challenge, P2 for a page that only sends on), and the rest does not apply. When we failed to get the page,
 * nothing is known of it, so each check says `error`, which leaves the score and lowers the coverage.
 */
export function readablePage({ response, facts }: PageArtifact): ReadablePage {
  const not = (outcome: Outcome): ReadablePage => ({ isReadable: false, outcome });
  if (!response.answered) return not(unanswered(response.failure));
  const { answer, challenge } = response;
  if (answer.status !== 200) return not(otherStatus(answer.status));
  if (challenge !== undefined) return not(notApplicable('The answer is a challenge instead of the page; see P4.'));
  if (facts === undefined) return not(NO_HTML);
  if (isSignpost(facts)) return not(SIGNPOST);
  return { isReadable: true, answer, facts, evidence: evidenceOfAnswer(answer) };
}

/** The outcome of every check but P1 when a page gave no answer. */
export const unanswered = ({ code }: FetchFailure): Outcome => (isSiteFault(code) ? NO_ANSWER : NOT_FETCHED);

/** The same for checks that compare a page with the whole crawl; undefined when there is a page to judge. */
export function unreadableDigest({ status, readable }: PageDigest): Outcome | undefined {
  if (readable === 'unknown') return NOT_FETCHED;
  if (status !== 200) return status === 0 ? NO_ANSWER : otherStatus(status);
  return readable === 'yes' ? undefined : NO_PAGE;
}

export function evidenceOfAnswer({ finalUrl, status, contentType }: Answer): Evidence {
  return { url: finalUrl, status, contentType };
}

const NOT_FETCHED = unmeasured('The page could not be read.');
const NO_ANSWER = notApplicable('The page could not be read; see P1.');
const NO_HTML = notApplicable('The answer is not an HTML page.');
const SIGNPOST = notApplicable('The page only redirects its reader; see P2.');
const NO_PAGE = notApplicable(
  'The answer is not a page of its own: it is a bot challenge, it only points elsewhere, or it is not HTML; see P1, P2 and P4.',
);
const otherStatus = (status: number): Outcome => notApplicable(`The page answers ${status}; see P1.`);
