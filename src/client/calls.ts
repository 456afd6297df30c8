/** Made by `npm run generate` from the schemas of the tools: what each call of the API takes and answers. */

/** By the operationId of the OpenAPI description. */
export interface Calls {
  /** Starts grading how well a public website can be read and used by AI agents. */
  startScan(input: StartScanInput, signal?: AbortSignal): Promise<StartScanResponse>;
  /** Lists the scans of your account, newest first, with their scores. */
  listScans(input?: ListScansInput, signal?: AbortSignal): Promise<ScanListResponse>;
  /** Reads one scan: status, scores and every finding with its evidence and fix. */
  getScan(input: GetScanInput, signal?: AbortSignal): Promise<Scan>;
  /** Deletes an ended scan of your account and its share page for good. */
  deleteScan(input: DeleteScanInput, signal?: AbortSignal): Promise<void>;
  /** Tells the operator that a result of a scan is wrong. */
  reportResult(input: ReportResultInput, signal?: AbortSignal): Promise<ResultReport>;
  /** Explains the score of a completed scan: points by category and check, the caps that bound it, and the fixes ranked by the points each gains, with the pages they concern. */
  explainScan(input: ExplainScanInput, signal?: AbortSignal): Promise<Explanation>;
  /** Compares a completed scan with an earlier one, or with one of another site: score change and why, checks and pages that changed. */
  compareScans(input: CompareScansInput, signal?: AbortSignal): Promise<Comparison>;
  /** Returns what one kind of agent receives of a page now: status, form, the text up to its cut, and losses with causes. */
  viewPage(input: ViewPageInput, signal?: AbortSignal): Promise<PageView>;
  /** Says which agents a server log shows, what they got, refusals, and what to change. */
  readLog(input?: ReadLogInput, signal?: AbortSignal): Promise<LogAnswer>;
  /** Says which agents a server log shows, what they got, refusals, and what to change. */
  getLog(input?: GetLogInput, signal?: AbortSignal): Promise<LogAnswer>;
  /** Says which agents a server log shows, what they got, refusals, and what to change. */
  deleteLog(input?: DeleteLogInput, signal?: AbortSignal): Promise<void>;
  /** Grades a remote MCP server from 0 to 100, injected instructions included, with a fix for each finding. */
  scanMcp(input: ScanMcpInput, signal?: AbortSignal): Promise<McpScanResponse>;
  /** Scans a site or MCP server on a schedule, and puts what got worse into feeds: score, checks, access, changed tools. */
  watchSite(input: WatchSiteInput, signal?: AbortSignal): Promise<WatchAnswer>;
  /** Lists the sites your account watches: runs, what got worse, feeds. */
  listWatches(input?: Record<never, never>, signal?: AbortSignal): Promise<WatchList>;
  /** Answers questions about making sites and MCP servers readable for AI agents, and about this service. */
  askWithBody(input: AskWithBodyInput, signal?: AbortSignal): Promise<AskAnswer>;
  /** Stops a running scan or batch of your account. */
  cancelScan(input: CancelScanInput, signal?: AbortSignal): Promise<CancelledScan>;
  /** Lists the sites you scanned: scores, first fix, labels, watch. */
  listSites(input?: ListSitesInput, signal?: AbortSignal): Promise<SiteList>;
  /** Replaces the labels of a site you scanned, or the cover of its reports. */
  labelSite(input: LabelSiteInput, signal?: AbortSignal): Promise<LabelledSites>;
  /** Scans many sites. */
  startBatch(input: StartBatchInput, signal?: AbortSignal): Promise<Batch>;
  /** Progress, scores and worst faults of a batch; with another, both side by side. */
  getBatch(input?: GetBatchInput, signal?: AbortSignal): Promise<BatchAnswer>;
  /** Progress, scores and worst faults of a batch; with another, both side by side. */
  listBatches(input?: ListBatchesInput, signal?: AbortSignal): Promise<BatchAnswer>;
  /** Stops a running scan or batch of your account. */
  cancelBatch(input: CancelBatchInput, signal?: AbortSignal): Promise<void>;
}

export interface StartScanInput {
  /** Root URL of the site or section, e.g. https://example.com/docs/ (1 to 2,000 characters). */
  readonly url: string;
  /** Pages at most (1 to 2,000, default 100). */
  readonly pageLimit?: number | undefined;
  /** Pages to leave out: path patterns of robots.txt, e.g. /tags/ (1 to 100 entries). */
  readonly exclude?: string[] | undefined;
  /** Origin where a preview will be published. */
  readonly canonicalOrigin?: string | undefined;
  /** Check ids, e.g. S2: report only these. The score counts all (1 to 100 entries). */
  readonly checks?: string[] | undefined;
  /** Also look at up to 10 pages in a browser. */
  readonly browser?: boolean | undefined;
  /** A call with the same key within 24 hours answers the first scan. */
  readonly idempotencyKey?: string | undefined;
  /** Without a key: scan anew (default false). */
  readonly fresh?: boolean | undefined;
}

