/** What names the public origin of a site that is scanned elsewhere; `option`: the caller does. */
export type OriginSource = 'option' | 'sitemap' | 'canonical' | 'og:url' | 'llms.txt';

/** Where a site is published, for a scan that reads a copy of it elsewhere. */
export interface PublicOrigin {
  readonly origin: string;
  /** Origin that was asked in its place. */
  readonly servedBy: string;
  readonly namedBy: readonly OriginSource[];
}
