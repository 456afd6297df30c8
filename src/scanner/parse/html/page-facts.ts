/** Everything checks want to know of one HTML page, taken from one parse5 tree in one walk. Plain data, no nodes. */

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Words between this heading and the next one, in the main text. */
  readonly wordsAfter: number;
}

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
  /** Parsed JSON; undefined when it does not parse. */
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly snippet: string;
}

export interface PageFacts {
  readonly charset: {
    /** From Content-Type, lower-case. */
    readonly header: string | undefined;
    /** From <meta> within the first 1,024 bytes, lower-case. */
    readonly meta: string | undefined;
  };
  readonly htmlLang: string | undefined;
  /** Text of every <title> in the head. */
  readonly titles: readonly string[];
  readonly metas: readonly MetaTag[];
  readonly headLinks: readonly HeadLink[];
  readonly jsonLd: readonly JsonLdBlock[];
  /** Some element carries itemtype (microdata) or typeof (RDFa). */
  readonly hasMicrodata: boolean;
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];

  /** The text left without script, style, noscript, template, svg, nav, header, footer and aside. */
  readonly mainText: {
    readonly charCount: number;
    readonly wordCount: number;
    /** First 2,000 characters, white space folded. */
    readonly start: string;
    /** SHA-256 (base64url, 16 characters) of the whole folded text. */
    readonly hash: string;
    /** <p> elements of more than 30 characters. */
    readonly longParagraphs: number;
    /** <p> elements inside main or [role=main]. */
    readonly mainParagraphs: number;
  };
  /** Visible words of the whole body, navigation included. */
  readonly bodyWordCount: number;
  /** What gives the page away as a client-rendered shell; undefined for none. */
  readonly spaMarker: string | undefined;
  readonly noscriptText: string;

  /** Length of the page converted to Markdown by our fixed converter, navigation kept (P7). */
  readonly markdownCharCount: number;

  readonly redirectScript: {
    /** Target and delay of <meta http-equiv=refresh>. */
    readonly metaRefresh: { readonly url: string; readonly delaySeconds: number } | undefined;
    /** An inline script assigns the location at the top level. */
    readonly assignsLocation: boolean;
  };
  readonly accessWall: {
    readonly passwordInputs: number;
    /** Name of a consent tool whose container stands in the page. */
    readonly consentContainer: string | undefined;
    /** An open <dialog>, or a modal dialog that is a child of body. */
    readonly blockingDialog: boolean;
  };
}
