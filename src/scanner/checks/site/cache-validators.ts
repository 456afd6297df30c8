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
  why: 'Agents come back to the same files. With validators or a short life they see changes soon and pay little; a long life without validators has them work from stale text.',
  rule: 'An llms.txt in its place, a sitemap that can be read and three pages (without those that are no-store). Good: a conditional GET answers 304, or max-age is at most 3600. Fair: at most 86400 without validators. 80 % good passes, half good or fair is a warning, less fails.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9111', 'https://www.rfc-editor.org/rfc/rfc9110#section-13'],
  needs: ['validators'],
  evaluate({ validators: { revalidations } }) {
    const judged = revalidations.flatMap((each) => {
      const grade = gradeOf(each);
      return grade === undefined ? [] : [{ ...each, grade }];
    });
    if (judged.length === 0) return notApplicable('There is nothing whose caching could be judged.');
    const good = judged.filter(({ grade }) => grade === 'good').length;
    const fair = judged.filter(({ grade }) => grade === 'fair').length;
    const others = judged.filter(({ grade }) => grade !== 'good');
    const share = good / judged.length;
    const evidence = {
      ...(others[0] === undefined ? {} : { url: others[0].url }),
      measured: `${(share * 100).toFixed(1)} %`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: others.map(({ url }) => url),
    };
    const message = `${good} of ${judged.length} files and pages can be checked for changes or are soon asked for again${fair > 0 ? `, ${fair} within a day` : ''}.`;
    if (share >= PASS_SHARE) return pass(message, evidence);
    const finding = {
      howToFix:
        'Send an ETag or Last-Modified that does not change while the text does not, answer 304 when it comes back in If-None-Match or If-Modified-Since, and set Cache-Control: max-age to 3600 or less.',
      evidence: { ...evidence, draft: 'Cache-Control: public, max-age=3600\nETag: "<hash of the body>"\n' },
    };
    return (good + fair) / judged.length >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});

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
