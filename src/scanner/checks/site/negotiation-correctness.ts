import { isOverload } from '../../model/http.ts';
import type { NegotiationAnswer } from '../../model/site.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

export default defineCheck({
  id: 'S17',
  slug: 'negotiation-correctness',
  series: 'site',
  category: 'content',
  titles: {
    pass: 'Content negotiation is correct',
    fail: 'Content negotiation is wrong',
    action: 'Send Markdown only to clients that ask for it',
  },
  why: 'Markdown by content negotiation halves the tokens of a page. Done wrong, it shows Markdown to people, breaks other clients or fills caches with the wrong version.',
  rule: 'Applies when a page answers Markdown to clients that ask for it. Requests the home page and up to two such pages for text/markdown, as a browser, for */*, and with HTML preferred; one of them also as Claude Code does, which gives Markdown and HTML the same weight and reads either. Passes when each gets what it asked for, Claude Code Markdown, with Vary: Accept and a charset. Fails when a browser gets Markdown, when the Markdown is another text than the page (P22), or about a 4xx or 5xx. Warns about any other fault.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1', 'https://www.rfc-editor.org/rfc/rfc7763'],
  needs: ['negotiation'],
  evaluate({ negotiation: { answers } }) {
    if (answers.length === 0) return notApplicable('No page answers Markdown to those who ask for it by Accept.');
    const findings = answers.flatMap((answer) => findingsOf(answer));
    const judged = answers.filter((answer) => !('failure' in answer.result) && !isOverload(answer.result.status));
    if (judged.length === 0) return unmeasured('None of the requests that compare forms by Accept was answered.');
    const [worst] = [...findings].sort((a, b) => Number(b.isBroken) - Number(a.isBroken));
    if (worst === undefined) {
      const pages = new Set(judged.map(({ url }) => url)).size;
      return pass(`Markdown and HTML are told apart by Accept on all ${pages} pages that were asked.`, {
        ...(judged[0] === undefined ? {} : { url: judged[0].url, request: { accept: judged[0].accept } }),
      });
    }

    const { url, accept, result } = worst.answer;
    const faults = [...new Set(findings.map(({ fault }) => fault))];
    const evidence = {
      url,
      request: { accept },
      ...('failure' in result ? {} : { status: result.status, contentType: result.contentType }),
      examples: findings.map(({ answer }) => `${answer.accept} -> ${answer.url}`),
    };
    const howToFix =
      'Choose by the highest q-value (HTML for browsers, for */* and when Accept is missing; Markdown where Accept names text/markdown and gives HTML no higher weight), answer Markdown as "Content-Type: text/markdown; charset=utf-8", and send "Vary: Accept" with both forms.';
    const message = `${capitalised(faults.join('; '))}.`;
    return worst.isBroken
      ? fail(message, { howToFix, evidence })
      : warn(message, { howToFix, evidence: { ...evidence, draft: DRAFT } });
  },
});

const DRAFT = 'Content-Type: text/markdown; charset=utf-8\nVary: Accept\n';

interface Finding {
  readonly answer: NegotiationAnswer;
  /** A clause in trusted text. */
  readonly fault: string;
  /** Readers get what they cannot use, or nothing. */
  readonly isBroken: boolean;
}

const MARKDOWN_TYPES = new Set(['text/markdown', 'text/x-markdown']);

function findingsOf(answer: NegotiationAnswer): Finding[] {
  const { ask, hasMarkdown, isAnotherText, result } = answer;
  if ('failure' in result || isOverload(result.status)) return [];
  const { status, body, variesByAccept, contentType, charset } = result;
  const broken = (fault: string): Finding[] => [{ answer, fault, isBroken: true }];
  const minor = (fault: string): Finding[] => [{ answer, fault, isBroken: false }];

  if (status >= 400) return broken(`${NAME_OF_ASK[ask]} is answered ${status}`);
  if (ask === 'browser') return body === 'html' ? [] : broken('a browser gets no HTML');
  if (ask === 'either') return body === 'markdown' ? [] : minor(`${NAME_OF_ASK[ask]} gets no Markdown`);
  if (ask !== 'markdown') return body === 'html' ? [] : minor(`${NAME_OF_ASK[ask]} gets no HTML`);
  if (body !== 'markdown') return hasMarkdown ? minor('a request for text/markdown alone gets none') : [];
  if (isAnotherText === true) return broken('a request for text/markdown gets another text than that of the page');
  return [
    ...(variesByAccept ? [] : minor('the Markdown form lacks "Vary: Accept"')),
    ...(!MARKDOWN_TYPES.has(contentType)
      ? minor('the Markdown form is not typed text/markdown')
      : charset === undefined
        ? minor('the type of the Markdown form names no charset')
        : []),
  ];
}

const NAME_OF_ASK: Readonly<Record<NegotiationAnswer['ask'], string>> = {
  markdown: 'a request for text/markdown',
  either: 'a request that gives Markdown and HTML the same weight, as Claude Code sends it,',
  browser: "a browser's request",
  anything: 'a request for */*',
  'html-first': 'a request that prefers HTML to Markdown',
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
