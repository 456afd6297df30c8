import { defined } from '../../../basics/defined.ts';
import type { Evidence } from '../../model/result.ts';
import type { Revalidation } from '../../model/site.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';

const GOOD_SECONDS = 3600;
const FAIR_SECONDS = 86_400;
const PASS_SHARE = 0.8;
const WARN_SHARE = 0.5;

export default defineCheck({
  id: 'S18',
  slug: 'cache-validators',
  series: 'site',
  category: 'transport',
  titles: {
    pass: 'Pages support conditional requests',
    fail: 'Pages do not support conditional requests',
    action: 'Answer conditional requests with ETag or Last-Modified',
  },
  why: 'Agents come back to the same files. With ETag or Last-Modified they see changes soon at little cost.',
  rule: 'Checks llms.txt, the sitemap and three pages (not those with no-store). A file is good when a conditional GET answers 304 or max-age is at most 3,600 s, and fair at up to 86,400 s. Passes when 80 % are good. Warns when half are good or fair. Fails below.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9111', 'https://www.rfc-editor.org/rfc/rfc9110#section-13'],
  needs: ['validators'],
  evaluate({ validators: { revalidations } }) {
    const judged = revalidations.flatMap((each) => {
      const grade = gradeOf(each);
      return grade === undefined ? [] : [{ ...each, grade }];
    });
    if (judged.length === 0) return notApplicable('No answer was found whose caching can be tested.');
    const good = judged.filter(({ grade }) => grade === 'good').length;
    const fair = judged.filter(({ grade }) => grade === 'fair').length;
    const others = judged.filter(({ grade }) => grade !== 'good');
    const share = good / judged.length;
    const evidence = {
      ...shownBy(others[0] ?? judged[0]),
      measured: `${(share * 100).toFixed(1)} %`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: others.map(({ url }) => url),
    };
    const message = `${good} of ${judged.length} files and pages answer conditional requests or expire within an hour${fair > 0 ? `, ${fair} within a day` : ''}.`;
    if (share >= PASS_SHARE) return pass(message, evidence);
    const finding = {
      howToFix:
        'Send an ETag or Last-Modified that does not change while the text does not, answer 304 when it comes back in If-None-Match or If-Modified-Since, and set Cache-Control: max-age to 3600 or less.',
      evidence: { ...evidence, draft: 'Cache-Control: public, max-age=3600\nETag: "<hash of the body>"\n' },
    };
    return (good + fair) / judged.length >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});

/** Where validators do not work, the conditional request is what shows it. */
function shownBy(each: Revalidation | undefined): Evidence {
  if (each === undefined) return {};
  const { url, answer, caching } = each;
  if (answer !== 'sent-again') return { url };
  const etag = ETAG.test(caching.etag ?? '') ? caching.etag : undefined;
  const lastModified = HTTP_DATE.test(caching.lastModified ?? '') ? caching.lastModified : undefined;
  return { url, request: { headers: defined({ 'If-None-Match': etag, 'If-Modified-Since': lastModified }) } };
}

/** Validators as servers make them: any other text of a site is no part of a line to run. */
const ETAG = /^(?:W\/)?"[\w.:/+=-]{1,100}"$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Undefined for what cannot be judged: pages that are not to be stored, and answers that did not come. */
function gradeOf({ kind, caching, answer }: Revalidation): 'good' | 'fair' | 'bad' | undefined {
  const { freshSeconds = Infinity, noStore, etag, lastModified } = caching;
  if (kind === 'page' && noStore) return undefined;
  if (answer === 'not-modified' || freshSeconds <= GOOD_SECONDS) return 'good';
  if (answer === 'unknown') return undefined;
  // Those for which no request was left are believed: only they have validators and were not asked.
  if (answer === 'not-asked' && (etag !== undefined || lastModified !== undefined)) return 'good';
  return freshSeconds <= FAIR_SECONDS ? 'fair' : 'bad';
}
