/** Words as they are compared: elasticlunr leaves out what says nothing in English, and takes the others to their stems. */
import elasticlunr from 'elasticlunr';
import { tokenise } from './tokenise.ts';

const pipeline = new elasticlunr.Pipeline();
pipeline.add(elasticlunr.stopWordFilter, elasticlunr.stemmer);
/** Of the words of the library, which recur. Those of questions are not kept: nobody can fill it. */
const known = new Map<string, string | undefined>();

const stemOf = (word: string): string | undefined => pipeline.run([word])[0];

/** The stem of a word; undefined for a stop word. */
export const termOf = (word: string): string | undefined => (known.has(word) ? known.get(word) : stemOf(word));

/** The same for a word of the library. */
export function termOfLibrary(word: string): string | undefined {
  if (!known.has(word)) known.set(word, stemOf(word));
  return known.get(word);
}

/** Stemmed words without stop words, in the order of the text. */
export const termsOf = (text: string): string[] => tokenise(text).flatMap((word) => termOf(word) ?? []);

/** The same for a text of the library. */
export const termsOfLibrary = (text: string): string[] => tokenise(text).flatMap((word) => termOfLibrary(word) ?? []);