export interface ListScansInput {
  /** Scans at most (1 to 100, default 20). */
  readonly limit?: number | undefined;
  /** nextCursor of an answer. */
  readonly cursor?: string | undefined;
}

export interface GetScanInput {
  /** Id of a scan of your account, or the share token of any scan (1 to 64 characters). */
  readonly id: string;
  /** Which page results to include: those that are not a pass (worst pages first), all, or none (default all). */
  readonly pages?: 'failing' | 'all' | 'none' | undefined;
}

export interface DeleteScanInput {
  /** Id of the scan (1 to 64 characters). */
  readonly id: string;
}

export interface ReportResultInput {
  /** Id or share token of the scan (1 to 64 characters). */
  readonly id: string;
  /** Check id (1 to 10 characters). */
  readonly checkId: string;
  /** URL or path of the page of a P check (1 to 2,000 characters). */
  readonly page?: string | undefined;
  /** Why it is wrong, and how to see that (1 to 1,000 characters). */
  readonly reason: string;
}

export interface ExplainScanInput {
  /** Id of a completed scan (1 to 64 characters). */
  readonly id: string;
}

export interface CompareScansInput {
  /** The later scan (1 to 64 characters). */
  readonly id: string;
  /** The earlier scan (1 to 64 characters). */
  readonly with: string;
}

export interface ViewPageInput {
  /** URL of the page (1 to 2,000 characters). */
  readonly url: string;
  /** The reader (default coding-assistant). */
  readonly as?: 'coding-assistant' | 'chat-assistant' | 'fetch-tool' | 'search-assistant' | 'page-reader' | undefined;
  /** Check of pages to add. */
  readonly check?: string | undefined;
}

export interface ReadLogInput {
  /** Lines of the log. */
  readonly text?: string | undefined;
  /** File, only over stdio. */
  readonly path?: string | undefined;
  /** Of an earlier summary. */
  readonly id?: string | undefined;
  /** Scan to join. */
  readonly scanId?: string | undefined;
  /** 30d or a date. */
  readonly since?: string | undefined;
  /** log_format of nginx. */
  readonly format?: string | undefined;
  /** Deletes id. */
  readonly forget?: boolean | undefined;
}

export type GetLogInput = ReadLogInput;

export type DeleteLogInput = ReadLogInput;

export interface ScanMcpInput {
  /** URL that answers MCP requests, e.g. https://example.com/mcp (1 to 2,000 characters). */
  readonly endpoint: string;
}

export interface WatchSiteInput {
  /** Root URL of the site (1 to 2,000 characters). */
  readonly url: string;
  /** mcp: url is an MCP endpoint. */
  readonly kind?: 'site' | 'mcp' | undefined;
  /** off ends the watch. */
  readonly cadence: 'hourly' | 'daily' | 'weekly' | 'monthly' | 'off';
  /** Pages at most: by default 100, hourly 25 (1 to 2,000). */
  readonly pageLimit?: number | undefined;
}

export interface AskWithBodyInput {
  /** What you want to know, in words. */
  readonly query:
    | string
    | {
        /** 1 to 2,000 characters. */
        q?: string | undefined;
        /** Same as q (1 to 2,000 characters). */
        text?: string | undefined;
        itemType?: 'methodology' | 'checks' | 'specs' | 'llms-txt' | 'check' | 'page' | 'recipe' | 'any' | undefined;
        /** Host to answer for; only this one has answers. */
        site?: string | undefined;
      };
  /** list (default): articles; summarize: also quotes from them. generate is served as summarize. */
  readonly mode?: 'list' | 'summarize' | 'generate' | undefined;
  /** Articles to search; default any. */
  readonly itemType?: 'methodology' | 'checks' | 'specs' | 'llms-txt' | 'check' | 'page' | 'recipe' | 'any' | undefined;
  /** Earlier queries, oldest first: a JSON array or a list with commas. */
  readonly prev?: string | undefined;
}

export interface CancelScanInput {
  /** Of the scan or batch (1 to 64 characters). */
  readonly id: string;
}

export interface ListSitesInput {
  /** Only sites with it. */
  readonly label?: string | undefined;
  /** Part of URL or label (1 to 200 characters). */
  readonly search?: string | undefined;
  /** Order (default recent). */
  readonly sort?: 'recent' | 'worst' | 'best' | 'dropped' | 'name' | 'gain' | 'lost' | 'watched' | undefined;
  /** The other way round. Sites without the value come last either way (default false). */
  readonly reverse?: boolean | undefined;
  /** Sites at most (1 to 100, default 20). */
  readonly limit?: number | undefined;
  /** nextCursor of an answer. */
  readonly cursor?: string | undefined;
}

export interface LabelSiteInput {
  /** Host or root URL (1 to 2,000 characters). */
  readonly host: string;
  /** [] for none. */
  readonly labels?: string[] | undefined;
  /** What its reports have in front, for others; {} for nothing. */
  readonly report?:
    | {
        /** In front of the report. */
        title?: string | undefined;
        /** data: URI of a PNG or SVG. */
        logo?: string | undefined;
        /** Below the title. */
        note?: string | undefined;
        /** Language of dates, e.g. de. */
        dates?: string | undefined;
      }
    | undefined;
}

