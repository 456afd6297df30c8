import { PAGE_CHECKS } from '../checks/catalogue.ts';
import type { PageArtifact } from '../model/page.ts';
import { NO_DEAD_LINKS } from '../model/page.ts';
import type { PageVerdict } from './page-job.ts';
import { isEarly } from './page-job.ts';

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
    layout: undefined,
    links: [],
    bugs: [],
  };
}
