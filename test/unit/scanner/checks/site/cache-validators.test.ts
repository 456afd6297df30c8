import check from '../../../../../src/scanner/checks/site/cache-validators.ts';
import type { Revalidation } from '../../../../../src/scanner/model/site.ts';
import type { Caching } from '../../../../../src/scanner/parse/http-headers/caching.ts';
import { ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const NO_CACHING: Caching = { etag: undefined, lastModified: undefined, freshSeconds: undefined, noStore: false };
const DATE = 'Mon, 01 Jun 2026 12:00:00 GMT';
const one = (
  overrides: Partial<Omit<Revalidation, 'caching'>> & { caching?: Partial<Caching> } = {},
): Revalidation => ({
  kind: 'page',
  url: `${ORIGIN}/`,
  answer: 'not-asked',
  ...overrides,
  caching: { ...NO_CACHING, ...overrides.caching },
});
const fresh = (freshSeconds: number, answer: Revalidation['answer'] = 'not-asked') =>
  one({ answer, caching: { freshSeconds } });
const good = one({ answer: 'not-modified' });
const bad = one();
const fair = fresh(86_400);
const unstored = one({ caching: { noStore: true } });
const given = (...revalidations: Revalidation[]) => site({ validators: { revalidations } });

checkTable(check, [
  { when: 'all answer 304', given: given(good, good, good, good, good), expect: 'pass', says: /5 of 5/ },
  { when: 'four of five do', given: given(good, good, good, good, bad), expect: 'pass' },
  { when: 'three of four do', given: given(good, good, good, bad), expect: 'warn' },
  { when: 'one of two does', given: given(good, bad), expect: 'warn' },
  { when: 'one of three does', given: given(good, bad, bad), expect: 'fail' },
  { when: 'none does', given: given(bad), expect: 'fail' },
  {
    when: 'validators were there, and no request left to try them',
    given: given(one({ caching: { etag: '"1"' } }), one({ caching: { lastModified: DATE } }), bad),
    expect: 'warn',
    says: /2 of 3/,
  },
  { when: 'an hour', given: given(fresh(3600)), expect: 'pass' },
  { when: 'an hour and a second', given: given(fresh(3601)), expect: 'warn', says: /1 within a day/ },
  { when: 'a day', given: given(fair), expect: 'warn' },
  { when: 'a day and a second', given: given(fresh(86_401)), expect: 'fail' },
  { when: 'a year with validators that work', given: given(fresh(31_536_000, 'not-modified')), expect: 'pass' },
  { when: 'a year with validators that do not', given: given(fresh(31_536_000, 'sent-again')), expect: 'fail' },
  { when: 'validators that do not work, for a day', given: given(fresh(86_400, 'sent-again')), expect: 'warn' },
  { when: 'fair ones lift bad ones to a warning', given: given(good, fair, bad, bad), expect: 'warn' },
  { when: 'too few of both', given: given(good, fair, bad, bad, bad), expect: 'fail' },
  {
    when: 'pages that are not to be stored are left out',
    given: given(good, unstored, unstored),
    expect: 'pass',
    says: /1 of 1/,
  },
  { when: 'a file that is not to be stored is not', given: given({ ...unstored, kind: 'llms-txt' }), expect: 'fail' },
  {
    when: 'what gave no answer is left out',
    given: given(good, one({ answer: 'unknown' })),
    expect: 'pass',
    says: /1 of 1/,
  },
  { when: 'nothing to judge', given: given(), expect: 'na' },
  { when: 'nothing but pages that are not to be stored', given: given(unstored), expect: 'na' },
]);
