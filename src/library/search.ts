import type { Steps } from '../basics/steps.ts';
import { type Passage, readText, sentenceOf, sentencesOf } from './article-text.ts';
import type { Article, ArticleType } from './articles.ts';
import { completed } from './follow-up.ts';
import { type Closeness, createCloseness, joined, loadMeanings, type Meanings, type Meant } from './meaning.ts';
import { type Quotable, quotableOf } from './quotable.ts';
import { articlesOf, createRanking, fused, type SectionFound } from './ranking.ts';
import type { SearchData } from './search-data.ts';
import { candidatesOf, quote } from './summarise.ts';
import { termsOf } from './terms.ts';
import { wordsOf } from './tokenise.ts';
import { createTopic, type Evidence, type Signs } from './topic.ts';

const MAX_RESULTS = 10;
/** A summary quotes from the best of them only. */
const SUMMARISED_RESULTS = 4;
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
  /** The best articles for a question, whether it is about our matters or not. */
  ranked(asked: string): readonly Found[];
  /** What speaks for a question to be about our matters, see Topic: its weights are fitted to them. */
  signsOf(asked: string): Signs;
}

/** What an article can be quoted by, and what its sentences mean. */
interface Cut {
  readonly quotable: Quotable;
  readonly meant: Meant;
}

/** A question, and how near the library comes to it. */
interface Query {
  readonly text: string;
  readonly terms: readonly string[];
  readonly meant: Meant;
  readonly sections: readonly SectionFound[];
  readonly closeness: Closeness;
}

/** The search of the articles. @param data made of the same articles */
export function* createSearch(articles: readonly Article[], data: SearchData): Steps<Search> {
  const byPath = new Map(articles.map((article) => [article.path, article]));
  const { odds, rarity } = data;
  const rarityOf = (term: string) => rarity.get(term) ?? 0;
  const topic = createTopic(odds, (term) => rarity.has(term));
  const ranking = createRanking(data.ranking, (term) => rarity.has(term) || topic.isAsked(term));
  yield;
  const meanings = loadMeanings();
  yield;
  const closenessTo = createCloseness(data.meant);
  const cutOf = createCutter(meanings, rarityOf);

  function queryOf(text: string): Query {
    const meant = joined([meanings(text)]);
    return {
      text,
      terms: termsOf(text).map(ranking.meantBy),
      meant,
      sections: ranking.sectionsFor(text),
      closeness: closenessTo(meant),
    };
  }

  const checks = new Map(
    articles.filter(({ itemType }) => itemType === 'check').map(({ path, title }) => [idOf(title).toLowerCase(), path]),
  );
  /** The articles of the checks that a text names by their ids: who names one wants it. */
  const namedIn = (text: string): string[] => [...new Set(wordsOf(text))].flatMap((word) => checks.get(word) ?? []);

  function rankedFor({ text, sections, meant, closeness }: Query, itemType: ArticleType | 'any'): Found[] {
    const isWanted = (path: string) => itemType === 'any' || byPath.get(path)?.itemType === itemType;
    const named = new Set(namedIn(text));
    const lists = [
      [...named],
      ranking.byFields(text),
      [...new Set(sections.map(({ place: { ref } }) => ref))],
      articlesOf(sections),
      // A text without a word that has a meaning is as near to all.
      meant.some((each) => each !== 0) ? closeness.articles.map(({ ref }) => ref) : [],
    ];
    return fused(lists.map((list) => list.filter(isWanted)))
      .map(({ ref, score }) => ({ ref, score: named.has(ref) ? 1 + score : score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .flatMap(({ ref, score }) => {
        const article = byPath.get(ref);
        return article === undefined ? [] : [{ article, score: round(score) }];
      });
  }

  function evidenceIn({ text, terms, sections: [best], closeness }: Query): Evidence {
    const covered = best?.terms.length ?? 0;
    return {
      text,
      terms,
      alike: (best?.score ?? 0) / (covered || 1),
      covered: covered / (new Set(terms).size || 1),
      meantHere: closeness.articles[0]?.near ?? 0,
    };
  }

  /** Words that English is full of name no matter, and the ids of checks need nothing else. */
  function isOurs(query: Query): boolean {
    if (query.terms.length === 0) return false;
    return query.terms.every((term) => checks.has(term)) || topic.isOurs(evidenceIn(query));
  }

  return {
    signsOf: (asked) => topic.signsOf(evidenceIn(queryOf(asked))),
    ranked: (asked) => rankedFor(queryOf(asked), 'any'),
    find(asked, before, itemType) {
      const expanded = before === undefined ? undefined : completed(asked, before, rarityOf);
      const query = queryOf(expanded ?? asked);
      // A greeting before it says nothing against a question.
      const isAnswered = isOurs(query) || (expanded !== undefined && isOurs(queryOf(asked)));
      const results = isAnswered ? rankedFor(query, itemType) : [];
      const best = results[0]?.score ?? 1;
      const candidates = () => {
        const alike = query.sections[0]?.score ?? 1;
        const sources = results.slice(0, SUMMARISED_RESULTS).map(({ article, score }) => {
          const { quotable, meant } = cutOf(article);
          const own = query.sections.filter(({ place }) => place.ref === article.path);
          return {
            article: quotable,
            score: score / best,
            alike: new Map(own.map(({ place, score: of }) => [place.heading, of / alike])),
            meaning: {
              sections: query.closeness.sectionsOf(article.path),
              sentences: query.closeness.toEach(meant),
            },
          };
        });
        return candidatesOf(new Map(query.terms.map((term) => [term, rarityOf(term)])), sources);
      };
      return { results, expanded, candidates, summarise: () => quote(candidates()) };
    },
  };
}

/** Cuts articles into what they can be quoted by. */
function createCutter(meanings: Meanings, rarityOf: (term: string) => number): (article: Article) => Cut {
  const cut = new Map<string, Cut>();
  /** Cut when it is first quoted from, and kept: a start need not wait for it. */
  function cutOf({ path, itemType, title, description, body }: Article): Cut {
    const known = cut.get(path);
    if (known !== undefined) return known;
    const lead = sentenceOf({ text: description, heading: '' }, rarityOf);
    const { passages } = readText(body);
    // The rest of a check's article is the same in every one.
    const id = idOf(title);
    const isOfCheck = ({ heading, text }: Passage) => CHECK_TEXT.includes(heading) || text.startsWith(`${id} `);
    const quotable = itemType === 'check' ? passages.filter(isOfCheck) : passages;
    const sentences = sentencesOf(quotable, rarityOf);
    const meant = joined(sentences.map(({ text }) => meanings(text)));
    const made = { quotable: quotableOf(title, lead, sentences), meant };
    cut.set(path, made);
    return made;
  }
  return cutOf;
}

/** "S9: Missing pages answer 404". */
const idOf = (title: string): string => title.split(':', 1)[0] ?? '';

/** Scores have four decimals. */
const round = (score: number): number => Math.round(score * 10_000) / 10_000;
