/**
 * Fits which questions `ask` refuses, and prints WEIGHTS and LEAST of src/library/topic.ts. Questions of an author, and
 * those about other topics, are judged by an index that lacks them.
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
import { SIGNS, type Signs } from '../src/library/topic.ts';
import { allArticles } from '../src/tools/check-articles.ts';
import { fitLogistic } from './logistic.ts';

const FOLDS = 5;
/** The share of the questions about other topics that are refused. */
const REFUSED = 0.925;

const articles = allArticles();
const asked = loadAsked();
const whole = searchOf(articles, asked);
const ours = [...OWN_QUESTIONS, ...questionsByArticle()].map(({ question }) => whole.signsOf(question));
const ofAuthors = questionsByAuthor().flatMap((questions) => {
  const search = searchOf(articles, askedWithout(asked, new Set(questions.map(({ question }) => question))));
  return questions.map(({ question }) => search.signsOf(question));
});
const foreign = FOREIGN_QUESTIONS.map(({ question }) => whole.signsOf(question));
const elsewhere = Array.from({ length: FOLDS }, (_, fold) => {
  const questions = asked.elsewhere.filter((__, at) => at % FOLDS === fold);
  const search = searchOf(articles, askedWithout(asked, new Set(questions)));
  return questions.map((question) => search.signsOf(question));
}).flat();

const weights = fitLogistic([...ours, ...ofAuthors].map(valuesOf), [...elsewhere, ...foreign].map(valuesOf));
const least = elsewhere.map(sumOf).sort((a, b) => a - b)[Math.floor(REFUSED * elsewhere.length)] ?? 0;
console.log(
  Object.fromEntries(SIGNS.map((sign, at) => [sign, Number(weights[at]?.toFixed(2))])),
  `LEAST ${least.toFixed(2)}`,
);
for (const [name, all] of Object.entries({ ours, ofAuthors, foreign, elsewhere })) {
  console.log(`${name}: ${(all.filter((signs) => sumOf(signs) < least).length / all.length).toFixed(3)} refused`);
}

function valuesOf(signs: Signs): number[] {
  return SIGNS.map((sign) => signs[sign]);
}

function sumOf(signs: Signs): number {
  return valuesOf(signs).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
}