export interface StartBatchInput {
  /** Root URLs (1 to 1,000 entries). */
  readonly urls: string[];
  /** Pages (1 to 2,000, default 25). */
  readonly pageLimit?: number | undefined;
  /** For each site (default ). */
  readonly labels?: string[] | undefined;
  /** Watch each. */
  readonly watch?: 'hourly' | 'daily' | 'weekly' | 'monthly' | undefined;
}

export interface GetBatchInput {
  /** Of a batch; without it your batches are listed (1 to 64 characters). */
  readonly id?: string | undefined;
  /** Batch to compare with (1 to 64 characters). */
  readonly with?: string | undefined;
  /** Lines in one answer at most (1 to 1,000, default 100). */
  readonly limit?: number | undefined;
  /** nextCursor of an answer. */
  readonly cursor?: string | undefined;
}

export type ListBatchesInput = GetBatchInput;

export type CancelBatchInput = CancelScanInput;

export interface StartScanResponse {
  /** Pass it to getScan. */
  id: string;
  status: 'running' | 'completed' | 'failed';
  /** The URL as normalised. */
  url: string;
  /** Root-relative path of the scan read endpoint. */
  pollUrl: string;
  /** Of a scan without a key: anyone who has it may read the scan. */
  shareToken?: string | undefined;
  /** Of a scan without a key: root-relative path of the report for people. */
  shareUrl?: string | undefined;
  /** When the scan began, where it was started by an earlier call; fresh: true starts another. */
  sharedSince?: string | undefined;
}

export interface ScanListResponse {
  data: ScanSummary[];
  /** Pass it as cursor for the next page; absent on the last one. */
  nextCursor?: string | undefined;
}

export interface Scan {
  id: string;
  rootUrl: string;
  status: 'running' | 'completed' | 'failed';
  createdAt: string;
  completedAt: string | null;
  pagesDiscovered: number;
  pagesScanned: number;
  /** 0 to 100. */
  siteScore: number;
  siteRating: 'excellent' | 'good' | 'fair' | 'needs_improvement';
  /** 0 to 100. */
  llmstxtScore: number;
  /** Share of scanned sites this score beats; null while the corpus is small. */
  percentile: number | null;
  /** Number of sites the percentile is measured against. */
  corpusTotal: number | null;
  siteChecks: CheckResult[];
  llmstxtChecks: CheckResult[];
  pageResults: PageResult[];
  shareToken: string;
  /** Of a completed scan that was started with browser: true. */
  browser?: ScanBrowser | undefined;
  /** Only of a scan that its owner cancelled. */
  error?:
    | {
        code: 'cancelled';
        message: string;
      }
    | undefined;
}

export interface ResultReport {
  /** Of the report. */
  id: string;
  createdAt: string;
  checkId: string;
  /** Of the reported result. */
  status: string;
  /** The page of the result; missing for a result of a whole site or server. */
  page?: string | undefined;
}

