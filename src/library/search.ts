import { createSearchIndex, type SearchDocument, type SearchIndex } from './bm25f.ts';
import { type Concept, coverageOf } from './concept.ts';
import { FIELD_WORDS } from './field-words.ts';
import { createLikeness } from './likeness.ts';
import type { Article, ArticleType } from './load-articles.ts';
import { type Passage, readText } from './read-text.ts';
import { RECIPES_HEADING } from './recipes.ts';
import { sentenceOf, sentencesOf } from './sentences.ts';
import { createSpeller } from './spelling.ts';
import { type Source, summarise } from './summarise.ts';
import { compoundsOf } from './tokenise.ts';
import { createReader } from './understand.ts';

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
/** The floor: at least one of so many results must have so much of the question. A word only in the text counts less. */
const JUDGED_RESULTS = 3;
const LEAST_COVERAGE = 1.1;
const IN_TEXT = 0.5;
/** A question is about our matters, too, when so much of its evidence is words of the field, in whichever articles. */
const LEAST_OF_FIELD = 0.5;
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
    const sumOf = (some: readonly Concept[]) => some.reduce((sum, { evidence }) => sum + evidence, 0);
    if (sumOf(concepts.filter(({ isOfField }) => isOfField)) >= LEAST_OF_FIELD * sumOf(concepts)) {
      return sumOf(concepts) > 0;
    }
    return paths.slice(0, JUDGED_RESULTS).some((path) => {
      if (names.some((name) => index.isAbout(path, name))) return true;
      const scattered = coverage((term) => (index.isAbout(path, term) ? 1 : index.has(path, term) ? IN_TEXT : 0));
      return likeness(path).covered + scattered >= LEAST_COVERAGE;
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
      .sort((a, b) => b.score - a.score || (a.article.path < b.article.path ? -1 : 1))
      .slice(0, MAX_RESULTS);
  }

  return {
    find(asked, before, itemType) {
      const { concepts, expanded } = understand(asked, before);
      const found = ranked(asked, concepts, itemType);
      const results = isKnown(
        asked,
        concepts,
        found.map(({ article }) => article.path),
      )
        ? found
        : [];
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
  const words = new Set(index.termsOf([...texts, ...FIELD_WORDS].join('\n')));
  return [...words]
    .filter((word) => index.idf(word) > 0)
    .sort((a, b) => index.idf(a) - index.idf(b) || (a < b ? -1 : 1));
}

/** "Astro and Starlight: Markdown versions": the names before the colon. */
const platformsIn = (title: string): string[] => (title.split(':', 1)[0] ?? '').split(' and ');

/** Scores have four decimals. */
const round = (score: number): number => Math.round(score * 10_000) / 10_000;

function typesPreferred(query: string): readonly ArticleType[] {
  if (ABOUT_US.test(query)) return ['page', 'methodology', 'checks'];
  const asked = query.trim();
  const start = ABOUT_A_THING.exec(asked)?.[0];
  return start !== undefined &&
    asked.slice(start.length).split(/\s+/, MOST_WORDS_OF_A_THING + 1).length <= MOST_WORDS_OF_A_THING
    ? ['specs']
    : [];
}
