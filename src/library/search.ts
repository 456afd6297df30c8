import type { Steps } from '../basics/steps.ts';
import { type Passage, readText, sentenceOf, sentencesOf } from './article-text.ts';
import type { Article, ArticleType } from './articles.ts';
import { type Concept, createSearchIndex } from './bm25f.ts';
import { createLines, type Nearness } from './lines.ts';
import { type Closeness, createCloseness, joined, loadMeanings, type Meant } from './meaning.ts';
import { type Quotable, quotableOf } from './quotable.ts';
import type { SearchData } from './search-data.ts';
import { candidatesOf, quote } from './summarise.ts';
import { wordsOf } from './tokenise.ts';
import { createTopic, type Evidence, type Topic } from './topic.ts';
import { createReader, createSpeller } from './understand.ts';

const MAX_RESULTS = 10;
/** How many of the best by words are compared line by line, next to those that are nearest by what they mean. */
const CANDIDATES = 25;
/**
 * What the three nearest lines add to a score, and what multiplies it; fitted to the questions of bench/ask
 * (`npm run train-ask`).
 */
export const RANKING = {
  nearest: [6.9, 7.9, 14],
  /** A line that asks the very question decides. */
  sameQuestion: 1.8,
  /** The kind of article that the form of a question asks for. */
  preferred: 1.8,
  /** A check's article knows one rule: the article that explains the matter comes first, unless the check is asked for. */
  ruleOnly: 0.61,
  /** So it does for the overviews of checks, which have a line on each. */
  overview: 0.8,
  /** Who names a check wants its article. */
  namedCheck: 1.2,
  /** Who names no platform asks in general, and who names one wants its recipe. */
  unnamedRecipe: 0.63,
  namedRecipe: 3.9,
  /** How strongly what lines mean counts next to their words, which an article has for at least such a share of the best. */
  meaning: 2.3,
  leastByWords: 0.17,
};
/** Who speaks of "you", of a scan or of "my score" means this service: the articles about it count more. */
const ABOUT_US = /\b(?:you|your|yours|legible|here|scan|scans|scanned|scanner|my (?:score|report|grade))\b/i;
/** Who asks what a thing is wants its definition: the articles about standards count more. */
const ABOUT_A_THING = /^(?:what(?:['’]s| is| are)|define|explain) /i;
const MOST_WORDS_OF_A_THING = 4;
const ADDRESSES_US = /\b(?:you|your|yours)\b/i;
const POINTS_HERE = /\b(?:it|this|here)\b/i;
const ABOUT_A_CHECK = /\b(?:check|checks|rule)\b/i;
/** A summary quotes from the best of them only. */
const SUMMARISED_RESULTS = 4;
/** Words that say nothing of a subject are about our matters only in a line that asks the very same. */
const SAME_QUESTION = 0.99;
/** What the results of one sentence of several count for. */
const ASKED = 1;
const TOLD = 0.5;
/** What a word of a story counts for that is asked elsewhere rather than here. */
const TOLD_WEIGHT = 0.4;
/** A word of the languages in which questions are known: one in another script says nothing of its topic. */
const IS_WORD = /^[a-z]/;
/** A story is about our matters with a sentence that is so surely, unless the whole is as surely about something else. */
const SURE_SENTENCE = 2;
const LIFT_BY_SENTENCE = 4;
/** Sentences that are read one by one at most: the last ones, because a question comes after its story. */
const MAX_SENTENCES = 8;
/** Words of a sentence that is a story by itself. */
const LONG_SENTENCE = 18;
/** The sections of a check's article that speak of that check alone. */
const CHECK_TEXT: readonly string[] = ['Why it matters', 'Rule'];

export interface Found {
  readonly article: Article;
  readonly score: number;
}

export interface Answerable {
  /** Best first; empty where the library does not know. */
  readonly results: readonly Found[];
  /** The question with what it borrows from the one before it, where it borrows. */
  readonly expanded: string | undefined;
  /** All that a summary can quote, with what speaks for each: its weights are fitted to them. */
  candidates(): ReturnType<typeof candidatesOf>;
  /** Sentences of the best results that answer it together; undefined without results. */
  summarise(): ReturnType<typeof quote>;
}

export interface Search {
  /** @param before the question before it, which a short one borrows words from */
  find(asked: string, before: string | undefined, itemType: ArticleType | 'any'): Answerable;
  /** What speaks for a question to be about our matters, see Topic: its weights are fitted to them. */
  signsOf(asked: string): number[];
}

/** What an article can be quoted by, and what its sentences mean. */
interface Cut {
  readonly quotable: Quotable;
  readonly meant: Meant;
}

/** A question, or a sentence of it, as the library understands it. */
interface Query {
  readonly text: string;
  readonly concepts: readonly Concept[];
  /** What it means. */
  readonly meant: Meant;
  /** How near articles come by words, and by what they mean. */
  readonly nearness: Nearness;
  readonly closeness: Closeness;
}

interface Read extends Query {
  readonly expanded: string | undefined;
  /** Best first. */
  readonly found: readonly Found[];
  /** How sure it is that the question is about our matters; see Topic. */
  readonly sureness: number;
}

/** The search of the articles. @param data made of the same articles */
export function* createSearch(articles: readonly Article[], data: SearchData): Steps<Search> {
  const byPath = new Map(articles.map((article) => [article.path, article]));
  const index = createSearchIndex(data.index);
  /** The terms of each of the names that the title of an article begins with. */
  const names = new Map(articles.map(({ path, title }) => [path, namesIn(title).map(index.termsOf)]));
  yield;
  const nearestTo = createLines(data.lines);
  yield;
  const meanings = loadMeanings();
  yield;
  const closenessTo = createCloseness(data.meant);
  const closenessElsewhere = createCloseness(data.meantElsewhere);
  const topic = createTopic(data.odds);
  const understand = createReader(index, createSpeller(data.subjects), (term) => topic.odds(term) !== undefined);
  const cut = new Map<string, Cut>();
  /** Cut when it is first quoted from, and kept: a start need not wait for it. */
  function cutOf({ path, itemType, title, description, body }: Article): Cut {
    const known = cut.get(path);
    if (known !== undefined) return known;
    const lead = sentenceOf({ text: description, heading: '' }, index);
    const { passages } = readText(body);
    // The rest of a check's article is the same in every one.
    const [id] = title.split(':', 1);
    const isOfCheck = ({ heading, text }: Passage) => CHECK_TEXT.includes(heading) || text.startsWith(`${id} `);
    const quotable = itemType === 'check' ? passages.filter(isOfCheck) : passages;
    const sentences = sentencesOf(quotable, index);
    const meant = joined(sentences.map(({ text }) => meanings(text)));
    const made = { quotable: quotableOf(title, lead, sentences, index), meant };
    cut.set(path, made);
    return made;
  }
  /** The best articles for a question, with their scores. */
  function ranked({ text, concepts, nearness, closeness }: Query, itemType: ArticleType | 'any'): Found[] {
    const isWanted = (path: string) => itemType === 'any' || byPath.get(path)?.itemType === itemType;
    const preferred = typesPreferred(text);
    const isCheckAsked = ABOUT_A_CHECK.test(text);
    const askedTerms = new Set(index.termsOf(text));
    /** Whether the question has one of the names that the title begins with: of platforms, or of a check. */
    const isNamed = ({ path }: Article) =>
      names.get(path)?.some((terms) => terms.every((term) => askedTerms.has(term)));
    const weightOf = (article: Article): number => {
      if (article.itemType === 'recipe') return isNamed(article) ? RANKING.namedRecipe : RANKING.unnamedRecipe;
      if (article.itemType === 'checks' && !isCheckAsked && !preferred.includes('checks')) return RANKING.overview;
      if (article.itemType !== 'check') return preferred.includes(article.itemType) ? RANKING.preferred : 1;
      if (isNamed(article)) return RANKING.namedCheck;
      return isCheckAsked ? 1 : RANKING.ruleOnly;
    };
    const byWords = index
      .search(concepts, CANDIDATES, isWanted)
      .flatMap(({ ref, score }) => {
        const article = byPath.get(ref);
        if (article === undefined) return [];
        const alike = nearness.of(ref);
        const near = alike.reduce((sum, each, at) => sum + each * (RANKING.nearest[at] ?? 0), 1);
        const decides = (alike[0] ?? 0) >= SAME_QUESTION ? RANKING.sameQuestion : 1;
        return [{ article, score: score * near * decides * weightOf(article) }];
      })
      .sort(byScore);
    const isNear = new Set(closeness.nearest.filter(isWanted));
    const known = new Set(byWords.map(({ article }) => article.path));
    const candidates = [
      ...byWords.filter(({ article }, at) => at < MAX_RESULTS || isNear.has(article.path)),
      ...articles.filter(({ path }) => isNear.has(path) && !known.has(path)).map((article) => ({ article, score: 0 })),
    ].map(({ article, score }) => ({ article, score, near: closeness.of(article.path) }));
    const nearest = Math.max(...candidates.map(({ near }) => near));
    // The name of a check says the meaning.
    const isMeant = (article: Article) => article.itemType === 'check' && isNamed(article);
    const least = RANKING.leastByWords * (byWords[0]?.score ?? 1);
    return candidates
      .map(({ article, score, near }) => ({
        article,
        score: round(Math.max(score, least) * (isMeant(article) ? 1 : Math.exp(RANKING.meaning * (near - nearest)))),
      }))
      .sort(byScore)
      .slice(0, MAX_RESULTS);
  }

  function queryOf(text: string, concepts: readonly Concept[]): Query {
    const meant = joined([meanings(text)]);
    return { text, concepts, meant, nearness: nearestTo(concepts), closeness: closenessTo(meant) };
  }

  function readSentence(asked: string, before: string | undefined, itemType: ArticleType | 'any'): Read {
    const { concepts, expanded } = understand(asked, before);
    const query = queryOf(expanded ?? asked, concepts);
    const found = ranked(query, itemType);
    const sureOf = (text: string) => surenessOf(queryOf(text, understand(text, undefined).concepts), found);
    // What it borrows says as much of its topic as its own words, and a greeting before it says nothing against them.
    const sureness = expanded === undefined ? surenessOf(query, found) : Math.max(sureOf(expanded), sureOf(asked));
    return { ...query, expanded, found, sureness };
  }

  /** What the topic is judged by: the words as people ask them, and how near an article comes. */
  function evidenceIn({ text, concepts, meant, nearness, closeness }: Query, found: readonly Found[]): Evidence {
    const words = concepts.filter(({ rarity }) => rarity > 0).map(({ terms }) => termAsked(terms, topic));
    return {
      // Numbers, and words that no question uses but articles have, speak for neither side.
      terms: words.filter((term) => topic.odds(term) !== undefined || (IS_WORD.test(term) && index.idf(term) === 0)),
      alike: Math.max(0, ...found.map(({ article }) => nearness.of(article.path)[0] ?? 0)),
      meant: { here: nearestOf(closeness), elsewhere: nearestOf(closenessElsewhere(meant)) },
      addressesUs: ADDRESSES_US.test(text),
      pointsHere: POINTS_HERE.test(text),
    };
  }

  function surenessOf(query: Query, found: readonly Found[]): number {
    const evidence = evidenceIn(query, found);
    const saysNothing = query.concepts.every(({ isLight, rarity }) => isLight || rarity === 0);
    return saysNothing && evidence.alike < SAME_QUESTION ? -Infinity : topic.sureness(evidence);
  }

  /**
   * In a question of several sentences most words tell a story. The words that are asked here lead the ranking, and so do
   * the sentences that are about our matters by themselves.
   */
  function readStory(sentences: readonly string[], whole: Read, itemType: ArticleType | 'any'): Read {
    const known = sentences
      .map((text) => readSentence(text, undefined, itemType))
      .filter((sentence) => sentence.sureness >= 0);
    const concepts = whole.concepts.map((concept) => {
      const isTold = concept.rarity > 0 && (topic.odds(termAsked(concept.terms, topic)) ?? -1) < 0;
      return isTold ? { ...concept, weight: concept.weight * TOLD_WEIGHT } : concept;
    });
    const scores = new Map<Article, number>();
    const add = (found: readonly Found[], weight: number) => {
      for (const { article, score } of found) scores.set(article, (scores.get(article) ?? 0) + weight * score);
    };
    const query = queryOf(sentences.join(' '), concepts);
    add(ranked(query, itemType), 1);
    for (const { text, found } of known) add(found, text.endsWith('?') ? ASKED : TOLD);
    const found = [...scores]
      .map(([article, score]) => ({ article, score: round(score) }))
      .sort(byScore)
      .slice(0, MAX_RESULTS);
    const bySentence = Math.max(-Infinity, ...known.map(({ sureness }) => sureness - SURE_SENTENCE));
    const lifted = Math.min(bySentence, whole.sureness + LIFT_BY_SENTENCE);
    return { ...whole, ...query, found, sureness: Math.max(whole.sureness, lifted) };
  }

  function read(asked: string, before: string | undefined, itemType: ArticleType | 'any'): Read {
    const whole = readSentence(asked, before, itemType);
    const sentences = sentencesAsked(asked);
    return sentences.length < 2 ? whole : readStory(sentences, whole, itemType);
  }

  return {
    signsOf(asked) {
      const query = readSentence(asked, undefined, 'any');
      return topic.signsOf(evidenceIn(query, query.found));
    },
    find(asked, before, itemType) {
      const { concepts, expanded, found, sureness, nearness, closeness } = read(asked, before, itemType);
      const results = sureness >= 0 ? found : [];
      const best = results[0]?.score ?? 1;
      const candidates = () => {
        const sources = results.slice(0, SUMMARISED_RESULTS).map(({ article, score }) => {
          const { quotable, meant } = cutOf(article);
          return {
            article: quotable,
            score: score / best,
            alike: nearness.sectionsOf(article.path),
            meaning: { sections: closeness.sectionsOf(article.path), sentences: closeness.toEach(meant) },
          };
        });
        return candidatesOf(concepts, sources);
      };
      return { results, expanded, candidates, summarise: () => quote(candidates()) };
    },
  };
}

/** How near the nearest article is. */
const nearestOf = ({ nearest, of }: Closeness): number => Math.max(0, ...nearest.map(of));

/** The first of a concept's terms that some question uses, here or elsewhere. */
const termAsked = (terms: Concept['terms'], topic: Topic): string =>
  (terms.find(({ term }) => topic.odds(term) !== undefined) ?? terms[0])?.term ?? '';

/** "Astro and Starlight: Markdown versions", "S9: Missing pages answer 404": the names before the colon. */
const namesIn = (title: string): string[] => (title.split(':', 1)[0] ?? '').split(' and ');

const byScore = (a: Found, b: Found): number => b.score - a.score || (a.article.path < b.article.path ? -1 : 1);

/** Scores have four decimals. */
const round = (score: number): number => Math.round(score * 10_000) / 10_000;

/** The sentences of a question, with their marks; of a long one, the parts between its commas. */
const sentencesAsked = (asked: string): string[] =>
  asked
    .split(/(?<=[.?!:;])\s+|\n+/)
    .flatMap((sentence) => (isLong(sentence) ? sentence.split(/(?<=,)\s+/) : [sentence]))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(-MAX_SENTENCES);

/** A sentence of few characters has few words, so most need not be counted. */
const isLong = (sentence: string): boolean =>
  sentence.length > 2 * LONG_SENTENCE && wordsOf(sentence).length > LONG_SENTENCE;

function typesPreferred(query: string): readonly ArticleType[] {
  if (ABOUT_US.test(query)) return ['page', 'methodology', 'checks'];
  const asked = query.trim();
  const start = ABOUT_A_THING.exec(asked)?.[0];
  return start !== undefined &&
    asked.slice(start.length).split(/\s+/, MOST_WORDS_OF_A_THING + 1).length <= MOST_WORDS_OF_A_THING
    ? ['specs']
    : [];
}
