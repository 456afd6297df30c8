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
import { fitLogistic } from './logistic.ts';

const FOLDS = 5;
/** A chance that is never 0. */
const LEAST_CHANCE = 1e-3;
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
    const sum = (some: typeof chances) => some.reduce((total, { chance }) => total + chance, LEAST_CHANCE);
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
  const weights = fitLogistic(ours, [...theirs, ...known]);
  const scoreOf = (signs: readonly number[]) => signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), 0);
  const scores = theirs.map(scoreOf).sort((a, b) => a - b);
  const bias = -(scores[Math.floor(REFUSED * scores.length)] ?? 0);
  const share = (all: readonly (readonly number[])[]) =>
    (all.filter((signs) => scoreOf(signs) + bias < 0).length / all.length).toFixed(3);
  console.log(`[${[bias, ...weights].map((each) => each.toFixed(2)).join(', ')}]`);
  console.log(`refused: ${share(ours)} of ours, ${share(theirs)} and ${share(known)} of others`);
}