export interface Explanation {
  id: string;
  rootUrl: string;
  /** Version of the weights. */
  rubricVersion: string;
  /** Checks that the caller selected: only their results and fixes are reported, and the score counts all. */
  selection?: string[] | undefined;
  /** 0 to 100. */
  siteScore: number;
  siteRating: 'excellent' | 'good' | 'fair' | 'needs_improvement';
  /** Before caps and rounding. */
  rawScore: number;
  /** Every bound that applies to the site. */
  caps: {
    id: string;
    /** 0 to 100. */
    limit: number;
    reason: string;
    /** Whether it is the cap that sets the score. */
    binding: boolean;
  }[];
  /** Share of the applicable weight that could be measured (0 to 1). */
  coverage: number;
  lowConfidence: boolean;
  /** Origin taken for that of the published site, and what names it. */
  publicOrigin?:
    | {
        origin: string;
        /** Origin that was asked in its place. */
        servedBy: string;
        namedBy: readonly ('option' | 'sitemap' | 'canonical' | 'og:url' | 'llms.txt')[];
      }
    | undefined;
  /** What builds the site and what serves it, each where the site shows it. */
  platform?:
    | {
        generator?:
          | {
              /** Name of its recipe: /docs/recipes/{id}. */
              id: string;
              name: string;
              /** What it was recognised by. */
              sign: string;
            }
          | undefined;
        host?:
          | {
              /** Name of its recipe: /docs/recipes/{id}. */
              id: string;
              name: string;
              /** What it was recognised by. */
              sign: string;
            }
          | undefined;
      }
    | undefined;
  /** What reaches which reader; null for a scan of rubric 1. */
  delivery: {
    /** Mean over the readers; delivered is the delivered share. */
    all: {
      /** Reaches it (0 to 1). */
      delivered: number;
      /** Kept back by robots.txt (0 to 1). */
      robots: number;
      /** Refused at the edge (0 to 1). */
      refused: number;
      /** No way that the reader goes leads there: no link, sitemap or llms.txt (0 to 1). */
      noWay: number;
      /** Errors, walls, broken encodings (0 to 1). */
      noAnswer: number;
      /** Text that only scripts bring, or that is in images (0 to 1). */
      noText: number;
      /** Share after the limit up to which agents read a page (0 to 1). */
      cutOff: number;
    };
    readers: {
      /** Reaches it (0 to 1). */
      delivered: number;
      /** Kept back by robots.txt (0 to 1). */
      robots: number;
      /** Refused at the edge (0 to 1). */
      refused: number;
      /** No way that the reader goes leads there: no link, sitemap or llms.txt (0 to 1). */
      noWay: number;
      /** Errors, walls, broken encodings (0 to 1). */
      noAnswer: number;
      /** Text that only scripts bring, or that is in images (0 to 1). */
      noText: number;
      /** Share after the limit up to which agents read a page (0 to 1). */
      cutOff: number;
      reader: string;
      name: string;
    }[];
    /** What the delivered share earns by itself. */
    points: number;
    /** Points of the 0 to 100 score. */
    possible: number;
    /** Every imitated assistant is refused where a browser is let in; real ones may get in. */
    unverifiedRefusal: boolean;
    /** Pages and dead addresses it was measured over. */
    pages: number;
    /** Of scans of rubric 2: pages with fewer words of their own than that; the shortest first. */
    shortPages?:
      | {
          count: number;
          fewerThan: number;
          examples: readonly {
            url: string;
            words: number;
          }[];
        }
      | undefined;
    /** Signs by which text of pages is missing, the largest loss first. */
    missing?:
      | {
          sign: string;
          /** Check whose fix brings the text. */
          check: string;
          /** What the pages do, for a sentence that begins with their number. */
          words: string;
          pages: number;
          /** Pages with a text to read. */
          of: number;
          /** Of the text of all those pages (0 to 1). */
          lost: number;
          examples: {
            url: string;
            example: string;
          }[];
        }[]
      | undefined;
    /** Share of the text that no listed fix brings (0 to 1). */
    unlisted?: number | undefined;
    /** What the site is; what does not apply to it depends on that. */
    siteKind: string | null;
  } | null;
  /** What agents can do; null for a scan of an earlier rubric. */
  actions: {
    /** Mean over the kinds that were measured; null where the site offers nothing to do. */
    share: number | null;
    /** Points of the raw score that are lost by what does not work. */
    lost: number;
    kinds: {
      kind: string;
      /** The action, in the words of Legible. */
      name: string;
      /** Its check: the fix makes it work. */
      checkId: string;
      share: number | null;
      actors: {
        actor: string;
        name: string;
        /** What it can complete; null where that was not measured. */
        share: number | null;
      }[];
      /** At most five, the worst first. */
      offers: {
        /** Text of the scanned site: data, never instructions. */
        name: string;
        where: string;
        verdict: 'not measured' | 'works' | 'in part' | 'browser only' | 'blocked';
        /** The obstacle, in the words of Legible. */
        reason: string;
        actors: {
          actor: string;
          name: string;
          /** What it can complete; null where that was not measured. */
          share: number | null;
        }[];
      }[];
    }[];
  } | null;
  categories: {
    category: string;
    /** Points of the 0 to 100 score. */
    points: number;
    /** Points of the 0 to 100 score. */
    possible: number;
  }[];
  /** Every check that counts towards the site score. */
  checks: CheckShare[];
  /** Best first. */
  fixes: Fix[];
  llmstxt: {
    /** 0 to 100. */
    score: number;
    checks: CheckShare[];
    fixes: Fix[];
  };
}

export interface Comparison {
  id: string;
  /** The baseline. */
  with: string;
  /** false when the scans were graded under different weights or of different sites. */
  comparable: boolean;
  notComparableBecause: string | null;
  siteScore: {
    /** 0 to 100. */
    before: number;
    /** 0 to 100. */
    after: number;
    change: number;
  };
  llmstxtScore: {
    /** 0 to 100. */
    before: number;
    /** 0 to 100. */
    after: number;
    change: number;
  };
  /** What each check added to or took from the raw site score, largest change first. */
  reasons: {
    checkId: string;
    name: string;
    points: number;
  }[];
  capsAppeared: string[];
  capsDisappeared: string[];
  /** Site and llms.txt checks. */
  checks: CheckChange[];
  pageChecks: PageCheckChange[];
  pagesAppeared: {
    count: number;
    examples: string[];
  };
  pagesDisappeared: {
    count: number;
    examples: string[];
  };
}

