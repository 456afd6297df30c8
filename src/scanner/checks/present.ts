import { defined } from '../../defined.ts';
import { parseUrl } from '../../parse-url.ts';
import type { CheckResult } from '../../schema/scan.ts';
import type { CheckRecord, Evidence } from '../model/result.ts';
import type { Titles } from './define.ts';

/** What the catalogue knows of a check and a record does not repeat. */
export interface CheckWords {
  readonly titles: Pick<Titles, 'pass' | 'fail'>;
  readonly sources: readonly [string, ...string[]];
}

const MAX_REPRO_URL = 300;

/** A record in the contract's words: not-applicable becomes an unscored pass. */
export function presentResult(record: CheckRecord, words: CheckWords | undefined, siteKind?: string): CheckResult {
  const repro = reproOf(record);
  return {
    checkId: record.id,
    name: words?.titles[record.status === 'fail' || record.status === 'warn' ? 'fail' : 'pass'] ?? record.id,
    status: record.status === 'na' ? 'pass' : record.status,
    message: record.message,
    howToFix: record.howToFix ?? null,
    details: {
      ...(record.status === 'na' ? { notApplicable: true, scored: false, ...defined({ siteKind }) } : {}),
      ...(record.evidence === undefined ? {} : { evidence: shown(record.evidence, repro) }),
      ...(words === undefined ? {} : { source: words.sources[0] }),
      ...defined({ repro }),
    },
  };
}

/** A request with a body is long, and the repro line already contains it. */
function shown({ request, ...evidence }: Evidence, repro: string | undefined): Evidence {
  const isRepeated = request?.body !== undefined && repro !== undefined;
  return request === undefined || isRepeated ? evidence : { ...evidence, request };
}

/** One curl line that shows what the check saw; undefined when no http(s) URL is at hand or it is too long to paste. */
function reproOf({ evidence }: CheckRecord): string | undefined {
  const url = parseUrl(evidence?.url ?? '');
  if (evidence === undefined || url === undefined) return undefined;
  const { href, protocol } = url;
  // A site can write file: and other schemes that curl supports, and readers of the report run this line.
  if ((protocol !== 'http:' && protocol !== 'https:') || href.length > MAX_REPRO_URL) return undefined;
  const { accept, userAgent, headers = {}, body } = evidence.request ?? {};
  const options = [
    // Without -g, curl takes brackets and braces for a range of URLs.
    /[[\]{}]/.test(href) ? ' -g' : '',
    accept === undefined ? '' : ` -H ${shellQuoted(`Accept: ${accept}`)}`,
    userAgent === undefined ? '' : ` -A ${shellQuoted(userAgent)}`,
    ...Object.entries(headers).map(([name, value]) => ` -H ${shellQuoted(`${name}: ${value}`)}`),
    body === undefined ? '' : ` -H 'Content-Type: application/json' --data-raw ${shellQuoted(body)}`,
  ];
  return `curl -sSi${options.join('')} ${shellQuoted(href)}`;
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
