/** A published description of how one kind of agent reads the web. Data only; `delivery/` computes with it. */

/** Where a figure comes from. */
export type FigureSource = CitedSource | AssumedFigure;

export interface CitedSource {
  /** `documented` by the vendor, `source` code, or `measured` by others. */
  readonly basis: 'documented' | 'source' | 'measured';
  readonly url: `https://${string}`;
  /** ISO date on which the figure was read there; undefined while it is quoted and awaits a reading. */
  readonly readOn: string | undefined;
  /** The figure in one short sentence. */
  readonly says: string;
}

/** A figure that we chose, until a source is known. */
export interface AssumedFigure {
  readonly basis: 'assumed';
  readonly says: string;
}

export type ReaderId = 'coding-assistant' | 'chat-assistant' | 'fetch-tool' | 'search-assistant' | 'page-reader';

/** A way to an address of the site. `search`: an index that is fed by links and the sitemap, and obeys noindex and canonical. */
export type Way = 'links' | 'llms-txt' | 'search';

export interface Reader {
  readonly id: ReaderId;
  readonly name: string;
  /** robots.txt product tokens; the site must allow all of them. */
  readonly robotsTokens: readonly [string, ...string[]];
  /** Agent whose imitation represents this reader in the probes of the edge; undefined for none. */
  readonly probedAs: 'ChatGPT-User' | 'Claude-User' | undefined;
  /** Run by a vendor whose user agent firewalls know: shares the fate of the names that are asked. */
  readonly isVendor: boolean;
  /** Asks for Markdown by `Accept`, and follows a declared Markdown version. */
  readonly asksForMarkdown: boolean;
  readonly ways: readonly [Way, ...Way[]];
  /**
   * What it reads of the HTML. `page`: all of it as Markdown; `main`: the main content as Markdown; `tree`: shown text of
   * the main content, hidden text left out.
   */
  readonly view: 'page' | 'main' | 'tree';
  /** Characters of one page it receives at most, in its view. */
  readonly pageChars: number;
  /** Share of a page that arrives as an excerpt of the index, whatever the page's length and frame; 0 to 1. */
  readonly excerptShare: number;
  /** Redirects it follows at most. */
  readonly maxRedirects: number;
  readonly sources: readonly [FigureSource, ...FigureSource[]];
}
