/** Everything checks want to know of one HTML page, taken from one parse5 tree in one walk. Plain data, no nodes. */

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Words between this heading and the next one, in the main text. */
  readonly wordsAfter: number;
  /** Stands in navigation, an aside, or the header or footer of the page rather than in its content. */
  readonly inChrome: boolean;
}

/** A link, real or meant: not a button without a target of its own, nor a placeholder such as `<a name>`. */
export interface Anchor {
  /** As written; undefined when the element has none. */
  readonly href: string | undefined;
  /** Absolute http(s) URL without its fragment; undefined when it does not lead to one. */
  readonly url: string | undefined;
  /** Accessible text: content, aria-label, title or an image's alt; white space folded. */
  readonly text: string;
  readonly inNavigation: boolean;
  readonly rel: readonly string[];
}

export interface HeadLink {
  readonly rel: readonly string[];
  readonly href: string;
  /** Resolved; undefined when it cannot be. */
  readonly url: string | undefined;
  readonly type: string;
  readonly hreflang: string | undefined;
}

export interface MetaTag {
  /** name, property or http-equiv, lower-case. */
  readonly key: string;
  readonly content: string;
}

export interface JsonLdBlock {
  /** Parsed JSON; undefined when there is a problem. */
  readonly value: unknown;
  /** `oversized` (in characters or depth) is our limit, the others are the site's fault. */
  readonly problem: 'empty' | 'syntax' | 'oversized' | undefined;
  readonly snippet: string;
}

export interface PageFacts {
  readonly charset: {
    /** From Content-Type, lower-case. */
    readonly header: string | undefined;
    /** From <meta> within the first 1,024 bytes, lower-case. */
    readonly meta: string | undefined;
    /** The bytes start with the UTF-8 byte order mark, which beats both. */
    readonly bom: boolean;
  };
  readonly htmlLang: string | undefined;
  /** Text of every <title> that is not an SVG's, white space folded, at most 2,000 characters each. */
  readonly titles: readonly string[];
  readonly metas: readonly MetaTag[];
  readonly headLinks: readonly HeadLink[];
  readonly jsonLd: readonly JsonLdBlock[];
  /** Some element carries itemtype (microdata) or typeof (RDFa). */
  readonly hasMicrodata: boolean;
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];

  /**
   * The text left without script, style, noscript, template, svg, form controls, nav, aside, and the header and footer
   * of the page (those of an article or inside main are content).
   */
  readonly mainText: {
    readonly charCount: number;
    readonly wordCount: number;
    /** Words that do not stand in a list made mostly of links. */
    readonly wordsOutsideLinkLists: number;
    /** First 2,000 characters, white space folded. */
    readonly start: string;
    /** SHA-256 (base64url, 16 characters) of the whole folded text. */
    readonly hash: string;
    /** <p> elements of more than 30 characters. */
    readonly longParagraphs: number;
    /** <p> elements with text inside main or [role=main]. */
    readonly mainParagraphs: number;
  };
  /** Visible words and characters of the whole body, navigation included. */
  readonly bodyWordCount: number;
  readonly bodyCharCount: number;
  /** Visible fields to fill in that stand in the main content: those of search forms, and all others. */
  readonly mainFields: { readonly search: number; readonly other: number };
  /** What gives the page away as a client-rendered shell; undefined for none. */
  readonly spaMarker: string | undefined;
  readonly noscriptText: string;

  /** Length of the page converted to Markdown by our fixed converter, navigation kept (P7). */
  readonly markdownCharCount: number;
  /** Where in that Markdown the first heading or paragraph of the content begins; undefined when there is none (P8). */
  readonly contentStart: { readonly charOffset: number } | undefined;

  readonly redirectScript: {
    /** Absolute target (of another page than this) and delay of <meta http-equiv=refresh>. */
    readonly metaRefresh: { readonly url: string; readonly delaySeconds: number } | undefined;
    /** An inline script assigns the location at the top level. */
    readonly assignsLocation: boolean;
  };
  readonly accessWall: {
    /** Visible password fields outside the page's header, footer and navigation. */
    readonly passwordInputs: number;
    /** Name of a consent tool whose container stands in the page. */
    readonly consentContainer: string | undefined;
    /** An open <dialog>, or a modal dialog that is a child of body. */
    readonly blockingDialog: boolean;
  };
}
