/** Text of the sites that offer something to do: every figure comes from a hash. */
import { type BasePage, hashOf, type Question, wordsOf } from '../content.ts';

export interface Vocabulary {
  readonly people: readonly string[];
  readonly deeds: readonly string[];
  readonly things: readonly string[];
  readonly places: readonly string[];
  readonly marks: readonly string[];
}

const pick = (list: readonly string[], key: string): string => list[hashOf(key) % list.length] ?? '';
export const figureOf = (key: string, from: number, to: number): number => from + (hashOf(key) % (to - from + 1));
/** A price, a whole number of tenths above the least. */
export const priceOf = (key: string, from: number, to: number): string =>
  (figureOf(key, from * 10, to * 10) / 10).toFixed(2);

export interface PagePlan {
  readonly path: string;
  readonly title: string;
  readonly subject: string;
  readonly headings: readonly string[];
}

export function pageOf({ path, title, subject, headings }: PagePlan, words: Vocabulary): BasePage {
  return {
    path,
    group: path.split('/')[1] ?? '',
    title,
    description: `${title}: what the ${pick(words.people, path)} says of ${pick(words.things, path)}, with the figures that apply.`,
    parts: headings.map((heading, part) => ({
      heading,
      paragraphs: [0, 1].map((at) => paragraph(`${path}/${part}/${at}`, subject, words)),
    })),
  };
}

function paragraph(key: string, subject: string, { people, deeds, things, places, marks }: Vocabulary): string {
  const mark = `${pick(marks, key)}-${figureOf(`${key}mark`, 10_000, 99_999)}`;
  return (
    `For the ${subject}, the ${pick(people, `${key}p`)} in ${pick(places, `${key}l`)} ${pick(deeds, `${key}d`)} ` +
    `${pick(things, `${key}t`)} within ${figureOf(`${key}h`, 4, 90)} hours and keeps a note under article ${mark}. ` +
    `Where ${pick(things, `${key}u`)} arrive late, the ${pick(people, `${key}q`)} adds ${figureOf(`${key}m`, 3, 58)} minutes, ` +
    `checks ${figureOf(`${key}n`, 2, 40)} of the ${pick(things, `${key}v`)} and writes to ${pick(places, `${key}w`)}.`
  );
}

/** One a part: the words around the article's mark lead to it. */
export function questionsOf({ path, title, parts }: BasePage): Question[] {
  return parts.flatMap(({ heading, paragraphs }) => {
    const answer = /article (\S+)\./.exec(paragraphs[0] ?? '')?.[1];
    return answer === undefined ? [] : [{ page: path, words: wordsOf(`${title} ${heading}`), answer }];
  });
}
