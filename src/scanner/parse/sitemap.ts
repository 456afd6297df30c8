export interface SitemapEntry {
  readonly url: string;
  /** As written; undefined when there is none. */
  readonly lastmod: string | undefined;
}
