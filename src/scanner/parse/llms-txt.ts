export interface LlmsTxtLink {
  readonly name: string;
  readonly url: string;
  /** The note after the colon, '' when there is none. */
  readonly notes: string;
  readonly line: number;
}
export interface LlmsTxtSection {
  readonly title: string;
  readonly level: number;
  readonly line: number;
  readonly links: readonly LlmsTxtLink[];
}
export interface LlmsTxt {
  readonly charCount: number;
  /** All `# ` headings outside code fences. */
  readonly h1s: readonly { readonly text: string; readonly line: number }[];
  /** The H1 is the first thing after a BOM, front matter, HTML comments and blank lines. */
  readonly h1IsFirst: boolean;
  /** Text of the first blockquote, and whether it stands right after the H1. */
  readonly summary: { readonly text: string; readonly afterH1: boolean; readonly line: number } | undefined;
  /** Headings of level 2 and deeper, in order. */
  readonly sections: readonly LlmsTxtSection[];
  /** Links before the first section. */
  readonly preambleLinks: readonly LlmsTxtLink[];
  /** List items that should be links: how many, how many are well formed, and the first bad ones. */
  readonly listItems: {
    readonly total: number;
    readonly wellFormed: number;
    readonly malformedLines: readonly number[];
  };
  /** 1-based line of a code fence that is never closed. */
  readonly unclosedFenceLine: number | undefined;
}
