import { defined } from '../../defined.ts';
import type { CheckRecord } from '../model/result.ts';
import type { PageRecord, ScanSink } from '../model/scan.ts';
import type { Target } from '../model/site.ts';
import { renameOrigin } from '../net/request-profile.ts';

/** Placeholder in drafts for the future address of a site on a private host (RFC 2606). */
export const UNKNOWN_ORIGIN = 'https://your-site.example';
const NAME_IT = `For ${UNKNOWN_ORIGIN} write the address under which the site is published.`;

/** Writes a scan's results in the addresses that their readers need. */
export interface Presenter {
  record(record: CheckRecord): CheckRecord;
  sink(sink: ScanSink): ScanSink;
}

/**
 * Evidence names the requested address, so that a reader can repeat the request. Drafts and fixes are published, so
 * they name the public origin and never a private host.
 */
export function createPresenter(target: Target): Presenter {
  const { publicOrigin } = target;
  const read = (url: string): string =>
    publicOrigin === undefined ? url : renameOrigin(url, publicOrigin.origin, publicOrigin.servedBy);
  const hidden = target.isPrivateHost && publicOrigin === undefined ? target.origin : undefined;
  const publish = (text: string): string => (hidden === undefined ? text : renameOrigin(text, hidden, UNKNOWN_ORIGIN));

  function record(given: CheckRecord): CheckRecord {
    const { evidence, howToFix } = given;
    if (evidence === undefined && howToFix === undefined) return given;
    const draft = evidence?.draft === undefined ? undefined : publish(evidence.draft);
    const isNameless = draft !== undefined && draft !== evidence?.draft;
    const fix = howToFix === undefined ? undefined : publish(howToFix);
    return {
      ...given,
      ...(fix === undefined ? {} : { howToFix: isNameless ? `${fix} ${NAME_IT}` : fix }),
      ...(evidence === undefined
        ? {}
        : {
            evidence: {
              ...evidence,
              ...defined({
                url: evidence.url === undefined ? undefined : read(evidence.url),
                page: evidence.page === undefined ? undefined : read(evidence.page),
                others: evidence.others?.map(read),
                draft,
              }),
            },
          }),
    };
  }
  const pages = (all: readonly PageRecord[]): PageRecord[] =>
    all.map(({ url, checks }) => ({ url: read(url), checks: checks.map(record) }));
  return {
    record,
    sink: (sink) => ({
      progress: (progress) => sink.progress({ ...progress, currentUrl: read(progress.currentUrl) }),
      pages: (n, all) => sink.pages(n, pages(all)),
      latePages: (n, all) => sink.latePages(n, pages(all)),
    }),
  };
}