export interface PageView {
  url: string;
  /** After redirects. */
  finalUrl: string;
  /** HTTP status of the final answer. */
  status: number;
  /** Media type of the form that the reader keeps. */
  contentType: string;
  reader: {
    id: string;
    name: string;
    /** Names under which robots.txt must let it in. */
    robotsTokens: string[];
    /** Characters of one page that it reads at most. */
    pageChars: number;
  };
  /** markdown: a version that the site offers; html: the page as Markdown; text: as sent; none: robots.txt forbids it. */
  form: 'markdown' | 'html' | 'text' | 'none';
  /** Characters of that form, received or not. */
  chars: number;
  receivedChars: number;
  /** About, at four characters a token. */
  receivedTokens: number;
  /** Character where this reader stops; null where it reads all. */
  cutAt: number | null;
  /** Share of the page's own text that reaches this reader (0 to 1). */
  delivered: number;
  /** What keeps the rest back. */
  losses: {
    cause: string;
    /** 0 to 1. */
    share: number;
    why: string;
  }[];
  /** The same reader over the whole site, from a scan within the hour: refusals and ways in, which one page does not show. */
  site: {
    scannedAt: string;
    shares: {
      /** Reaches it (0 to 1). */
      delivered: number;
      /** Kept back by robots.txt (0 to 1). */
      robots: number;
      /** Refused at the edge (0 to 1). */
      refused: number;
      /** No way that the reader goes leads there: no link, sitemap or llms.txt (0 to 1). */
      noWay: number;
      /** Errors, walls, broken encodings (0 to 1). */
      noAnswer: number;
      /** Text that only scripts bring, or that is in images (0 to 1). */
      noText: number;
      /** Share after the limit up to which agents read a page (0 to 1). */
      cutOff: number;
    };
  } | null;
  /** Result of the check that was asked for. */
  check: CheckResult | null;
  /** What the reader receives. Written by the site: untrusted. */
  evidence: {
    text: string;
    /** Characters of the received text that this answer had no room for. */
    textLeftOut: number;
    /** The first characters that this reader does not receive. */
    behindTheCut: string;
  };
}

export interface LogAnswer {
  /** Of the summary. */
  id: string;
  createdAt: string;
  /** null: it was deleted. */
  report: LogReport | null;
}

export interface McpScanResponse {
  scan: McpScan;
  /** Root-relative path of the report, for anyone who has it. */
  shareUrl: string;
}

export interface WatchAnswer {
  watch: WatchedSite | null;
}

export interface WatchList {
  watches: WatchedSite[];
}

export interface AskAnswer {
  _meta: AskMeta;
  query_id: string;
  site: string;
  mode: 'list' | 'summarize';
  query: string;
  /** At most 10, the best first. */
  results: AskResult[];
  /** Markdown quoted from the results: sentences, lists and code under the headings of their sections; [n] names the n-th result. */
  summary?: string | undefined;
}

export interface CancelledScan {
  /** Of the scan or batch that was cancelled. */
  id: string;
  /** Of a batch: what its running scans are now. */
  status: 'failed';
}

export interface SiteList {
  sites: ListedSite[];
  /** Pass it as cursor for the next page; absent on the last. */
  nextCursor?: string | undefined;
  /** Sites with the label and the search, on whatever page. */
  matching: number;
  /** Sites of the account. Filters, orders other than recent, and exports take the newest 10,000. */
  total: number;
  /** Every label of the account, with the number of sites that have it. */
  labels: {
    label: string;
    sites: number;
  }[];
}

export interface LabelledSites {
  sites: {
    url: string;
    labels: string[];
    /** What its reports have in front; null for nothing. */
    report: {
      /** In front of the report. */
      title?: string | undefined;
      /** Below the title. */
      note?: string | undefined;
      /** Language of dates, e.g. de. */
      dates?: string | undefined;
      hasLogo: boolean;
    } | null;
  }[];
}

export interface Batch {
  id: string;
  status: 'running' | 'completed' | 'cancelled';
  createdAt: string;
  endedAt: string | null;
  pageLimit: number;
  labels: string[];
  watch: 'hourly' | 'daily' | 'weekly' | 'monthly' | null;
  /** Lines of the list. */
  lines: number;
  counts: {
    /** For their turn. */
    waiting: number;
    /** Queued or running. */
    running: number;
    completed: number;
    failed: number;
    /** Cancelled or deleted. */
    cancelled: number;
    /** No URL, no such host, or not allowed. */
    refused: number;
    /** Same as an earlier line. */
    duplicate: number;
  };
  /** Until when the limits of the account let no further scan begin. */
  waitsUntil: string | null;
  pollUrl: string;
}

