import { type Passage, readText, sentenceOf, sentencesOf } from './article-text.ts';
import type { Article, ArticleType } from './articles.ts';
import { RECIPES_HEADING } from './articles.ts';
import { type Concept, coverageOf, createSearchIndex, type SearchDocument, type SearchIndex } from './bm25f.ts';
import { createLikeness } from './likeness.ts';
import { type Source, summarise } from './summarise.ts';
import { compoundsOf, wordsOf } from './tokenise.ts';
import { createReader, createSpeller } from './understand.ts';
import { FIELD_WORDS, LIGHT_WORDS } from './vocabulary.ts';

const MAX_RESULTS = 10;
/** So many of the best by BM25F are compared line by line; a line like the question adds to the score. */
const CANDIDATES = 20;
const LIKENESS = 4;
/** A line that asks the very question decides. */
const SAME_QUESTION = { from: 0.99, factor: 1.4 };
/** Who speaks of "you", of a scan or of "my score" means this service: the articles about it count more. */
const ABOUT_US = /\b(?:you|your|yours|legible|here|scan|scans|scanned|scanner|my (?:score|report|grade))\b/i;
/** Who asks what a thing is wants its definition: the articles about standards count more. */
const ABOUT_A_THING = /^(?:what(?:['’]s| is| are)|define|explain) /i;
const MOST_WORDS_OF_A_THING = 4;
const PREFERRED = 1.2;
/** A check's article knows one rule: the article that explains the matter comes first, unless the check is asked for. */
const ABOUT_A_CHECK = /\b(?:check|checks|rule)\b/i;
const RULE_ONLY = 0.85;
/** Who names no platform asks in general: the recipes of platforms count less. */
const UNNAMED_RECIPE = 0.6;
/** A summary quotes from the best of them only. */
const SUMMARISED_RESULTS = 5;
/**
 * The floor: at least one of so many results must have so much of the question. A word only in the text counts less. Of a
 * long question with a word of the field less is enough: many of its words meet in one article by chance less often.
 */
const JUDGED_RESULTS = 3;
const LEAST_COVERAGE = { short: 1.1, lessByWord: 0.08, fromWords: 3, long: 0.7 };
const IN_TEXT = 0.5;
/**
 * A question is about our matters, too, when so much of its evidence is words of the field, in whichever articles; less where
 * that is the evidence of several words.
 */
const LEAST_OF_FIELD = { oneWord: 0.5, several: 0.4, severalFrom: 1.5 };
/** What the results of one sentence of several count for. */
const ASKED = 1;
const TOLD = 0.5;
/** What a word of a story counts for that is none of the field. */
const TOLD_WEIGHT = 0.4;
/** A story is about our matters with the evidence of so many words of the field, or a sentence that is and this share of them. */
const STORY = { words: 2.5, share: 0.35 };
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
  /** Sentences of the best results that answer it together. */
  summarise(): ReturnType<typeof summarise>;
}

export interface Search {
  /** @param before the question before it, which a short one borrows words from */
  find(asked: string, before: string | undefined, itemType: ArticleType | 'any'): Answerable;
}

/** A question, or a sentence of it, as the library understands it. */
interface Read {
  readonly concepts: readonly Concept[];
  readonly expanded: string | undefined;
  /** Best first. */
  readonly found: readonly Found[];
  readonly isKnown: boolean;
}

/** The fields of an article as the index wants them. Links to recipes name platforms that a check is not about. */
export function searchDocumentOf(article: Article): SearchDocument {
  const { path, itemType, title, description, questions, keywords, body } = article;
  const { headings, passages, code } = readText(body);
  return {
    ref: path,
    ...(itemType === 'recipe' && { group: itemType }),
    title,
    questions: questions.join('\n'),
    names: [path.slice(path.lastIndexOf('/') + 1), ...keywords].join('\n'),
    description,
    headings: headings.filter((heading) => heading !== RECIPES_HEADING).join('\n'),
    body: [...passages.flatMap(({ heading, text }) => (heading === RECIPES_HEADING ? [] : [text])), ...code].join('\n'),
  };
}

/** The index of the articles, which is made once. */
export function createSearch(articles: readonly Article[]): Search {
  const byPath = new Map(articles.map((article) => [article.path, article]));
  const documents = articles.map(searchDocumentOf);
  const index = createSearchIndex(documents);
  const likenessTo = createLikeness(documents, index);
  const understand = createReader(
    index,
    createSpeller(() => wordsOfSubjects(documents, index)),
    namesIn(articles),
  );
  const cut = new Map<string, Omit<Source, 'score'>>();
  /** Cut when it is first quoted from, and kept: a start need not wait for it. */
  function sourceOf({ path, itemType, title, description, body }: Article): Omit<Source, 'score'> {
    const known = cut.get(path);
    if (known !== undefined) return known;
    const lead = sentenceOf(description, '', index);
    const { passages } = readText(body);
    // The rest of a check's article is the same in every one.
    const [id] = title.split(':', 1);
    const isOfCheck = ({ heading, text }: Passage) => CHECK_TEXT.includes(heading) || text.startsWith(`${id} `);
    const quotable = itemType === 'check' ? passages.filter(isOfCheck) : passages;
    const sentences = sentencesOf(quotable, index);
    const source = { ref: path, title, lead, sentences };
    cut.set(path, source);
    return source;
  }
  /** Whether a result has enough of the question: one that shares a common word with it is about another topic. */
  function isKnown(text: string, concepts: readonly Concept[], paths: readonly string[]): boolean {
    const coverage = coverageOf(concepts, 'evidence');
    const likeness = likenessTo(concepts);
    // Nothing in it says what it is about: only a line that asks the same shows that it is about our matters.
    if (concepts.every(({ isLight }) => isLight)) {
      return paths.slice(0, JUDGED_RESULTS).some((path) => likeness(path).alike >= SAME_QUESTION.from);
    }
    const names = index.termsOf(compoundsOf(text).join(' '));
    const evidence = evidenceOf(concepts);
    const field = ofField(concepts);
    const { oneWord, several, severalFrom } = LEAST_OF_FIELD;
    if (field >= (field < severalFrom * index.unknownIdf ? oneWord : several) * evidence) return evidence > 0;
    const enough = leastCoverage(concepts);
    return paths.slice(0, JUDGED_RESULTS).some((path) => {
      if (names.some((name) => index.isAbout(path, name))) return true;
      const scattered = coverage((term) => (index.isAbout(path, term) ? 1 : index.has(path, term) ? IN_TEXT : 0));
      return likeness(path).covered + scattered >= enough;
    });
  }

  /** The best articles for what is asked, with their scores. */
  function ranked(asked: string, concepts: readonly Concept[], itemType: ArticleType | 'any'): Found[] {
    const isWanted = (path: string) => itemType === 'any' || byPath.get(path)?.itemType === itemType;
    const likeness = likenessTo(concepts);
    const preferred = typesPreferred(asked);
    const checkFactor = ABOUT_A_CHECK.test(asked) ? 1 : RULE_ONLY;
    const askedTerms = new Set(index.termsOf(asked));
    const isNamed = ({ title }: Article) =>
      platformsIn(title).some((name) => index.termsOf(name).every((term) => askedTerms.has(term)));
    const weightOf = (article: Article): number => {
      if (article.itemType === 'check') return checkFactor;
      return article.itemType === 'recipe' && !isNamed(article) ? UNNAMED_RECIPE : 1;
    };
    return index
      .search(concepts, CANDIDATES, isWanted)
      .flatMap(({ ref, score }) => {
        const article = byPath.get(ref);
        if (article === undefined) return [];
        const { alike } = likeness(ref);
        const isPreferred = preferred.includes(article.itemType);
        const factor =
          weightOf(article) * (isPreferred ? PREFERRED : 1) * (alike >= SAME_QUESTION.from ? SAME_QUESTION.factor : 1);
        return [{ article, score: round(score * (1 + LIKENESS * alike) * factor) }];
      })
      .sort(byScore)
      .slice(0, MAX_RESULTS);
  }

  function readSentence(asked: string, before: string | undefined, itemType: ArticleType | 'any'): Read {
    const { concepts, expanded } = understand(asked, before);
    const found = ranked(asked, concepts, itemType);
    const paths = found.map(({ article }) => article.path);
    return { concepts, expanded, found, isKnown: isKnown(asked, concepts, paths) };
  }

  /**
   * In a question of several sentences most words tell a story. Those of the field lead the ranking, and so do the
   * sentences that are about our matters by themselves.
   */
  function readStory(sentences: readonly string[], whole: Read, itemType: ArticleType | 'any'): Read {
    const known = sentences
      .map((text) => ({ text, ...readSentence(text, undefined, itemType) }))
      .filter((sentence) => sentence.isKnown);
    const concepts = whole.concepts.map((concept) => {
      const isTold = !concept.isOfField && concept.evidence > 0;
      return isTold ? { ...concept, weight: concept.weight * TOLD_WEIGHT } : concept;
    });
    const scores = new Map<Article, number>();
    const add = (found: readonly Found[], weight: number) => {
      for (const { article, score } of found) scores.set(article, (scores.get(article) ?? 0) + weight * score);
    };
    add(ranked(sentences.join(' '), concepts, itemType), 1);
    for (const { text, found } of known) add(found, text.endsWith('?') ? ASKED : TOLD);
    const found = [...scores]
      .map(([article, score]) => ({ article, score: round(score) }))
      .sort(byScore)
      .slice(0, MAX_RESULTS);
    return { ...whole, concepts, found, isKnown: whole.isKnown || isOurStory(whole.concepts, known.length > 0) };
  }

  function isOurStory(concepts: readonly Concept[], hasKnownSentence: boolean): boolean {
    if (ofField(concepts) >= STORY.words * index.unknownIdf) return true;
    return (
      hasKnownSentence && ofField(concepts) >= STORY.share * evidenceOf(concepts.filter(({ isLight }) => !isLight))
    );
  }

  function read(asked: string, before: string | undefined, itemType: ArticleType | 'any'): Read {
    const whole = readSentence(asked, before, itemType);
    const sentences = sentencesAsked(asked);
    return sentences.length < 2 ? whole : readStory(sentences, whole, itemType);
  }

  return {
    find(asked, before, itemType) {
      const { concepts, expanded, found, isKnown } = read(asked, before, itemType);
      const results = isKnown ? found : [];
      const best = results[0]?.score ?? 1;
      return {
        results,
        expanded,
        summarise: () => {
          const sources = results
            .slice(0, SUMMARISED_RESULTS)
            .map(({ article, score }) => ({ ...sourceOf(article), score: score / best }));
          return summarise(concepts, sources, index);
        },
      };
    },
  };
}

/** The words that name what articles are about, the more frequent first. */
function wordsOfSubjects(documents: readonly SearchDocument[], index: SearchIndex): string[] {
  const texts = documents.map(({ title, questions, names }) => `${title}\n${questions}\n${names}`);
  const rarity = new Map<string, number>();
  for (const word of wordsOf([...texts, ...FIELD_WORDS].join('\n'))) {
    const idf = index.idf(index.termsOf(word).at(-1) ?? '');
    if (idf > 0) rarity.set(word, idf);
  }
  const ofSubjects = [...rarity].sort(([a, rareA], [b, rareB]) => rareA - rareB || (a < b ? -1 : 1));
  // A light word that is misspelt says no more than one that is not.
  return [...ofSubjects.map(([word]) => word), ...LIGHT_WORDS];
}

/** A field of an answer or a file, as in `rawScore`. */
const FIELD_NAME = /\b[a-z]{2,20}(?:[A-Z][a-z]{1,20}){1,4}\b/g;

/** Names that hardly any other topic has: of checks, of platforms with a recipe, and of fields that an article mentions. */
function namesIn(articles: readonly Article[]): string[] {
  const names = articles.flatMap(({ itemType, title, body }) => [
    ...(itemType === 'check' ? [title.split(':', 1)[0] ?? ''] : []),
    ...(itemType === 'recipe' ? platformsIn(title).filter((name) => !name.includes(' ')) : []),
    ...(body.match(FIELD_NAME) ?? []),
  ]);
  return [...new Set(names)].filter((name) => name !== '');
}

/** "Astro and Starlight: Markdown versions": the names before the colon. */
const platformsIn = (title: string): string[] => (title.split(':', 1)[0] ?? '').split(' and ');

const evidenceOf = (concepts: readonly Concept[]): number => concepts.reduce((sum, { evidence }) => sum + evidence, 0);
const ofField = (concepts: readonly Concept[]): number => evidenceOf(concepts.filter(({ isOfField }) => isOfField));

/** How much of a question a result must have for the question to be about our matters. */
function leastCoverage(concepts: readonly Concept[]): number {
  const { short, lessByWord, fromWords, long } = LEAST_COVERAGE;
  if (ofField(concepts) === 0) return short;
  const words = concepts.filter(({ evidence, isLight }) => evidence > 0 && !isLight).length;
  return Math.max(long, short - lessByWord * Math.max(0, words - fromWords));
}

const byScore = (a: Found, b: Found): number => b.score - a.score || (a.article.path < b.article.path ? -1 : 1);

/** Scores have four decimals. */
const round = (score: number): number => Math.round(score * 10_000) / 10_000;

/** The sentences of a question, with their marks; of a long one, what stands between its commas. */
const sentencesAsked = (asked: string): string[] =>
  asked
    .split(/(?<=[.?!:;])\s+|\n+/)
    .flatMap((sentence) => (wordsOf(sentence).length > LONG_SENTENCE ? sentence.split(/(?<=,)\s+/) : [sentence]))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(-MAX_SENTENCES);

function typesPreferred(query: string): readonly ArticleType[] {
  if (ABOUT_US.test(query)) return ['page', 'methodology', 'checks'];
  const asked = query.trim();
  const start = ABOUT_A_THING.exec(asked)?.[0];
  return start !== undefined &&
    asked.slice(start.length).split(/\s+/, MOST_WORDS_OF_A_THING + 1).length <= MOST_WORDS_OF_A_THING
    ? ['specs']
    : [];
}
