/** Everything checks want to know of one HTML page, taken from one parse5 tree in one walk. Plain data, no nodes. */

import type { PageActions } from './actions/page-actions.ts';
import type { MissingText } from './missing/collect-missing.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Words between this heading and the next one, in the main text. */
  readonly wordsAfter: number;
  /** It is in navigation, an aside, or the header or footer of the page rather than in its content. */
  readonly inChrome: boolean;
  /** Its whole text is a link to a page, as the title of a card or a teaser is. */
  readonly isLink: boolean;
}

/** A link, real or meant: not a button without a target of its own, nor a placeholder such as `<a name>`. */
export interface Anchor {
  /** As written; undefined when the element has none. */
  readonly href: string | undefined;
  /** Absolute http(s) URL without its fragment; undefined when it does not lead to one. */
  readonly url: string | undefined;
  /** Accessible text: content, aria-label, title or an image's alt; white space folded. The address, of a click handler. */
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

/** What P19 finds in the markup alone: counts of elements, each counted under the first fault that it has. */
export interface ControlFacts {
  /** Buttons, fields, links and frames that are shown. */
  readonly checked: number;
  readonly faults: {
    readonly unnamedButtons: number;
    readonly unnamedFields: number;
    readonly unnamedLinks: number;
    readonly untitledFrames: number;
    readonly positiveTabindexes: number;
    /** aria-labelledby that names no element of the page. */
    readonly brokenReferences: number;
    /** A viewport that forbids zoom. */
    readonly zoomDisabled: number;
  };
  /** Of the unnamed, those with an empty title or aria-label: a script may fill it in. */
  readonly emptyNames: number;
  /** Opening tags of the first five, cut. */
  readonly examples: readonly string[];
}

export interface PageFacts {
  readonly charset: {
    /** From Content-Type, lower-case. */
    readonly header: string | undefined;
    /** From <meta>, lower-case. */
    readonly meta: string | undefined;
    /** The <meta> ends behind the first 1,024 bytes, so that the encoding changes while a browser parses. */
    readonly isLate: boolean;
    /** The encoding of the byte order mark, which beats both: 'utf-8', 'utf-16le' or 'utf-16be'; undefined without one. */
    readonly mark: string | undefined;
  };
  readonly htmlLang: string | undefined;
  /** Text of every <title> that is not an SVG's, white space folded, at most 2,000 characters each. */
  readonly titles: readonly string[];
  readonly metas: readonly MetaTag[];
  readonly headLinks: readonly HeadLink[];
  readonly jsonLd: readonly JsonLdBlock[];
  /** Items of microdata and RDFa, as documents of JSON-LD. */
  readonly items: readonly unknown[];
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];

