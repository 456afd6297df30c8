/**
 * Checks whose fix is taken as made: their factors are measured as if it were. A set of check ids; on a page only those count
 * that find a fault there.
 */
export type Mends = ReadonlySet<string>;

export const NOTHING_MENDED: Mends = new Set();

/** Checks whose fix lets more text reach a reader, and of which a page can tell whether it needs it. */
export const PAGE_MENDS: ReadonlySet<string> = new Set([
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P7',
  'P8',
  'P9',
  'P17',
  'P18',
  'P22',
  'P23',
]);
/** The same of checks that are asked once, or once all pages are read. */
export const SITE_MENDS: ReadonlySet<string> = new Set(['S1', 'S2', 'S3', 'S6', 'S10', 'S12', 'P11', 'P12']);