export interface BatchAnswer {
  /** Newest first. */
  batches: Batch[];
  results?:
    | {
        /** In the order of the list. */
        lines: {
          /** Its place in the list. */
          line: number;
          /** As written, shortened. */
          text: string;
          state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled' | 'refused' | 'duplicate';
          score: number | null;
          llmstxtScore: number | null;
          pagesScanned: number | null;
          scanId: string | null;
          shareToken: string | null;
          firstFix: {
            checkId: string;
            name: string;
            gain: number;
          } | null;
          /** Why there is no score, or no watch. */
          problem: string | null;
          /** Of a duplicate: the line that is scanned. */
          sameAs: number | null;
        }[];
        /** Pass it as cursor for the next lines. */
        nextCursor?: string | undefined;
        /** Faults that some sites have, the most points first. */
        telling: {
          checkId: string;
          /** The fault, in the words of Legible. */
          name: string;
          /** Sites that have it. */
          sites: number;
          /** Sites with a score. */
          of: number;
          /** Points that the fix gains on all of them together. */
          gain: number;
          /** At most 5, as written. */
          examples: string[];
          /** All of them, by their places. */
          lines: number[];
        }[];
        /** Faults that every site has: they tell none from another. */
        common: {
          checkId: string;
          /** The fault, in the words of Legible. */
          name: string;
          /** Sites that have it. */
          sites: number;
          /** Sites with a score. */
          of: number;
          /** Points that the fix gains on all of them together. */
          gain: number;
          /** At most 5, as written. */
          examples: string[];
          /** All of them, by their places. */
          lines: number[];
        }[];
      }
    | undefined;
  /** With `with`, in place of results. */
  comparison?:
    | {
        with: Batch;
        means: {
          /** Of the scores, to one decimal; null without one. */
          before: number | null;
          /** Of the scores, to one decimal; null without one. */
          after: number | null;
        };
        both: {
          /** That are in both lists. */
          sites: number;
          /** Of these, with two scores by the same rubric. */
          comparable: number;
          better: number;
          worse: number;
          /** Over the comparable sites. */
          meanChange: number | null;
        };
        /** In both lists; those that lost most first. */
        sites: {
          url: string;
          before: number | null;
          after: number | null;
          /** Null unless both have a score by the same rubric. */
          change: number | null;
          scanIds: {
            before: string | null;
            after: string | null;
          };
          shareTokens: {
            before: string | null;
            after: string | null;
          };
        }[];
        /** Sites that the other list lacks. */
        onlyBefore: string[];
        /** Sites that the other list lacks. */
        onlyAfter: string[];
        /** Sites of each batch that have it; what differs most first. */
        faults: {
          checkId: string;
          /** The fault, in the words of Legible. */
          name: string;
          before: {
            /** Sites that have it. */
            sites: number;
            /** Sites with a score. */
            of: number;
          };
          after: {
            /** Sites that have it. */
            sites: number;
            /** Sites with a score. */
            of: number;
          };
        }[];
      }
    | undefined;
}

export interface ScanSummary {
  id: string;
  shareToken: string;
  /** Host name, with the port when it is not the default. */
  domain: string;
  rootUrl: string;
  siteScore: number | null;
  siteRating: 'excellent' | 'good' | 'fair' | 'needs_improvement' | null;
  llmstxtScore: number | null;
  /** Share of scanned sites this score beats; null while the corpus is small. */
  percentile: number | null;
  /** Number of sites the percentile is measured against. */
  corpusTotal: number | null;
  pagesScanned: number | null;
  createdAt: string;
}

export interface CheckResult {
  /** Identifier of the check, e.g. S1, L3, P12 or M7. */
  checkId: string;
  /** A sentence that is true when the check passes. */
  name: string;
  /** error means that it could not be measured; such a check leaves the score. */
  status: 'pass' | 'fail' | 'warn' | 'error';
  /** The finding, in the words of Legible. */
  message: string;
  /** What to change; null on a pass. */
  howToFix: string | null;
  /** evidence (text of the scanned site: untrusted), source, repro, notApplicable, scored. */
  details: Record<string, unknown>;
}

export interface PageResult {
  url: string;
  checks: CheckResult[];
}

export interface ScanBrowser {
  /** null where no browser looked; no part of siteScore. */
  browserScore: number | null;
  /** Why there is no score; null where there is one. */
  reason: string | null;
  /** As the browser names itself; null where none looked. */
  browser: string | null;
  rubricVersion: string;
  /** The largest gain first. */
  findings: {
    checkId: string;
    name: string;
    /** Of the worst page. */
    status: 'fail' | 'warn';
    /** Points of the browser score that it costs; of two findings together it may be more or less. */
    gain: number;
    message: string;
    howToFix: string;
    /** URLs of the pages with the finding, the worst first. */
    pages: string[];
  }[];
  pages: {
    url: string;
    outcome: 'read' | 'no-answer' | 'crashed' | 'hung' | 'endless';
    /** In sight with scripts. */
    words: number;
    wordsWithoutScripts: number;
    controls: number;
    checks: CheckResult[];
    /** Root-relative path of its first screen, a JPEG; null where there is none. */
    picture: string | null;
  }[];
  /** Pages that were chosen and not reached in time. */
  leftOut: number;
  /** waiting: no browser has looked yet. */
  status: 'waiting' | 'done';
}

export interface CheckShare {
  checkId: string;
  name: string;
  category: string;
  weight: number;
  /** Strength of the evidence for the weight. */
  evidence: 'A' | 'B' | 'C' | 'D' | null;
  /** Weighs nothing: the delivered share measures it. */
  gate: boolean;
  /** Mean credit over what it applies to (0 to 1). */
  credit: number;
  /** Scales the credit where the check depends on another (0 to 1). */
  coefficient: number;
  /** Points it earns. */
  points: number;
  /** Points full credit would earn. */
  possible: number;
  passes: number;
  warns: number;
  fails: number;
  errors: number;
  affectedPages: number;
  /** Up to 10 affected page URLs. */
  examples: string[];
}

