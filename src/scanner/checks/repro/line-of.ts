import type { CheckRecord, Evidence } from '../../model/result.ts';
import type { Request } from './shell-line.ts';

export interface Found {
  readonly record: CheckRecord;
  readonly evidence: Evidence;
  /** The URL of the evidence, with the options of its request. */
  readonly request: Request;
}

/** The shell line that shows a result of one check; undefined where none can. */
export type LineOf = (found: Found) => string | undefined;
