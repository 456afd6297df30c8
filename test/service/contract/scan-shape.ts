/** The fields of the contract, by name, because a check against the product's schema would prove nothing. */
import assert from 'node:assert/strict';
import { Scan, ScanListResponse } from '../../../src/schema/scan.ts';

const SCAN = [
  'id',
  'rootUrl',
  'status',
  'createdAt',
  'completedAt',
  'pagesDiscovered',
  'pagesScanned',
  'siteScore',
  'siteRating',
  'llmstxtScore',
  'percentile',
  'corpusTotal',
  'siteChecks',
  'llmstxtChecks',
  'pageResults',
  'shareToken',
];
const CHECK_RESULT = ['checkId', 'name', 'status', 'message', 'howToFix', 'details'];
const SCAN_SUMMARY = [
  'id',
  'shareToken',
  'domain',
  'rootUrl',
  'siteScore',
  'siteRating',
  'llmstxtScore',
  'percentile',
  'corpusTotal',
  'pagesScanned',
  'createdAt',
];

/** The fields of an object are these, all of them and no other. */
export const hasExactly = (thing: unknown, fields: readonly string[]): void =>
  assert.deepEqual(Object.keys(Object(thing)).sort(), [...fields].sort());

/** A body that is a Scan with every field of the contract, down to its check results. */
export function scanOf(body: unknown): Scan {
  const scan = Scan.parse(body);
  hasExactly(body, SCAN);
  const { siteChecks, llmstxtChecks, pageResults } = scan;
  for (const page of pageResults) hasExactly(page, ['url', 'checks']);
  for (const check of [...siteChecks, ...llmstxtChecks, ...pageResults.flatMap(({ checks }) => checks)]) {
    hasExactly(check, CHECK_RESULT);
  }
  return scan;
}

/** A body that is a ScanListResponse with every field of the contract. */
export function scanListOf(body: unknown): ScanListResponse {
  const list = ScanListResponse.parse(body);
  hasExactly(body, list.nextCursor === undefined ? ['data'] : ['data', 'nextCursor']);
  for (const summary of list.data) hasExactly(summary, SCAN_SUMMARY);
  return list;
}
