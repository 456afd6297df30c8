/** Reads a question: corrects its spelling and finds what it is about. */
import { groupedBy } from '../basics/grouped-by.ts';
import type { Concept, SearchIndex, WeightedTerm } from './bm25f.ts';
import { tokenise, wordsOf } from './tokenise.ts';
import { LIGHT_WORDS, SYNONYMS } from './vocabulary.ts';

interface Understood {
  readonly concepts: readonly Concept[];
  /** The interpreted question, when it differs from the given one. */
  readonly expanded: string | undefined;
}

/** What a synonym counts for against the word itself, and a light word against another. */
const SYNONYM_SHARE = 0.5;
const LIGHT_WEIGHT = 0.4;
const PHRASE_WEIGHT = 0.6;
const LONGEST_PHRASE = 4;

/** A query with fewer terms depends on the one before it: "and for the second one?". */
const STANDS_ALONE = 2;
const BORROWED_WORDS = 3;
const BORROWED_WEIGHT = 0.3;
/** Words that point at something said before. */
const POINTERS: ReadonlySet<string> = new Set(['it', 'its', 'that', 'this', 'they', 'them', 'those', 'these', 'one']);

/** Of a concept that only adds to the others. */
const NO_EVIDENCE = { rarity: 0, isLight: false };

/** A count, a step, a score, a part of a version or an amount such as `20k`: of any topic. Three digits may be a status. */
const SHORT_NUMBER = /^(?:\d{1,2}|\d{1,6}[a-z]{1,2})$/;

/** What a word counts for that is one of the library's but for its spelling. */
const MISSPELT_SHARE = 0.8;
/** The time for one question is bounded: a word costs a look at each word of the library with the same first letter. */
const MAX_MISSPELT = 6;

/**
 * Reads questions with the words of an index.
 * @param isWord whether a term is a word that people use, though no article has it
 */
export function createReader(index: SearchIndex, speller: Speller, isWord: (term: string) => boolean = () => false) {
  const light = new Set(LIGHT_WORDS.flatMap((word) => index.termsOf(word)));
  const groups = SYNONYMS.map((entries) => [...new Set(entries.flatMap((entry) => asOneTerm(entry, index)))]);
  const groupsOf = new Map<string, number[]>();
  for (const [at, entries] of SYNONYMS.entries()) {
    for (const entry of entries) {
      const key = partsOf(entry, index).join(' ');
      groupsOf.set(key, [...(groupsOf.get(key) ?? []), at]);
    }
  }
  const synonymsOf = (key: string, own: string | undefined): WeightedTerm[] =>
    (groupsOf.get(key) ?? []).flatMap((at) =>
      (groups[at] ?? [])
        .filter((term) => term !== own && index.idf(term) > 0)
        .map((term) => ({ term, share: shareOf(term, own) })),
    );
  /** A synonym that is rarer than the word itself does not count for more. */
  function shareOf(term: string, own: string | undefined): number {
    const idf = own === undefined ? 0 : index.idf(own);
    return SYNONYM_SHARE * (idf === 0 ? 1 : Math.min(1, idf / (index.idf(term) || 1)));
  }

  /** Of the word itself, else of the most frequent word for the same thing, else as of a word in no article. */
  function rarityOf(terms: readonly WeightedTerm[]): number {
    const [own = 0, ...others] = terms.map(({ term }) => index.idf(term));
    if (own > 0) return own;
    const known = others.filter((idf) => idf > 0);
    return known.length === 0 ? index.unknownIdf : Math.min(...known);
  }

  function conceptsOf(text: string): Concept[] {
    const parts = partsOf(text, index);
    const ofPhrases: Concept[] = [];
    for (let length = 2; length <= LONGEST_PHRASE; length += 1) {
      for (let at = 0; at + length <= parts.length; at += 1) {
        const terms = synonymsOf(parts.slice(at, at + length).join(' '), undefined);
        if (terms.length > 0) ofPhrases.push({ ...NO_EVIDENCE, weight: PHRASE_WEIGHT, terms });
      }
    }
    const ofWords = [...spellingOf(text)].map(([term, ownShare]): Concept => {
      const terms = [{ term, share: ownShare }, ...synonymsOf(term, term)];
      const isLight = light.has(term) || SHORT_NUMBER.test(term);
      // However rare in the library, a light word counts no more than a frequent one that says something.
      const weight = isLight ? LIGHT_WEIGHT / Math.max(1, rarityOf(terms)) : 1;
      return { weight, terms, rarity: weight * rarityOf(terms), isLight };
    });
    return [...ofWords, ...ofPhrases];
  }

  const isKnown = (term: string): boolean =>
    index.idf(term) > 0 || groupsOf.has(term) || light.has(term) || isWord(term);

  /** The terms of a text as the library spells them, with what each counts for. */
  function spellingOf(text: string): Map<string, number> {
    const terms = new Map<string, number>();
    const add = (some: readonly string[], share: number) => {
      for (const term of some) if ((terms.get(term) ?? 0) < share) terms.set(term, share);
    };
    let misspelt = 0;
    /** The terms of the word that is meant, where this one is none. */
    const meantBy = (word: string): string[] => {
      misspelt += 1;
      const meant = misspelt > MAX_MISSPELT ? undefined : speller.nearest(word);
      return meant === undefined ? [] : index.termsOf(meant);
    };
    for (const word of new Set(wordsOf(text))) {
      const own = index.termsOf(word);
      const isCompound = own.length > 1;
      const [whole = ''] = own.slice(-1);
      if (isKnown(whole) || own.length === 0) {
        add(own, 1);
        continue;
      }
      const meant = meantBy(word);
      if (meant.length > 0) add(meant, MISSPELT_SHARE);
      // The parts of a compound count without it.
      else if (isCompound)
        for (const part of own.slice(0, -1)) add(isKnown(part) ? [part] : [part, ...meantBy(part)], 1);
      else add(own, 1);
    }
    return terms;
  }

  /**
   * What a query is about. One that is short, or points back, borrows the rarest words of the query before it.
   * @param before the previous query, if any
   */
  return function understand(query: string, before: string | undefined): Understood {
    const concepts = conceptsOf(query);
    if (before === undefined) return { concepts, expanded: undefined };
    const own = new Set(index.termsOf(query));
    const pointsBack = tokenise(query).some((word) => POINTERS.has(word));
    if (own.size >= STANDS_ALONE && !pointsBack) return { concepts, expanded: undefined };
    const borrowed = rarest(before, index).filter(({ terms }) => !terms.some((term) => own.has(term)));
    if (borrowed.length === 0) return { concepts, expanded: undefined };
    // They count in full where the query says nothing by itself.
    const weight = own.size === 0 ? 1 : BORROWED_WEIGHT;
    for (const term of new Set(borrowed.flatMap(({ terms }) => terms))) {
      const rarity = own.size === 0 ? index.idf(term) : 0;
      concepts.push({ ...NO_EVIDENCE, weight, terms: [{ term, share: 1 }], rarity });
    }
    return { concepts, expanded: [query, ...borrowed.map(({ word }) => word)].join(' ') };
  };
}

