/** What summaries have to say, as readers of the articles marked it for the questions of eight authors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Library } from '../../src/library/answer.ts';
import { CITATION } from '../../src/schema/ask.ts';
import { askLibrary } from './judge.ts';

/** A fact or an instruction: any of these quotations says it. An answer without one of the core is incomplete. */
const Need = z.object({ core: z.boolean(), any: z.array(z.string()).min(1) });
export type Need = z.output<typeof Need>;
const NeedsFile = z.record(z.string(), z.record(z.string(), z.array(Need).min(1)));

export interface QuestionWithNeeds {
  readonly question: string;
  readonly needs: readonly Need[];
}

/** The questions of each author. */
export const QUESTIONS_WITH_NEEDS: readonly (readonly QuestionWithNeeds[])[] = Object.values(
  NeedsFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'needs.json'), 'utf8'))),
).map((questions) => Object.entries(questions).map(([question, needs]) => ({ question, needs })));

/** Words alone: without the marks of Markdown, citations, case and space. */
const wordsAlone = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(CITATION, '')
    .replaceAll(/[`*_\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** A quotation may end a sentence that goes on in the article. */
const withoutEnd = (quotation: string): string => wordsAlone(quotation).replace(/[.;,:]$/, '');

/** Whether a text meets each of the needs. */
export function needsMet(markdown: string, needs: readonly Need[]): boolean[] {
  const text = wordsAlone(markdown);
  return needs.map(({ any }) => any.some((quotation) => text.includes(withoutEnd(quotation))));
}

/** Asks all questions: a refused one meets no need. */
export function judgeNeeds(library: Library) {
  return judgeSummaries(QUESTIONS_WITH_NEEDS.flat(), (question) => askLibrary(library, question)?.summary ?? '');
}

/** @returns the share of the questions whose summary has all of the core, that of the core that is there, and the mean length in characters */
export function judgeSummaries(questions: readonly QuestionWithNeeds[], summaryOf: (question: string) => string) {
  let [whole, core, met, characters] = [0, 0, 0, 0];
  for (const { question, needs } of questions) {
    const summary = summaryOf(question);
    const ofCore = needs.filter((need) => need.core);
    const isMet = needsMet(summary, ofCore);
    whole += Number(isMet.every(Boolean));
    core += ofCore.length;
    met += isMet.filter(Boolean).length;
    characters += summary.length;
  }
  return { whole: whole / questions.length, core: met / core, characters: characters / questions.length };
}
