import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { atOnce } from '../../src/basics/steps.ts';
import { ServiceError } from '../../src/errors.ts';
import type { Library, Question } from '../../src/library/answer.ts';
import type { Article } from '../../src/library/articles.ts';
import { type Asked, loadAsked } from '../../src/library/asked.ts';
import { createSearch, type Search } from '../../src/library/search.ts';
import { makeSearchData } from '../../src/library/search-data.ts';
import type { AskAnswer } from '../../src/schema/ask.ts';

const Half = z.enum(['tuning', 'held']);
/** `later` was asked when both halves were known. Its questions were read after they were measured once. */
export type Part = z.output<typeof Half> | 'later';
const Own = z.array(
  z.object({
    question: z.string(),
    topic: z.string(),
    asker: z.string(),
    half: Half,
    answers: z.array(z.string()).min(1),
  }),
);
const Foreign = z.array(z.object({ question: z.string(), kind: z.string(), half: Half }));

const Later = z.object({
  own: z.array(z.object({ question: z.string(), answers: z.array(z.string()).min(1) })),
  foreign: z.array(z.string()),
});

interface OwnQuestion {
  readonly question: string;
  readonly part: Part;
  /** The paths of the articles that answer it. */
  readonly answers: readonly string[];
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));

const later = Later.parse(read('later.json'));

/** Questions about matters of the library, each with the articles that answer it. */
export const OWN_QUESTIONS: readonly OwnQuestion[] = [
  ...Own.parse(read('questions.json')).map(({ question, half, answers }) => ({ question, part: half, answers })),
  ...later.own.map((entry) => ({ ...entry, part: 'later' as const })),
];
/** Questions about anything else, which deserve no answer. */
export const FOREIGN_QUESTIONS: readonly Pick<OwnQuestion, 'question' | 'part'>[] = [
  ...Foreign.parse(read('foreign.json')).map(({ question, half }) => ({ question, part: half })),
  ...later.foreign.map((question) => ({ question, part: 'later' as const })),
];

const ByArticle = z.record(z.string(), z.array(z.string()));

/** Ten questions to each article, by an author who read the article and none of its questions. */
export const questionsByArticle = (): { readonly question: string; readonly path: string }[] =>
  Object.entries(ByArticle.parse(read('by-article.json'))).flatMap(([path, questions]) =>
    questions.map((question) => ({ question, path })),
  );

const ByAuthor = z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1)));

/**
 * Questions of six authors, each with the articles that answer it. They are among the ways to ask that the library knows:
 * an index without those of an author shows how it ranks for the wording of a new author.
 */
export const questionsByAuthor = (): readonly (readonly Omit<OwnQuestion, 'part'>[])[] =>
  Object.values(ByAuthor.parse(read('authors.json'))).map((questions) =>
    Object.entries(questions).map(([question, answers]) => ({ question, answers })),
  );

/** A search of these articles, however long it takes to make. */
export const searchOf = (articles: readonly Article[], asked: Asked): Search =>
  atOnce(createSearch(articles, atOnce(makeSearchData(articles, asked))));

/** The ways to ask but for these. */
export function askedWithout(asked: Asked, questions: ReadonlySet<string>): Asked {
  const rest = (all: readonly string[]) => all.filter((question) => !questions.has(question));
  return {
    of: (path) => asked.of(path).map((section) => ({ ...section, questions: rest(section.questions) })),
    elsewhere: rest(asked.elsewhere),
  };
}

/** Asks them; only the very article counts. */
export const judgeByArticle = (library: Library): Ranking =>
  rankingOf(
    questionsByArticle().map(({ question, path }) => {
      const answer = askLibrary(library, question);
      return { isRefused: answer === undefined, rank: rankOf(answer, [path]) };
    }),
  );

/** Asks the questions of each author of an index that lacks them. */
export function judgeByAuthor(articles: readonly Article[]): Ranking {
  const asked = loadAsked();
  return rankingOf(
    questionsByAuthor().flatMap((questions) => {
      const own = new Set(questions.map(({ question }) => question));
      const search = searchOf(articles, askedWithout(asked, own));
      return questions.map(({ question, answers }) => {
        const { results } = search.find(question, undefined, 'any');
        return {
          isRefused: results.length === 0,
          rank: results.findIndex(({ article }) => answers.includes(article.path)),
        };
      });
    }),
  );
}

type Ranking = Pick<Verdict, 'questions' | 'success1' | 'success3' | 'ownRefused'>;

function rankingOf(asked: readonly { readonly isRefused: boolean; readonly rank: number }[]): Ranking {
  const share = (count: number) => count / asked.length;
  const within = (count: number) => share(asked.filter(({ rank }) => rank >= 0 && rank < count).length);
  return {
    questions: asked.length,
    success1: within(1),
    success3: within(3),
    ownRefused: share(asked.filter(({ isRefused }) => isRefused).length),
  };
}

export interface Verdict {
  readonly questions: number;
  /** Share of the own questions whose first result, or one of the first three, answers them. */
  readonly success1: number;
  readonly success3: number;
  /** Shares of the questions that get no answer. */
  readonly ownRefused: number;
  readonly foreignRefused: number;
  /** Share of the answers of mode summarize that have a summary. */
  readonly summarised: number;
}

/** An answer, or none where the library refuses. */
export function askLibrary(
  library: Library,
  query: string,
  mode: Question['mode'] = 'summarize',
): AskAnswer | undefined {
  try {
    return library.answer({
      query,
      mode,
      itemType: 'any',
      site: undefined,
      queryId: undefined,
      prev: [],
      decontextualized: undefined,
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Where the first result that answers the question is, counted from 0; -1 where none does. */
function rankOf(answer: AskAnswer | undefined, answers: readonly string[]): number {
  return answer?.results.findIndex(({ url }) => answers.includes(new URL(url).pathname)) ?? -1;
}

/** Asks every question of a part. */
export function judge(library: Library, part: Part): Verdict {
  const own = OWN_QUESTIONS.filter((entry) => entry.part === part);
  const foreign = FOREIGN_QUESTIONS.filter((entry) => entry.part === part);
  const asked = own.map(({ question, answers }) => {
    const answer = askLibrary(library, question);
    return { answer, isRefused: answer === undefined, rank: rankOf(answer, answers) };
  });
  const answered = asked.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  return {
    ...rankingOf(asked),
    foreignRefused: foreign.filter(({ question }) => !askLibrary(library, question)).length / foreign.length,
    summarised: answered.filter(({ summary }) => summary !== undefined).length / (answered.length || 1),
  };
}
