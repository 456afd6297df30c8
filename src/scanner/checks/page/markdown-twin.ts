import { defined } from '../../../basics/defined.ts';
import { bestTwin, isTwin, type MarkdownAttempt, type PageArtifact } from '../../model/page.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import { takesComment } from '../../parse/html/forms.ts';
import type { PageFacts } from '../../parse/html/page-facts.ts';
import { pluralize } from '../../pluralize.ts';
import { fail, notApplicable, unmeasured } from '../define.ts';
import { readablePage } from './readable.ts';

const MIN_WORDS = 100;
/** A page with this many fields to fill in and fewer words is a form, unless it has a text beside them. */
const MIN_FORM_FIELDS = 3;
const MAX_FORM_WORDS = 300;
const MIN_WORDS_BESIDE = 150;
const SEARCH_PATH = /^(?:search|suche|recherche|buscar)(?:\.[a-z]{2,5})?$/;
const SEARCH_PARAMETERS = ['q', 'query', 's', 'search'];

export type TwinOfPage =
  /** No page that should have one (or none that could be read), and what P22 to P24 say of it. */
  | { readonly kind: 'not-judged'; readonly outcome: Outcome }
  /** The evidence is a place that was asked in vain. */
  | { readonly kind: 'none'; readonly evidence: Evidence }
  /** `page` is the evidence of the page itself. */
  | { readonly kind: 'found'; readonly attempt: MarkdownAttempt; readonly page: Evidence };

/** The Markdown version of a page, as P22 finds it: what P23 and P24 judge, and fail or leave out together with it. */
export function twinOf(page: PageArtifact): TwinOfPage {
  const read = readablePage(page);
  if (!read.isReadable) return { kind: 'not-judged', outcome: read.outcome };
  const notContent = whyNotContent(read.facts, read.answer.finalUrl);
  if (notContent !== undefined) return { kind: 'not-judged', outcome: notApplicable(notContent, read.evidence) };
  const { attempts } = page.markdown;
  const attempt = bestTwin(attempts);
  if (attempt !== undefined) return { kind: 'found', attempt, page: read.evidence };
  const unasked = whyNotKnown(page.markdown);
  return unasked === undefined
    ? { kind: 'none', evidence: inVain(attempts) }
    : { kind: 'not-judged', outcome: { ...unmeasured(unasked, read.evidence), ...estimated(attempts) } };
}

/** Nothing is asked only where the first pages of the section have no Markdown version, so neither has this one. */
const estimated = (attempts: readonly MarkdownAttempt[]) => (attempts.length === 0 ? { estimate: 0 } : {});

/** Why it is not known whether the page has a Markdown version: nothing was asked, or nothing answered. */
function whyNotKnown({ attempts }: PageArtifact['markdown']): string | undefined {
  if (attempts.length === 0)
    return 'No Markdown version of this page was requested: only those of a sample of pages of its section were.';
  const isSilent = ({ status }: MarkdownAttempt): boolean => status === undefined;
  if (attempts.every(isSilent)) return 'No place that may hold a Markdown version of the page gave an answer.';
  return attempts.some((attempt) => isSilent(attempt) && (attempt.via === 'alternate' || attempt.via === 'llms-txt'))
    ? 'The address that the site names for the Markdown version of the page gave no answer.'
    : undefined;
}

/** The answer at an address that only a Markdown version would have, else that of the page to a request for one. */
function inVain(attempts: readonly MarkdownAttempt[]): Evidence {
  const answered = attempts.filter(({ status }) => status !== undefined);
  const attempt = answered.find(({ via }) => via !== 'negotiation') ?? answered[0];
  return attempt === undefined ? {} : { ...evidenceOfTwin(attempt), shows: 'status' };
}

/** What P23 and P24 say where there is no version at all: withdrawing a poor one must not raise a score. */
export const withoutTwin = (evidence: Evidence): Outcome =>
  fail('The page has no Markdown version; see P22.', {
    howToFix: 'Publish the page as Markdown first, as P22 says.',
    evidence,
  });

/** How an agent that has the page learns of its Markdown version, the surest way first. */
export type Discovery = 'negotiation' | 'alternate' | 'user-agent' | 'llms-txt' | 'none';

export function discoveryOf({ attempts }: PageArtifact['markdown']): Discovery {
  const ways = attempts.filter(isTwin).map(({ via }) => via);
  return (['negotiation', 'alternate', 'user-agent', 'llms-txt'] as const).find((way) => ways.includes(way)) ?? 'none';
}

export function evidenceOfTwin({ via, url, status, contentType, headers, tokens }: MarkdownAttempt): Evidence {
  return {
    url,
    ...defined({ status }),
    contentType,
    ...(tokens === undefined ? {} : { examples: [`x-markdown-tokens: ${tokens}`] }),
    ...(via === 'negotiation' || via === 'user-agent' ? { request: requestOf(via, headers) } : {}),
  };
}

function requestOf(
  via: 'negotiation' | 'user-agent',
  headers: MarkdownAttempt['headers'] = {},
): NonNullable<Evidence['request']> {
  const { accept, 'user-agent': userAgent } = headers;
  return via === 'negotiation' ? { accept: accept ?? 'text/markdown' } : defined({ userAgent });
}

function whyNotContent(facts: PageFacts, url: string): string | undefined {
  const { mainText, mainFields } = facts;
  const words = mainText.wordsOutsideLinkLists;
  if (words < MIN_WORDS) {
    return `The page has ${pluralize(words, 'word')} of its own, outside menus, teasers and the like: too few for a Markdown version.`;
  }
  const { searchParams } = new URL(url);
  const isResults = mainFields.search > 0 && SEARCH_PARAMETERS.some((parameter) => searchParams.has(parameter));
  if (isSearchPath(url) || isResults) return 'The page is a search.';
  const beside = Math.max(0, words - mainText.wordsInForms);
  const isText = words >= MAX_FORM_WORDS || beside >= MIN_WORDS_BESIDE;
  const isForm = mainFields.other >= MIN_FORM_FIELDS && !isText && !invitesComments(facts);
  return isForm
    ? `The page counts as a form: ${mainFields.other} fields, and ${pluralize(beside, 'word')} of its own beside them.`
    : undefined;
}

/** Whether the last segment of an address names a search. */
export function isSearchPath(url: string): boolean {
  const name = new URL(url).pathname.toLowerCase().split('/').filter(Boolean).at(-1) ?? '';
  return SEARCH_PATH.test(name);
}

/** A dated text with a form for comments below it. A contact form may call its field "comment" too, but has no date. */
function invitesComments({ forms, dates, metas }: PageFacts): boolean {
  const isDated =
    [dates.times, dates.modified, dates.published].some((each) => each.length > 0) ||
    metas.some(({ key }) => key === 'article:published_time');
  return isDated && forms.some(({ fields }) => fields.some(takesComment));
}
