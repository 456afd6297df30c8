import { ABSENCE_WORDS, absentReport } from '../scanner/scoring/browser-report.ts';
import type { StoredLook } from '../scans/browser-looks.ts';
import { isWaitingForBrowser, type ScanRecord } from '../scans/scan-record.ts';
import type { ScanBrowser } from '../schema/scan.ts';

/** Of calls that ask for what no browser has shown. */
export const LET_ONE_LOOK = { tool: 'start_scan', does: 'with browser: true lets one look' } as const;

/** Root-relative path of a screen of a scan. @param at its place, from 0 */
export const picturePath = (shareToken: string, at: number): string => `/s/${shareToken}/pictures/${at}`;

/**
 * What a browser showed of a stored scan; undefined where none was asked for, and while the scan runs.
 * @param look of this scan; undefined until there is one
 */
export function presentBrowser(
  scan: Pick<ScanRecord, 'browserLook' | 'completedAt' | 'shareToken'>,
  look: StoredLook | undefined,
): ScanBrowser | undefined {
  if (scan.browserLook === undefined) return undefined;
  if (look === undefined) {
    const isWaiting = isWaitingForBrowser(scan);
    const reason = isWaiting ? 'no browser has looked yet' : ABSENCE_WORDS['not-taken'];
    return { ...absentReport(reason), pages: [], status: isWaiting ? 'waiting' : 'done' };
  }
  const { report, screens } = look;
  const pictures = new Map(screens.map(({ url }, at) => [url, picturePath(scan.shareToken, at)]));
  return {
    ...report,
    status: 'done',
    pages: report.pages.map((page) => ({ ...page, picture: pictures.get(page.url) ?? null })),
  };
}
