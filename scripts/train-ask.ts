/**
 * Fits what `ask` ranks by and what it refuses, and prints the figures for RANKING in src/library/search.ts and WEIGHTS in
 * src/library/topic.ts. Questions of an author, and those about other topics, are judged by an index that lacks them.
 */
import {
  askedWithout,
  FOREIGN_QUESTIONS,
  OWN_QUESTIONS,
  questionsByArticle,
  questionsByAuthor,
  searchOf,
} from '../bench/ask/judge.ts';
import { loadAsked } from '../src/library/asked.ts';
import { RANKING } from '../src/library/search.ts';
import { allArticles } from '../src/tools/check-articles.ts';

const FOLDS = 5;
const ROUNDS = 30;
/** Keeps weights small that the questions hardly need (L2). */
const PENALTY = 1e-3;
/** The share of the questions about other topics that the bias leaves refused. */
const REFUSED = 0.94;
/** How sharply scores become chances, and by which factor a figure of the ranking is changed in each of some rounds. */
const SHARPNESS = 2.7;
const STEP = 1.3;
const RANKING_ROUNDS = 3;

const articles = allArticles();
const asked = loadAsked();
const whole = searchOf(articles, asked);
/** Questions with the articles that answer them, and an index that lacks them. */
const own = [
  ...OWN_QUESTIONS.map(({ question, answers }) => ({ question, answers, search: whole })),
  ...questionsByArticle().map(({ question, path }) => ({ question, answers: [path], search: whole })),
  ...questionsByAuthor().flatMap((questions) => {
    const search = searchOf(articles, askedWithout(asked, new Set(questions.map(({ question }) => question))));
    return questions.map((each) => ({ ...each, search }));
  }),
];

fitRanking();
fitTopic();

/** Coordinate descent on the mean negative logarithm of the chance that a right article is first. */
function fitRanking(): void {
  const figures = [
    ...RANKING.nearest.map((_, at) => ({
      get: () => RANKING.nearest[at] ?? 0,
      set: (value: number) => {
        RANKING.nearest[at] = value;
      },
    })),
    ...(
      [
        'sameQuestion',
        'preferred',
        'ruleOnly',
        'overview',
        'unnamedRecipe',
        'namedRecipe',
        'meaning',
        'leastByWords',
      ] as const
    ).map((name) => ({
      get: () => RANKING[name],
      set: (value: number) => {
        RANKING[name] = value;
      },
    })),
  ];
  let least = rankingLoss();
  for (let round = 0; round < RANKING_ROUNDS; round += 1) {
    for (const { get, set } of figures) {
      for (const factor of [STEP, 1 / STEP]) {
        const before = get();
        set(before * factor);
        const loss = rankingLoss();
        if (loss < least) least = loss;
        else set(before);
      }
    }
  }
  console.log(JSON.stringify(RANKING));
}

function rankingLoss(): number {
  const losses = own.map(({ question, answers, search }) => {
    const { results } = search.find(question, undefined, 'any');
    const best = results[0]?.score ?? 1;
    const chances = results.map(({ article, score }) => ({
      isRight: answers.includes(article.path),
      chance: (score / best) ** SHARPNESS,
    }));
    const sum = (some: typeof chances) => some.reduce((total, { chance }) => total + chance, PENALTY);
    return -Math.log(sum(chances.filter(({ isRight }) => isRight)) / sum(chances));
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

function fitTopic(): void {
  const ours = own.map(({ question, search }) => search.signsOf(question));
  const known = FOREIGN_QUESTIONS.map(({ question }) => whole.signsOf(question));
  const { elsewhere } = asked;
  const theirs = Array.from({ length: FOLDS }, (_, fold) => {
    const isIn = (at: number) => at % FOLDS === fold;
    const questions = elsewhere.filter((_, at) => isIn(at));
    const search = searchOf(articles, askedWithout(asked, new Set(questions)));
    return questions.map((question) => search.signsOf(question));
  }).flat();
  const weights = fit(ours, [...theirs, ...known]);
  const scoreOf = (signs: readonly number[]) => signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), 0);
  const scores = theirs.map(scoreOf).sort((a, b) => a - b);
  const bias = -(scores[Math.floor(REFUSED * scores.length)] ?? 0);
  const share = (all: readonly (readonly number[])[]) =>
    (all.filter((signs) => scoreOf(signs) + bias < 0).length / all.length).toFixed(3);
  console.log(`[${[bias, ...weights].map((each) => each.toFixed(2)).join(', ')}]`);
  console.log(`refused: ${share(ours)} of ours, ${share(theirs)} and ${share(known)} of others`);
}

/** Weights of the signs: logistic regression by Newton's method, in which both sides count the same. */
function fit(ours: readonly number[][], others: readonly number[][]): number[] {
  const samples = [
    ...ours.map((signs) => ({ values: [...signs, 1], is: 1, counts: 0.5 / ours.length })),
    ...others.map((signs) => ({ values: [...signs, 1], is: 0, counts: 0.5 / others.length })),
  ];
  const width = samples[0]?.values.length ?? 0;
  const fitted = Array.from({ length: width }, () => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = fitted.map((weight) => -PENALTY * weight);
    const hessian = fitted.map((_, at) => fitted.map((_, to): number => (at === to ? PENALTY : 0)));
    for (const { values, is, counts } of samples) {
      const chance = 1 / (1 + Math.exp(-values.reduce((sum, value, at) => sum + value * (fitted[at] ?? 0), 0)));
      for (const [at, value] of values.entries()) {
        gradient[at] = (gradient[at] ?? 0) + counts * (is - chance) * value;
        const row = hessian[at] ?? [];
        for (const [to, other] of values.entries()) {
          row[to] = (row[to] ?? 0) + counts * chance * (1 - chance) * value * other;
        }
      }
    }
    for (const [at, step] of solve(hessian, gradient).entries()) fitted[at] = (fitted[at] ?? 0) + step;
  }
  return fitted.slice(0, -1);
}

/** The solution of a positive definite system, by Gaussian elimination. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (const [to, value] of row.entries()) row[to] = value / pivot;
    for (const other of rows) {
      const factor = other[at] ?? 0;
      if (other === row || factor === 0) continue;
      for (const [to, value] of row.entries()) other[to] = (other[to] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
