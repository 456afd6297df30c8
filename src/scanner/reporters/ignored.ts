/** Findings that the owner of a site accepts: they stay in the report with the reason, and fail no run. */

import type { Scan } from '../../schema/scan.ts';
import { excluder } from '../parse/robots/robots-txt.ts';
import { pluralize } from '../pluralize.ts';

/** An accepted finding, as settings write it. */
export interface IgnoreRule {
  /** Id of a check. */
  readonly check: string;
  /** Path patterns as robots.txt writes them; undefined for the whole check. */
  readonly paths?: readonly string[] | undefined;
  readonly reason: string;
  /** Last day on which it applies, as YYYY-MM-DD, by UTC. */
  readonly until?: string | undefined;
}

export interface IgnoredFindings {
  /** The rule that accepts a finding of a check; of a finding of the whole site where there is no address. */
  ruleFor(check: string, url?: string): IgnoreRule | undefined;
  /** The rule of a finding whose worst results are all accepted: each failure, or each warning where nothing failed. */
  covers(check: string): IgnoreRule | undefined;
  /** Rules that have run out, and rules that accept nothing of this scan, in a sentence each. */
  readonly notes: readonly string[];
}

/** @param today YYYY-MM-DD */
export function ignoredFindings(scan: Scan, rules: readonly IgnoreRule[], today: string): IgnoredFindings {
  const isOver = ({ until }: IgnoreRule): boolean => until !== undefined && until < today;
  const current = rules
    .filter((rule) => !isOver(rule))
    .map((rule) => ({ rule, matches: rule.paths === undefined ? undefined : excluder(rule.paths) }));
  const ruleFor = (check: string, url?: string): IgnoreRule | undefined =>
    current.find(
      ({ rule, matches }) => rule.check === check && (matches === undefined || (url !== undefined && matches(url))),
    )?.rule;
  const results = unpassed(scan);
  const used = new Set(results.map(({ check, url }) => ruleFor(check, url)));
  return {
    ruleFor,
    covers(check) {
      const found = results.filter((result) => result.check === check);
      const failed = found.filter(({ status }) => status === 'fail');
      const covering = (failed.length > 0 ? failed : found).map(({ url }) => ruleFor(check, url));
      return covering.every((rule) => rule !== undefined) ? covering[0] : undefined;
    },
    notes: [
      ...rules
        .filter(isOver)
        .map(
          ({ check, until }) => `ignore: the entry for ${check} ran out on ${until}. Remove it, or set a later day.`,
        ),
      ...current
        .filter(({ rule }) => !used.has(rule))
        .map(({ rule }) => `ignore: the entry for ${rule.check} matches no finding${pathsOf(rule)}. Remove it.`),
    ],
  };
}

const pathsOf = ({ paths }: IgnoreRule): string =>
  paths === undefined ? '' : ` on its ${pluralize(paths.length, 'path')}`;

/** One line a rule that accepts a finding, for reports: the check, its reason and its last day. */
export const ignoredWords = ({ reason, until }: IgnoreRule): string =>
  `Ignored${until === undefined ? '' : ` until ${until}`}: ${reason}`;

interface Unpassed {
  readonly check: string;
  readonly url: string | undefined;
  readonly status: 'fail' | 'warn';
}

function unpassed(scan: Scan): Unpassed[] {
  const found: Unpassed[] = [];
  const add = (checks: Scan['siteChecks'], url?: string): void => {
    for (const { checkId, status } of checks) {
      if (status === 'fail' || status === 'warn') found.push({ check: checkId, url, status });
    }
  };
  add(scan.siteChecks);
  add(scan.llmstxtChecks);
  for (const { url, checks } of scan.pageResults) add(checks, url);
  return found;
}
