/**
 * Fits what a summary of `ask` quotes, and prints the weights of src/library/summarise.ts with what different bounds give.
 * The questions of each author are judged by weights that were fitted to those of the others.
 */
import { searchOf } from '../bench/ask/judge.ts';
import { judgeSummaries, needsMet, QUESTIONS_WITH_NEEDS, type QuestionWithNeeds } from '../bench/ask/needs.ts';
import { loadAsked } from '../src/library/asked.ts';
import { type Candidate, quote, worthOf } from '../src/library/summarise.ts';
import { allArticles } from '../src/tools/check-articles.ts';
import { fitLogistic } from './logistic.ts';

/** The share of all candidates that a bound lets in, before there is no more room. */
const SHARES = [0.06, 0.08, 0.1, 0.12, 0.15, 0.2];

interface Sample extends QuestionWithNeeds {
  readonly candidates: readonly Candidate[];
  /** Whether a candidate says anything that is needed. */
  readonly isNeeded: readonly boolean[];
}

const search = searchOf(allArticles(), loadAsked());
const byAuthor = QUESTIONS_WITH_NEEDS.map((questions) => questions.map(sampleOf));
const whole = fittedTo(byAuthor.flat());
const withoutAuthor = byAuthor.map((_, at) => fittedTo(byAuthor.toSpliced(at, 1).flat()));

console.log(`[${whole.weights.join(', ')}]`);
for (const share of SHARES) {
  const judged = byAuthor.map((samples, at) => judge(samples, withoutAuthor[at] ?? whole, share));
  const mean = (name: 'whole' | 'core' | 'characters') =>
    judged.reduce((sum, each) => sum + each[name], 0) / judged.length;
  console.log(
    `least ${leastOf(whole, share).toFixed(2)}: all of the core ${mean('whole').toFixed(3)}, of the core ${mean('core').toFixed(3)}, ${mean('characters').toFixed(0)} characters`,
  );
}

function sampleOf({ question, needs }: QuestionWithNeeds): Sample {
  const candidates = search.find(question, undefined, 'any').candidates();
  const isNeeded = candidates.map(({ sentence: { text, block = '' } }) =>
    needsMet(`${text} ${block}`, needs).some(Boolean),
  );
  return { question, needs, candidates, isNeeded };
}

interface Fitted {
  readonly weights: readonly number[];
  /** Of the candidates that it was fitted to, the greatest first. */
  readonly worths: readonly number[];
}

function fittedTo(samples: readonly Sample[]): Fitted {
  const signsWhere = (wanted: boolean) =>
    samples.flatMap(({ candidates, isNeeded }) =>
      candidates.flatMap(({ signs }, at) => (isNeeded[at] === wanted ? [signs] : [])),
    );
  const weights = fitLogistic(signsWhere(true), signsWhere(false)).map((weight) => Number(weight.toFixed(2)));
  const worths = samples.flatMap(({ candidates }) => candidates.map((candidate) => worthOf(candidate, weights)));
  return { weights, worths: worths.sort((a, b) => b - a) };
}

/** The bound that lets in such a share. */
function leastOf({ worths }: Fitted, share: number): number {
  return worths[Math.floor(share * worths.length)] ?? 0;
}

function judge(samples: readonly Sample[], fitted: Fitted, share: number) {
  const candidatesFor = new Map(samples.map(({ question, candidates }) => [question, candidates]));
  const judgement = { weights: fitted.weights, least: leastOf(fitted, share) };
  return judgeSummaries(samples, (question) => quote(candidatesFor.get(question) ?? [], judgement) ?? '');
}