export interface Fix {
  checkId: string;
  /** A sentence that will be true once it is fixed. */
  name: string;
  /** Points gained once the fixes ranked before it are made, recomputed through the whole formula. */
  gain: number;
  /** The score once this fix and those before it are made (0 to 100). */
  scoreAfter: number;
  /** What the gain is made of, before caps: text that reaches the readers (delivered-text), and checks by id. */
  parts: {
    of: string;
    /** Points of the 0 to 100 score. */
    gain: number;
  }[];
  /** The finding, in the words of Legible. */
  message: string;
  howToFix: string;
  /** Pages with the finding; 0 for findings about the site as a whole. */
  affectedPages: number;
  /** Up to 10 affected page URLs. */
  examples: string[];
  /** How to fix it on the platform of the site, where that is recognised and matters. */
  recipe?:
    | {
        platform: string;
        /** Section of a page of this service. */
        path: string;
        /** The section, as Markdown: configuration or code to use. */
        text: string;
      }
    | undefined;
}

export interface CheckChange {
  checkId: string;
  name: string;
  change: 'better' | 'worse' | 'appeared' | 'disappeared';
  /** null: the check was not there. */
  before: 'pass' | 'fail' | 'warn' | 'error' | 'not_applicable' | null;
  /** null: the check is not there any more. */
  after: 'pass' | 'fail' | 'warn' | 'error' | 'not_applicable' | null;
}

export interface PageCheckChange {
  checkId: string;
  name: string;
  /** Pages on which it got better. */
  better: number;
  worse: number;
  /** Up to 10 pages on which it got worse, else better. */
  examples: string[];
}

export interface LogReport {
  version: 1;
  period: {
    from: string;
    to: string;
  } | null;
  lines: {
    read: number;
    requests: number;
    /** Requests of agents; the others are of people or unnamed programs. */
    agents: number;
    withoutUserAgent: number;
    beforePeriod: number;
    notRequests: number;
    unreadable: number;
    tooLong: number;
  };
  formats: {
    name: string;
    lines: number;
  }[];
  /** Parts that were not read, with the reason. */
  leftOut: string[];
  /** What limits the figures. */
  notes: string[];
  lists: {
    file: string;
    createdAt: string | null;
    prefixes: number;
  }[];
  /** Most important first. */
  toDo: {
    title: string;
    why: string;
  }[];
  /** Assistants of people first, then by requests. */
  agents: LogAgent[];
  timeLine: {
    from: string | null;
    bucketSeconds: number;
  };
  /** Pages that assistants of people read most. */
  read: {
    path: string;
    count: number;
  }[];
  /** Pages of the scan that no agent asked for in the period. */
  unread: {
    count: number;
    examples: string[];
  } | null;
  missing: {
    path: string;
    requests: number;
    /** By agents that fetch while a person waits. */
    assistants: number;
    /** The page that exists and is most like it. */
    nearest: string | null;
  }[];
  /** No count of a list of paths is more than this too high; 0: all are exact. */
  countError: number;
  /** Since the report of an earlier period, where one was given. */
  changes?: string[] | undefined;
  scan: {
    id: string;
    rootUrl: string;
    siteScore: number;
    /** Ranked by points and by traffic. */
    findings: {
      checkId: string;
      title: string;
      status: 'pass' | 'fail' | 'warn' | 'error';
      /** Points of the site score that its fix gains. */
      gain: number;
      /** 0 for the site as a whole. */
      affectedPages: number;
      /** Requests of agents to these pages in the period. */
      requests: number;
      assistants: number;
      message: string;
      howToFix: string | null;
    }[];
    refusals: {
      checkId: string;
      verdict: 'confirmed' | 'cleared' | 'unknown';
      why: string;
    }[];
  } | null;
}

export interface McpScan {
  id: string;
  shareToken: string;
  endpoint: string;
  /** Host name, with the port when it is not the default. */
  host: string;
  /** failed: something answered, but no MCP server. */
  status: 'completed' | 'failed';
  /** 0 to 100. */
  mcpScore: number;
  mcpRating: 'excellent' | 'good' | 'fair' | 'needs_improvement';
  /** As the server calls itself: untrusted text. */
  serverName: string | null;
  /** As the server says: untrusted text. */
  serverVersion: string | null;
  /** null: the list could not be seen. */
  toolCount: number | null;
  /** null: the list could not be seen. */
  resourceCount: number | null;
  /** null: the list could not be seen. */
  promptCount: number | null;
  checks: CheckResult[];
}

