/**
 * Fits what a summary of `ask` quotes, and prints the weights of src/library/summarise.ts with what different bounds give.
 * The questions of each author are judged by weights that were fitted to those of the others.
 */
import { searchOf } from '../bench/ask/judge.ts';
import { judgeSummaries, needsMet, QUESTIONS_WITH_NEEDS } from '../bench/ask/needs.ts';
import { loadAsked } from '../src/library/asked.ts';
import { type Candidate, type Judgement, quote, worthOf } from '../src/library/summarise.ts';
import { allArticles } from '../src/tools/check-articles.ts';
import { fitLogistic } from './logistic.ts';

/** The share of all candidates that a bound lets in, before there is no more room. */
const SHARES = [0.06, 0.08, 0.1, 0.12, 0.15, 0.2];

const search = searchOf(allArticles(), loadAsked());
const byAuthor = QUESTIONS_WITH_NEEDS.map((questions) =>
  questions.map((asked) => ({ ...asked, candidates: search.find(asked.question, undefined, 'any').candidates() })),
);
type Sample = (typeof byAuthor)[number][number];

const all = byAuthor.flat();
const weights = fittedTo(all);
console.log(`[${weights.join(', ')}]`);
for (const share of SHARES) {
  const { least } = judgementOf(all, share);
  const others = byAuthor.map((_, at) => judgementOf(byAuthor.toSpliced(at, 1).flat(), share));
  const judged = byAuthor.map((samples, at) => judgeSamples(samples, others[at]));
  const mean = (name: 'whole' | 'core' | 'characters') =>
    judged.reduce((sum, each) => sum + each[name], 0) / judged.length;
  console.log(
    `least ${least.toFixed(2)}: all of the core ${mean('whole').toFixed(3)}, of the core ${mean('core').toFixed(3)}, ${mean('characters').toFixed(0)} characters`,
  );
}

function judgementOf(samples: readonly Sample[], share: number): Judgement {
  const fitted = fittedTo(samples);
  const worths = samples
    .flatMap(({ candidates }) => candidates)
    .map((candidate) => worthOf(candidate, fitted))
    .sort((a, b) => b - a);
  return { weights: fitted, least: worths[Math.floor(share * worths.length)] ?? 0 };
}

function judgeSamples(samples: readonly Sample[], judgement: Judgement | undefined) {
  const candidatesFor = new Map(samples.map(({ question, candidates }) => [question, candidates]));
  return judgeSummaries(samples, (question) => quote(candidatesFor.get(question) ?? [], judgement) ?? '');
}

function fittedTo(samples: readonly Sample[]): number[] {
  const needed: number[][] = [];
  const others: number[][] = [];
  for (const { needs, candidates } of samples) {
    for (const candidate of candidates) {
      const isNeeded = needsMet(textOf(candidate), needs).some(Boolean);
      (isNeeded ? needed : others).push([...candidate.signs]);
    }
  }
  return fitLogistic(needed, others).map((weight) => Number(weight.toFixed(2)));
}

function textOf({ sentence }: Candidate): string {
  return `${sentence.text} ${sentence.block ?? ''}`;
}