/** Words of a text that the library knows, the rarest first, each once. */
function rarest(text: string, index: SearchIndex): { word: string; terms: readonly string[] }[] {
  return [...new Set(wordsOf(text))]
    .map((word) => {
      const terms = index.termsOf(word).filter((term) => index.idf(term) > 0);
      return { word, terms, idf: Math.max(0, ...terms.map((term) => index.idf(term))) };
    })
    .filter(({ idf }) => idf > 0)
    .sort((a, b) => b.idf - a.idf || (a.word < b.word ? -1 : 1))
    .slice(0, BORROWED_WORDS);
}

/** Every word of a text by itself and stemmed, stop words included: phrases are compared by them. */
const partsOf = (text: string, index: SearchIndex): string[] =>
  tokenise(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).map((word) => index.termsOf(word)[0] ?? word);

/** An entry as one term of the index: a word, or words held together as in `json-ld`. Other phrases are none. */
function asOneTerm(entry: string, index: SearchIndex): string[] {
  if (entry.includes(' ')) return [];
  return index.termsOf(entry).slice(-1);
}

/** A shorter word is near to too many others. */
const SHORTEST = 6;
/** From this length on, a word may have two faults. */
const LONG = 11;

interface Speller {
  /** The word that a misspelt one means: the first letter is the same, and one or two others differ. */
  nearest(word: string): string | undefined;
}

/** @param words that may be meant, the more frequent first */
export function createSpeller(words: readonly string[]): Speller {
  const byFirstLetter = groupedBy(
    words.filter(({ length }) => length >= SHORTEST - 1),
    (word) => word.charAt(0),
  );
  return {
    nearest(word) {
      if (word.length < SHORTEST || /\d/.test(word)) return undefined;
      let most = word.length >= LONG ? 2 : 1;
      let nearest: string | undefined;
      for (const other of byFirstLetter.get(word.charAt(0)) ?? []) {
        if (Math.abs(other.length - word.length) > most) continue;
        const distance = distanceOf(word, other, most);
        if (distance > most || (nearest !== undefined && distance === most)) continue;
        nearest = other;
        most = distance;
      }
      return nearest;
    },
  };
}

/**
 * Letters to insert, leave out, replace or swap with the next one (optimal string alignment).
 * @returns Infinity where they are certainly more than `most`
 */
function distanceOf(a: string, b: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    // No later one is less than the least of a row, or than one more than that of the row before it.
    if (Math.min(...next) > most && Math.min(...row) >= most) return Infinity;
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
