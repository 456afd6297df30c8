import { defined } from '../../basics/defined.ts';
import type { CheckResult } from '../../schema/scan.ts';
import type { CheckRecord, Evidence } from '../model/result.ts';
import type { Titles } from './define.ts';
import { reproOf } from './repro/repro-of.ts';

/** What the catalogue knows of a check and a record does not repeat. */
export interface CheckWords {
  readonly titles: Pick<Titles, 'pass' | 'fail'>;
  readonly sources: readonly [string, ...string[]];
}

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

/** What a result was presented from, for comparisons: a check that does not apply is no pass to them. */
export const stateOf = ({ checkId, status, details }: CheckResult) => ({
  id: checkId,
  status: details.notApplicable === true ? ('na' as const) : status,
});

/** What only shapes the repro line is left out, as is a request with a body: it is long, and the line contains it. */
function shown(
  { request, shows: _shows, others: _others, page: _page, ...evidence }: Evidence,
  repro: string | undefined,
): Evidence {
  const isRepeated = request?.body !== undefined && repro !== undefined;
  return request === undefined || isRepeated ? evidence : { ...evidence, request };
}

/** The texts of a result; trusted text only. */
interface Words {
  readonly message: string;
  readonly howToFix?: string | null | undefined;
}

/** Which words are not the same in all results of one check. */
export interface Differing {
  readonly message: boolean;
  readonly howToFix: boolean;
}

export const NOTHING_DIFFERS: Differing = { message: false, howToFix: false };

/** What differs once another result is counted in with one that was there before. */
export const differingWith = (before: Differing, known: Words, other: Words): Differing => ({
  message: before.message || known.message !== other.message,
  howToFix: before.howToFix || (known.howToFix ?? '') !== (other.howToFix ?? ''),
});

const OF_ONE = 'On the worst page: ';

/**
 * The texts of the worst of several results, shown together with their number. Parts that do not hold for all results
 * say where they do.
 */
export function summarizeWorst(
  { message, howToFix }: Words,
  differing: Differing,
): { readonly message: string; readonly howToFix: string } {
  const told = (words: string, differs: boolean) => (differs && words !== '' ? `${OF_ONE}${words}` : words);
  return { message: told(message, differing.message), howToFix: told(howToFix ?? '', differing.howToFix) };
}

/** The fix where it stands behind its message, which names the worst page already. */
export const fixBehind = ({ message, howToFix }: { readonly message: string; readonly howToFix: string }): string =>
  message.startsWith(OF_ONE) && howToFix.startsWith(OF_ONE) ? `There: ${howToFix.slice(OF_ONE.length)}` : howToFix;
