/** What a page lets people do, as plain data, kept of every page until the crawl is over: bounded in number and length. */

/** A field that people fill in. */
export interface ActionField {
  /**
   * Of an input as written, lower-case ('text' when it has none); else 'select' or 'textarea'; 'custom' for an element that has the
   * role of a field, 'pretended' for one that only looks like a select.
   */
  readonly type: string;
  readonly name: string;
  /** What names it for those who read the accessibility tree, cut; '' for nothing. */
  readonly label: string;
  /** Where the label comes from, in the order in which browsers look. */
  readonly labelledBy: 'label' | 'aria' | 'title' | 'placeholder' | 'none';
  readonly isRequired: boolean;
  /** Only a script can set it: a read-only field without a value, a select without options, an element that is no field. */
  readonly isScripted: boolean;
}

/** Where a form is sent, as far as its markup says. */
export type FormTarget =
  /** An address: `url`. */
  | 'address'
  /** The page that it is on: there is no action, or an empty one. */
  | 'self'
  /** Only a script knows. */
  | 'script'
  /** A mail program. */
  | 'mail';

export interface ActionForm {
  /** A `form` element; else fields and a button that only scripts join. */
  readonly isElement: boolean;
  readonly isSearch: boolean;
  readonly method: 'get' | 'post' | 'dialog';
  readonly target: FormTarget;
  /** Absolute, without fragment; '' where no address is named. */
  readonly url: string;
  readonly captcha: boolean;
  /** What its first button says, cut; undefined without a button. */
  readonly submit: string | undefined;
  /** Every button that sends it is disabled, until a script enables one. */
  readonly isDisabled: boolean;
  /** An element that only looks like a button replaces it: agents cannot know that it sends. */
  readonly isButtonPretended: boolean;
  /** What names or heads the form, cut; '' for nothing. */
  readonly heading: string;
  /** Hidden values that go with it, as pairs; at most five. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  readonly inContent: boolean;
  /** A button or a menu has to open it first. */
  readonly isFolded: boolean;
  /** At most 40, hidden ones left out. */
  readonly fields: readonly ActionField[];
  readonly fieldCount: number;
}

/**
 * A button, or a link without an address, outside of forms: only scripts know what it does. Also an element that only looks like a
 * button, where it is for the basket.
 */
export interface LooseControl {
  readonly label: string;
  /** It has neither the tag nor the role of a button. */
  readonly isPretended: boolean;
  /** Nobody can press it now: there is nothing further, or a choice has to come first. */
  readonly isDisabled: boolean;
  /** One of its attributes calls a script, or names an address for one. */
  readonly isHandled: boolean;
  /** Address in one of its attributes, as written, for a script to read; '' for none. */
  readonly data: string;
}

/** Figures of one table, list of terms, or kind of price. */
export interface FigureGroup {
  readonly kind: 'table' | 'terms' | 'price';
  /** What it is called, cut: a caption, headers, a class. */
  readonly name: string;
  readonly cells: number;
  /** Cells that promise a figure and have no text. */
  readonly missing: number;
  /** Of the missing, those that hold a picture or a drawing in the place of text. */
  readonly pictures: number;
  readonly hasHeaders: boolean;
  /** What the first missing cell looks like: its opening tag, cut. */
  readonly example: string;
}

/** What a page's JSON-LD says of the one thing that it sells. */
export interface ProductFacts {
  readonly name: string;
  readonly price: string | undefined;
  readonly currency: string | undefined;
  readonly isAvailabilityKnown: boolean;
  /** It says that it cannot be bought now. */
  readonly isSoldOut: boolean;
}

export interface PageActions {
  /** At most ten. */
  readonly forms: readonly ActionForm[];
  /** Frames of other hosts in the content: address and title; at most five. */
  readonly frames: readonly { readonly url: string; readonly title: string }[];
  /** A mail address, a number to call or a postal address: a way to reach people. */
  readonly hasContact: boolean;
  /** Where a short page without a form sends people instead: to a sign-in, or into an app. */
  readonly elsewhere: 'sign-in' | 'app' | undefined;
  /** A service whose script puts a form into the page, by name. */
  readonly formService: string | undefined;
  /** A script, or an empty container, that makes a form or a search; the sign, cut. */
  readonly scriptedForm: string | undefined;
  readonly scriptedSearch: string | undefined;
  /** At most 40. */
  readonly controls: readonly LooseControl[];
  /** Links to further pages of a list, by their words or relation; at most five. */
  readonly further: readonly { readonly url: string; readonly label: string }[];
  /** "1 to 10 of 240". */
  readonly count: { readonly shown: number; readonly total: number } | undefined;
  /** An inline script loads more at the end of the page. */
  readonly isEndless: boolean;
  /** At most 20. */
  readonly figures: readonly FigureGroup[];
  /** Amounts of money in the shown text, as numbers; at most 30. */
  readonly amounts: readonly number[];
  /** Undefined where the page sells nothing, or several things. */
  readonly product: ProductFacts | undefined;
  /** Links whose words or addresses put something into a basket; at most three. */
  readonly cartLinks: readonly string[];
  /** Addresses in code of this page that programs call; at most five. */
  readonly calls: readonly string[];
  /** How to search by address, with `{searchTerms}` or `{search_term_string}`; the address of an OpenSearch description. */
  readonly searchTemplate: string | undefined;
  readonly openSearch: string | undefined;
  /** A script registers WebMCP tools, or a form declares one. */
  readonly registersTools: boolean;
  /** It asks for a password and shows little else. */
  readonly isSignIn: boolean;
  /** Some words in it say that a key or a token is to be had, and how. */
  readonly tellsOfKeys: boolean;
  /** It runs scripts. */
  readonly hasScripts: boolean;
}
