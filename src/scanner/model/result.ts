/**
 * Quotes of the site: the only member that may contain third-party text. The runner cleans and cuts every string in it
 * (see evidence.ts), so a check may pass such text unchanged.
 */
export interface Evidence {
  /** The URL that shows the finding; a curl line that repeats it is made from this. */
  readonly url?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly snippet?: string;
  /** The measured value, in the unit of `threshold`. */
  readonly measured?: number | string;
  readonly threshold?: number | string;
  /** A file to paste, made from the site's own words. */
  readonly draft?: string;
  /** Examples (URLs, tokens, headings ...). Kept to the first 10; say the total in `measured`. */
  readonly examples?: readonly string[];
  /** Each place with a finding. Kept to the first 20; say the total in `measured`. */
  readonly findings?: readonly EvidenceFinding[];
  /** Whether directories of MCP servers would take it, in trusted text. */
  readonly directories?: readonly DirectoryVerdict[];
  /** How the request differed from a plain GET by our bot, in trusted text; shapes the repro line. */
  readonly request?: {
    readonly accept?: string;
    readonly userAgent?: string;
    /** Other headers, as a person writes them. */
    readonly headers?: Readonly<Record<string, string>>;
    /** JSON; makes it a POST. */
    readonly body?: string;
  };
  /** Further URLs that show the finding together with `url`. Kept to the first 4. */
  readonly others?: readonly string[];
  /** Lines of the text at `url` that hold the finding, 1-based. Kept to the first 10. */
  readonly lines?: readonly number[];
  /** What shows the finding, where it is not what usually shows one of the check; shapes the repro line. */
  readonly shows?: 'answer' | 'characters' | 'encoding' | 'judgement' | 'redirects' | 'status';
}

/** What a directory of MCP servers asks, whether the server meets it, and where the directory says so. */
export interface DirectoryVerdict {
  readonly directory: string;
  readonly asks: string;
  readonly met: boolean;
  readonly source: `https://${string}`;
}

export interface EvidenceFinding {
  /** Where: a tool's name, or a path such as `tools.search.inputSchema.properties.q`. */
  readonly at: string;
  /** The text found there. Kept to 120 characters, with invisible characters written as \u{E0072}. */
  readonly found: string;
}

/** What a check concluded. The runner adds id, name, source and repro, and turns a throw into `error`. */
export type Outcome =
  | {
      readonly status: 'pass';
      readonly message: string;
      readonly evidence?: Evidence;
      /**
       * Below 1 only where the catalogue scales what even a pass is worth by something else about the same page: P24 by
       * how its Markdown version is found. The page is without fault, so it is no warning; but it earns less.
       */
      readonly credit?: number;
    }
  | { readonly status: 'na'; readonly message: string; readonly evidence?: Evidence }
  | {
      readonly status: 'warn' | 'fail';
      readonly message: string;
      readonly howToFix: string;
      readonly evidence?: Evidence;
      /** Share of the weight earned, 0 to 1, where the rule says other than the status' own credit. */
      readonly credit?: number;
    }
  /** Could not be measured: our time-out, DNS, TLS. Leaves the score and lowers coverage. */
  | { readonly status: 'error'; readonly message: string; readonly evidence?: Evidence };

/** One outcome with the check's identity: the stored part of an evaluation, from which scores are made. */
export interface CheckRecord {
  readonly id: string;
  readonly status: Outcome['status'];
  readonly message: string;
  readonly howToFix?: string;
  readonly evidence?: Evidence;
  /** Only where the rule names a credit of its own. */
  readonly credit?: number;
}

/** Where a throw inside a check goes: it is our bug, and must reach our log, never the report. */
export type OnCheckBug = (checkId: string, thrown: unknown) => void;
