import type { TextBlocks } from '../parse/html/text-blocks.ts';

/** A page with this many words has a text of its own; with fewer, its other forms are read. */
export const FULL_WORDS = 40;

/** A link of a page as the readers meet it. */
export interface PageLink {
  readonly url: string;
  /** Characters of Markdown before it. */
  readonly at: number;
  readonly inContent: boolean;
  /** Its words or its address say where it leads. */
  readonly isDescribed: boolean;
}

/** A Markdown version that a reader gets by asking for it. */
export interface TwinText {
  readonly words: number;
  readonly chars: number;
  /** `negotiation`: in place of the HTML, to all who prefer it; `declared`: by a link, so that a reader has both. */
  readonly via: 'negotiation' | 'declared';
  /** It says what the page says. */
  readonly agrees: boolean;
  /**
   * Share of the page's headings and sentences that it contains, 0 to 1; 1 where it has nearly all, or the share is
   * unknown.
   */
  readonly brought: number;
}

/** All that is kept of a page's text until every page is read: numbers and hashes, no text. */
export interface PageText {
  readonly blocks: TextBlocks;
  /** The blocks are those of `noscript`, which readers of the accessibility tree do not see. */
  readonly isNoscript: boolean;
  /** Images of the content that nothing is said of. */
  readonly muteImages: number;
  /** Panels of tabs in the content whose text came with the page, and those whose text did not. */
  readonly panels: { readonly filled: number; readonly empty: number };
  /** Share of the words that the declared encoding leaves intact, 0 to 1. */
  readonly intactShare: number;
  /** It asks for a password and has little else. */
  readonly isSignIn: boolean;
  /** Its text ends with the words of a paywall. */
  readonly endsAtPaywall: boolean;
  readonly twin: TwinText | undefined;
  readonly links: readonly PageLink[];
  /** Absolute addresses that only a script leads to: click handlers and routes behind a hash. */
  readonly scripted: readonly string[];
}
