/** What the main thread and the page workers send each other. */

import { PAGE_CHECKS } from '../checks/catalogue.ts';
import type { PageText, Signpost } from '../delivery/page-log.ts';
import { NO_DEAD_LINKS, type PageArtifact, type PageDigest, type TwinAnswer } from '../model/page.ts';
import type { CheckRecord } from '../model/result.ts';
import type { Target } from '../model/site.ts';
import type { PageFacts } from '../parse/html/page-facts.ts';

/** What the main thread sends to a page worker: one fetched page. */
export interface PageJob {
  readonly target: Target;
  readonly page: Omit<PageArtifact, 'facts'>;
  /** The final answer's body when it is an HTML document. */
  readonly html: Uint8Array | undefined;
  /** The best Markdown version that was found, for a comparison. */
  readonly twin: TwinAnswer | undefined;
  /** Whether the facts are to be answered too: they are large, so only the home page's are. */
  readonly wantsFacts: boolean;
  /** Whether the converted page is to be answered too; default false. */
  readonly wantsMarkdown?: boolean;
}

/** The worker's result. Facts stay in the worker, except the home page's. */
export interface PageVerdict {
  /** Checks that need nothing but the page. */
  readonly records: readonly CheckRecord[];
  readonly facts: PageFacts | undefined;
  /** `isLinked` is not known yet and is false. */
  readonly digest: PageDigest;
  /** The text measures for the delivered share; undefined when there is no page to judge. */
  readonly text: PageText | undefined;
  /** Where a page leads that only sends its reader on; undefined for any other. */
  readonly signpost: Signpost | undefined;
  /** The page as Markdown, into which `text.blocks.ends` point; only where it was asked for. */
  readonly markdown?: string | undefined;
  /** What the page is built of, and how large it is; undefined when there is no page to judge. */
  readonly layout: { readonly template: string; readonly elementCount: number } | undefined;
  /** Absolute URLs the page links to, each once, in document order. */
  readonly links: readonly string[];
  /** Ids of checks that threw, with what they threw, for our log. */
  readonly bugs: readonly { readonly checkId: string; readonly thrown: string }[];
}

/** A page check that can be answered while the page is read; the others wait until all pages are known. */
export const isEarly = ({ needs }: { readonly needs: readonly string[] }): boolean => needs.includes('page');

/** The verdict on a page that could not be parsed, without any measurement. @param reason why, in trusted text */
export function unmeasuredPage(page: Omit<PageArtifact, 'facts'>, reason: string): PageVerdict {
  const { answer } = page.response.answered ? page.response : { answer: undefined };
  return {
    records: PAGE_CHECKS.filter(isEarly).map(({ id }) => ({
      id,
      status: 'error',
      message: `Could not be measured: ${reason}.`,
    })),
    facts: undefined,
    digest: {
      url: page.url,
      finalUrl: answer?.finalUrl ?? page.url,
      status: answer?.status ?? 0,
      foundBy: page.foundBy,
      inSitemap: page.inSitemap,
      inLlmsTxt: page.inLlmsTxt,
      isLinked: false,
      title: '',
      description: '',
      canonicals: [],
      noindex: false,
      lang: undefined,
      hreflangs: [],
      contentHash: page.url,
      readable: 'unknown',
      llmsTxtPointer: undefined,
      markdown: undefined,
      hints: [],
      apiDescriptions: [],
      controls: undefined,
      links: undefined,
      deadLinks: NO_DEAD_LINKS,
    },
    text: undefined,
    signpost: undefined,
    layout: undefined,
    links: [],
    bugs: [],
  };
}

/** One page of the sample. The page worker finds what of it axe-core has to judge; only that goes to the accessibility worker. */
export interface AccessibilityJob {
  readonly html: Uint8Array;
  readonly contentTypeHeader: string | undefined;
}
