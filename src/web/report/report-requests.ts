import type { H3Event } from 'h3';
import { ServiceError } from '../../errors.ts';
import { isShareToken, type ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Layout, PageOptions } from '../layout.ts';
import { notFoundPage } from './other-states.ts';

/** Reports are for those who have their address: no cache between us and them keeps one. */
export const PRIVATE = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, nofollow' };
export const UNLISTED: Pick<PageOptions, 'isIndexed' | 'section' | 'headers'> = {
  isIndexed: false,
  section: 'scan',
  headers: { 'cache-control': 'private, no-cache', vary: 'Accept, Cookie' },
};

/** Finds the scans of requests below `/s/:token`. */
export interface ReportRequests {
  /** @throws ServiceError not_found */
  scanOf(event: H3Event): Promise<ScanRecord>;
  /** A page about a scan, or the page that says that there is none. */
  page(
    answer: (scan: ScanRecord, event: H3Event) => Promise<Response | undefined>,
  ): (event: H3Event) => Promise<Response>;
}

export function createReportRequests(scans: Pick<Scans, 'byShareToken'>, layout: Layout): ReportRequests {
  const find = async ({ context }: H3Event): Promise<ScanRecord | undefined> => {
    const token = context.params?.token ?? '';
    return isShareToken(token) ? scans.byShareToken(token) : undefined;
  };
  const notFound = () =>
    layout({ ...UNLISTED, title: 'Not found', description: 'There is no such report.', status: 404 }, notFoundPage);
  return {
    async scanOf(event) {
      const known = await find(event);
      if (known === undefined) throw new ServiceError('not_found', 'There is no report with this share token.');
      return known;
    },
    page: (answer) => async (event) => {
      const scan = await find(event);
      return (scan === undefined ? undefined : await answer(scan, event)) ?? notFound();
    },
  };
}
