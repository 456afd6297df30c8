/** What a text shows of itself to the learned part of the judge: its words, what they mean, and who does what to what. */

import { normalise } from './normalise.ts';
import { readingOf } from './reading.ts';
import { sentencesOf } from './sentences.ts';

/** Longer texts are judged by their start: no text that was learned from is longer. */
export const MAX_CHARS = 8_192;

/** Each sign once: words (`w:`), two in a row (`b:`), concepts (`c:`), acts with their mood (`d:`), and an act with a concept (`p:`). */
export function signsOf(text: string): Set<string> {
  const signs = new Set<string>();
  for (const [at, sentence] of sentencesOf(normalise(text.slice(0, MAX_CHARS))).entries()) {
    const { places, deeds } = readingOf(sentence, at === 0);
    let before: string | undefined;
    for (const token of sentence.tokens) {
      const word = token.word.startsWith('<name>') ? '<name>' : token.word;
      signs.add(`w:${word}`);
      if (before !== undefined) signs.add(`b:${before} ${word}`);
      before = word;
    }
    for (const concept of places.keys()) signs.add(`c:${concept}`);
    for (const { act, mood } of deeds) {
      signs.add(`d:${act}:${mood}`);
      for (const concept of places.keys()) signs.add(`p:${act}:${mood}+${concept}`);
    }
  }
  return signs;
}
