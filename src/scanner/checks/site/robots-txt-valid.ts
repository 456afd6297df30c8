import type { Probe } from '../../model/http.ts';
import type { Evidence } from '../../model/result.ts';
import type { RobotsTxt } from '../../parse/robots/robots-txt.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

type Answered = Extract<Probe, { answered: true }>;

const MAX_BYTES = 500 * 1024;

export default defineCheck({
  id: 'S1',
  slug: 'robots-txt-valid',
  series: 'site',
  category: 'access',
  titles: {
    pass: 'robots.txt is valid',
    fail: 'robots.txt is invalid or unreachable',
    action: 'Serve a valid robots.txt',
  },
  why: 'Every well-behaved agent reads robots.txt first. It treats a broken or refused file as "keep out", or ignores it.',
  rule: 'Passes with a 200 text/plain file of at most 500 KiB in UTF-8 that has a User-agent group and no unknown lines. Warns when the file is missing, has another type or contains unknown lines. Fails with HTML, 401, 403 or a 5xx.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9309'],
  needs: ['robotsTxt'],
  evaluate({ robotsTxt: { probe, rules } }) {
    if (!probe.answered)
      return unmeasured(`robots.txt could not be fetched: ${probe.failure.message}`, evidenceOf(probe));
    const evidence = evidenceOf(probe);

    if (probe.status === 404 || probe.status === 410) {
      return warn('There is no robots.txt; agents take that as permission to read everything.', {
        howToFix: `Serve /robots.txt as 200 text/plain with these lines: ${TEMPLATE}`,
        evidence,
        credit: 0.75,
      });
    }
    if (probe.status >= 500) {
      return fail(`robots.txt answers ${probe.status}, which crawlers must read as "everything is disallowed".`, {
        howToFix: 'Answer 200 with the file, or 404 when there is none; never a 5xx.',
        evidence,
      });
    }
    if (probe.status < 200 || probe.status > 299) {
      return fail(`robots.txt answers ${probe.status}: agents cannot learn what they may read.`, {
        howToFix: 'Exempt /robots.txt from the login or firewall rule that refuses it, and serve it as 200 text/plain.',
        evidence,
      });
    }
    if (probe.isHtml || rules === undefined) {
      return fail('robots.txt answers with an HTML page instead of rules.', {
        howToFix: `Exclude /robots.txt from the page fallback and serve it as text/plain: ${TEMPLATE}`,
        evidence,
      });
    }

    const faults = [
      probe.contentType !== 'text/plain' &&
        `is served as ${probe.contentType === '' ? 'no type at all' : 'a type other than text/plain'}`,
      probe.bodyBytes > MAX_BYTES && `is larger than 500 KiB (crawlers may ignore the rest)`,
      !probe.validUtf8 && 'is not valid UTF-8',
      rules.groups.length === 0 && 'has no User-agent group',
      rules.unknownLines.length > 0 &&
        `has ${rules.unknownLines.length} lines that are not directives (first: line ${rules.unknownLines[0]})`,
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return pass('robots.txt is valid and served as text.', evidence);
    return warn(`robots.txt ${faults.join(', ')}.`, {
      howToFix:
        'Serve UTF-8 text/plain of at most 500 KiB with at least one User-agent group, and turn notes into # comments.',
      evidence: { ...evidence, ...shownBy(probe, rules) },
    });
  },
});

/** The fault that a status line with the type would not show. */
function shownBy({ contentType, bodyBytes, validUtf8 }: Answered, rules: RobotsTxt): Evidence {
  if (contentType !== 'text/plain') return {};
  if (rules.unknownLines.length > 0) return { lines: rules.unknownLines };
  if (!validUtf8) return { shows: 'encoding' };
  return { shows: bodyBytes > MAX_BYTES ? 'characters' : 'answer' };
}

const TEMPLATE = '"User-agent: *", "Allow: /", "Sitemap: <URL of your sitemap>".';
