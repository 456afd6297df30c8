/** Every item type an article can have. */
export const ARTICLE_TYPES = ['methodology', 'checks', 'specs', 'llms-txt', 'check', 'page'] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** One page of the library. */
export interface Article {
  /** Root-relative, e.g. `/docs/specs/llms-txt`; unique. */
  readonly path: string;
  readonly itemType: ArticleType;
  readonly title: string;
  /** One sentence that answers what the article is about, at most 200 characters. */
  readonly description: string;
  /** Words people search for that the text does not say. */
  readonly keywords: readonly string[];
  /** At least one https address. */
  readonly sources: readonly string[];
  /** Markdown without a heading of level 1: the title is that. */
  readonly body: string;
}
