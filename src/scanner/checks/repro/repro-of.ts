import { defined } from '../../../basics/defined.ts';
import type { CheckRecord, Evidence } from '../../model/result.ts';
import { PAGE_LINES } from './page-lines.ts';
import {
  answer,
  characterCount,
  encodingError,
  type LineOf,
  numberedLines,
  redirects,
  startOfAnswer,
  status,
  view,
  viewInBrowser,
  webUrl,
} from './shell-line.ts';
import { SITE_LINES } from './site-lines.ts';

const LINES: ReadonlyMap<string, LineOf> = new Map(Object.entries({ ...PAGE_LINES, ...SITE_LINES }));

/** A shell line that prints the finding; undefined where the evidence names no http(s) URL short enough to paste. */
export function reproOf(record: CheckRecord): string | undefined {
  const { evidence } = record;
  const url = webUrl(evidence?.url);
  if (evidence === undefined || url === undefined) return undefined;
  const others = evidence.others?.flatMap((other) => webUrl(other) ?? []);
  const request = { url, ...defined({ others, options: evidence.request }) };
  const lineOf = named(evidence) ?? usual(record);
  return lineOf({ record, evidence, request });
}

/** What the check itself says that the line must show. */
function named({ shows, lines }: Evidence): LineOf | undefined {
  if (lines !== undefined && lines.length > 0) return ({ request }) => numberedLines(request, lines);
  switch (shows) {
    case 'answer':
      return ({ request }) => startOfAnswer(request);
    case 'characters':
      return ({ request }) => characterCount(request);
    case 'encoding':
      return ({ request }) => encodingError(request);
    case 'judgement':
      return ({ record, request }) => view(request, record.id);
    case 'redirects':
      return ({ request }) => redirects(request);
    case 'status':
      return ({ request }) => status(request);
    case undefined:
      return undefined;
  }
}

/** A page that does not apply shows why only in its judgement. */
function usual({ id, status: outcome }: CheckRecord): LineOf {
  if (id.startsWith('B')) return ({ request }) => viewInBrowser(request);
  if (outcome === 'na' && id in PAGE_LINES) return ({ request }) => view(request, id);
  return LINES.get(id) ?? (({ request }) => answer(request));
}
