import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Library } from '../../src/library/answer.ts';
import { askLibrary, OWN_QUESTIONS, type Part } from './judge.ts';

/**
 * The judgement of a person: `good` answers the question, `thin` answers a part of it or only the subject, `bad`
 * misleads or answers something else. The digest is that of the summary that was read.
 */
const Judged = z.record(z.string(), z.object({ verdict: z.enum(['good', 'thin', 'bad']), digest: z.string() }));
const JUDGED_SUMMARIES = Judged.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'summaries.json'), 'utf8')));

const digestOf = (summary: string): string => createHash('sha256').update(summary).digest('hex').slice(0, 12);

/** Shares of the questions of a part by the judgement of their summaries. */
export function summariesJudged(library: Library, part: Part) {
  const counts = { good: 0, thin: 0, bad: 0, unjudged: 0 };
  const questions = OWN_QUESTIONS.filter((entry) => entry.part === part);
  for (const { question } of questions) {
    const summary = askLibrary(library, question)?.summary;
    const judged = JUDGED_SUMMARIES[question];
    if (summary === undefined || judged === undefined || judged.digest !== digestOf(summary)) counts.unjudged += 1;
    else counts[judged.verdict] += 1;
  }
  const share = (count: number) => count / questions.length;
  return {
    good: share(counts.good),
    thin: share(counts.thin),
    bad: share(counts.bad),
    unjudged: share(counts.unjudged),
  };
}