  /**
   * The text left without script, style, noscript, template, svg, form controls, nav, aside, and the header and footer
   * of the page (those of an article or inside main are content).
   */
  readonly mainText: {
    readonly charCount: number;
    readonly wordCount: number;
    /** Of these, inside aria-hidden: shown, and left out of the accessibility tree. */
    readonly ariaHiddenWords: number;
    /**
     * Words outside lists that consist mostly of links, cards and teasers of other pages, links within the page (but for
     * its headings) and forms for comments.
     */
    readonly wordsOutsideLinkLists: number;
    /** Words in forms, labels and legends. */
    readonly wordsInForms: number;
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
  /** Visible fields to fill in within the main content: those of search forms, and all others. */
  readonly mainFields: { readonly search: number; readonly other: number };
  /** What gives the page away as a client-rendered shell; undefined for none. */
  readonly spaMarker: string | undefined;
  /** A viewer of API descriptions (Swagger UI, Redoc, RapiDoc, Elements, Scalar), and the one it loads when it says so. */
  readonly apiViewer: { readonly specUrl: string | undefined } | undefined;
  readonly noscriptText: string;

  /** Length of the page converted to Markdown by our fixed converter, navigation kept (P7). */
  readonly markdownCharCount: number;
  /** Where in that Markdown the first heading or paragraph of the content begins; undefined when there is none (P8). */
  readonly contentStart: { readonly charOffset: number } | undefined;

  /**
   * Where visible text outside navigation first links to or names the llms.txt of this host (or of the canonical
   * address's): in the first tenth of the text or its first 500 characters, or in its first half (S14).
   */
  readonly llmsTxtMention: 'early' | 'late' | undefined;

  /** Shown `main` and, outside menus and asides, `article` elements (or such roles); each outermost one counts once. */
  readonly landmarks: {
    readonly mains: number;
    readonly articles: number;
    /** Words of the main text within them. */
    readonly mainWords: number;
    readonly articleWords: number;
  };
  /** Dates for machines, as written: `<time datetime>` in the content, microdata's dateModified and datePublished. */
  readonly dates: {
    readonly times: readonly string[];
    readonly modified: readonly string[];
    readonly published: readonly string[];
  };
  /** Shown images of the content, tracking pixels left out. */
  readonly images: {
    readonly total: number;
    /** Without alt, label or title, and not marked as decorative; an empty alt is such a mark. */
    readonly withoutAlt: number;
    /** Of these, those that no caption of a figure describes either. */
    readonly mute: number;
    /** The src of the first 10 of these. */
    readonly examples: readonly string[];
  };
  /** Tables of the content. */
  readonly tables: {
    /** Those that hold data rather than lay out the page, and those of them without a header cell. */
    readonly data: number;
    readonly withoutHeaders: number;
    /** Characters of Markdown in tables of 20 rows or more. */
    readonly bulkCharCount: number;
  };
  /** Characters of JSON and base64 in runs of 2,000 or more. */
  readonly bulkTextCharCount: number;
  /** At most 50, anywhere in the page, hidden ones left out. */
  readonly forms: readonly PageForm[];
  /** An inline script registers tools by WebMCP's `modelContext.registerTool`. */
  readonly registersTools: boolean;
  /** `pre` elements of the content, columns of line numbers left out. */
  readonly codeBlocks: { readonly total: number; readonly withoutLanguage: number };
  /** Panels of tabs and accordions in the content, and their characters of Markdown; those in other panels not counted. */
  readonly panels: { readonly count: number; readonly charCount: number };
  /** Text that people do not see and that speaks to a model; the snippet begins with it. */
  readonly hiddenInstruction: { readonly where: 'element' | 'comment'; readonly snippet: string } | undefined;

  readonly redirectScript: {
    /** Absolute target (of another page than this) and delay of <meta http-equiv=refresh>. */
    readonly metaRefresh: { readonly url: string; readonly delaySeconds: number } | undefined;
    /** An inline script assigns the location at the top level. */
    readonly assignsLocation: boolean;
  };
  /** What shows that text of the page does not come with it. */
  readonly missing: MissingText;
  readonly accessWall: {
    /** Visible password fields outside the page's header, footer and navigation. */
    readonly passwordInputs: number;
    /** Name of a consent tool whose container is in the page. */
    readonly consentContainer: string | undefined;
    /** An open <dialog>, or a modal dialog that is a child of body. */
    readonly blockingDialog: boolean;
    /** The heading or text with which the page asks for consent, an age or a choice in place of its own text, cut; undefined for none. */
    readonly asksFirst: string | undefined;
  };
  readonly controls: ControlFacts;
  /** Names of the elements in the body that tell one template from another, sorted, each once. */
  readonly structure: readonly string[];
  /** Elements in the tree, without those inside drawings, templates and noscript. */
  readonly elementCount: number;
  /** What people can do on it. */
  readonly actions: PageActions;
}

/** A field to fill in; buttons and hidden values are none. */
export interface FormField {
  /** Of an input as written, lower-case ('text' when it has none); else 'select' or 'textarea'. */
  readonly type: string;
  /** Its attributes, '' for none. */
  readonly name: string;
  readonly id: string;
  readonly isRequired: boolean;
  readonly hasAutocomplete: boolean;
  /** Has a `toolparamdescription` (WebMCP). */
  readonly isDescribedToTools: boolean;
}

export interface PageForm {
  readonly isSearch: boolean;
  /** Has an action, a method, or a button that sends it. */
  readonly isSendable: boolean;
  /** Names GET as its method: sending it changes nothing. */
  readonly sendsByGet: boolean;
  readonly hasCaptcha: boolean;
  /** `toolname` and `tooldescription` (WebMCP). */
  readonly hasToolName: boolean;
  readonly hasToolDescription: boolean;
  /** At most 100. */
  readonly fields: readonly FormField[];
}