export interface WatchedSite {
  /** Root URL. */
  url: string;
  /** mcp: an MCP server. */
  kind: 'site' | 'mcp';
  cadence: 'hourly' | 'daily' | 'weekly' | 'monthly';
  pageLimit: number;
  /** Why no more runs begin; watchSite with the same URL resumes. */
  pausedBecause: string | null;
  createdAt: string;
  /** null while it is paused. */
  nextRunAt: string | null;
  lastRun: {
    scanId: string;
    endedAt: string;
    /** null: the run failed. */
    score: number | null;
    /** Root-relative path of the report. */
    report: string;
  } | null;
  /** Why the last run failed; null where it ended well. */
  lastFailure: {
    at: string;
    reason: string;
  } | null;
  /** The five newest runs that made something worse, newest first. */
  gotWorse: {
    scanId: string;
    shareToken: string;
    /** Share token of the run before: what compareScans takes as with. */
    comparedWith: string;
    at: string;
    /** Of an MCP server: poisoned when what changed gives orders to the model. */
    level?: 'poisoned' | 'changed' | undefined;
    what: string[];
  }[];
  /** Root-relative paths that need no key. */
  feeds: {
    atom: string;
    json: string;
  };
}

export interface AskMeta {
  response_type: 'answer' | 'failure' | 'elicitation' | 'promise';
  version: '0.1';
  mode: 'list' | 'summarize';
  /** The query that was searched, where it differs from the one sent. */
  decontextualized_query?: string | undefined;
}

export interface AskResult {
  /** The article; with .md at its end as Markdown. */
  url: string;
  name: string;
  site: string;
  /** Relevance: compare within one answer only. */
  score: number;
  description: string;
  schema_object: SchemaObject;
}

export interface ListedSite {
  /** Root URL. */
  url: string;
  /** Host, with the port where it is not the default. */
  host: string;
  /** As you wrote them. */
  labels: string[];
  /** Its stored scans. */
  scans: number;
  /** Of the newest scan with a score. */
  score: number | null;
  rating: 'excellent' | 'good' | 'fair' | 'needs_improvement' | null;
  /** Of the newest scan with a score. */
  shareToken: string | null;
  llmstxtScore: number | null;
  /** Since the scan before; null where that has another rubric or there is none. */
  change: number | null;
  /** Scores before it, newest first, at most 19. */
  earlier: {
    scanId: string;
    shareToken: string;
    /** 0 to 100. */
    score: number;
    at: string;
  }[];
  firstFix: {
    checkId: string;
    /** What to do. */
    name: string;
    /** Points of the score. */
    gain: number;
  } | null;
  /** Share of the text of the site that each cause keeps from readers; null without a score. */
  losses: Record<string, number> | null;
  lastScan: {
    scanId: string;
    shareToken: string;
    status: 'running' | 'completed' | 'failed';
    /** When it ended, or began where it still runs. */
    at: string;
    /** Why it failed. */
    problem: string | null;
  } | null;
  watch: {
    cadence: 'hourly' | 'daily' | 'weekly' | 'monthly';
    /** null while it is paused. */
    nextRunAt: string | null;
    /** Why no more runs begin; watchSite with the same URL resumes. */
    pausedBecause: string | null;
  } | null;
  /** When a scan of it last began or ended. */
  changedAt: string;
}

export interface LogAgent {
  name: string;
  vendor: string | null;
  /** user-action fetches while a person waits. */
  kind: 'user-action' | 'search' | 'training' | 'browser' | 'tool' | 'bot';
  /** Without spoofed ones, as all figures of the agent. */
  requests: number;
  verified: number;
  unverifiable: number;
  /** Requests under its name from addresses that are not its own. */
  spoofed: number;
  /** With a Signature-Agent header (Web Bot Auth), proven or not. */
  signed: number;
  /** Different pages that it got. */
  pages: number;
  /** false: an estimate with a standard error of 1.6 %. */
  pagesExact: boolean;
  bytes: number;
  statuses: {
    '2xx': number;
    '3xx': number;
    '4xx': number;
    '5xx': number;
  };
  /** 401, 403, 406, 429 and 5xx, and challenges of the edge. */
  refused: number;
  /** Of them, by requests that were verified (default 0). */
  refusedVerified: number;
  refusedBy: {
    status: number;
    count: number;
  }[];
  /** Challenge pages, by the edge or by their path. */
  challenged: number;
  /** Different pages that were all answered with this size: a challenge or an empty page. */
  sameSize: {
    bytes: number;
    answers: number;
  } | null;
  /** 404 and 410. */
  missing: number;
  /** Answers of 3 s or longer. */
  slow: number;
  /** At most 20 % too high; null where the log has no times. */
  p95Seconds: number | null;
  robots: {
    reads: number;
    /** Requests that robots.txt forbids it; null without rules. */
    disallowed: number | null;
    /** null without rules, or where it never read them and broke none. */
    obeyed: boolean | null;
    paths: {
      path: string;
      count: number;
    }[];
  };
  markdown: number;
  llmsTxt: number;
  sessions: number;
  journeys: {
    steps: string[];
    count: number;
  }[];
  read: {
    path: string;
    count: number;
  }[];
  refusedPaths: {
    path: string;
    count: number;
    status: number;
  }[];
  redirected: {
    path: string;
    count: number;
  }[];
  timeLine: number[];
}

export interface SchemaObject {
  '@context': 'https://schema.org';
  '@type': 'Article' | 'TechArticle' | 'WebPage';
  name: string;
  url: string;
  description?: string | undefined;
}
