import { parseUrl } from '../basics/parse-url.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { Explanation } from '../schema/explanation.ts';
import type { LogAgent, LogFinding, LogReport } from '../schema/log-report.ts';
import type { CheckResult, Scan } from '../schema/scan.ts';
import { type PageVisits, pageKeyOf } from './aggregate.ts';

/** A finished scan with all of its pages, and the explanation of its score. */
export interface JoinedScan {
  readonly scan: Scan;
  readonly explanation?: Explanation | undefined;
}

/** Paths of the pages that a scan read. */
export const pathsOf = ({ pageResults }: Pick<Scan, 'pageResults'>): string[] =>
  pageResults.flatMap(({ url }) => parseUrl(url)?.pathname ?? []);

const MAX_FINDINGS = 40;

interface Affected {
  readonly result: CheckResult;
  readonly paths: Set<string>;
}

/** Findings of the scan with the requests that they touched, by points and by traffic. `siteScore` stays as it is. */
export function joinScan(
  { scan, explanation }: JoinedScan,
  visits: ReadonlyMap<string, PageVisits>,
  agents: readonly LogAgent[],
): NonNullable<LogReport['scan']> {
  const affected = new Map<string, Affected>();
  const note = (result: CheckResult, path?: string): void => {
    if (result.status !== 'fail' && result.status !== 'warn') return;
    const known = affected.get(result.checkId) ?? { result, paths: new Set<string>() };
    // A failing page says more than one with a warning.
    affected.set(result.checkId, known.result.status === 'warn' ? { ...known, result } : known);
    if (path !== undefined) known.paths.add(pageKeyOf(path));
  };
  for (const result of [...scan.siteChecks, ...scan.llmstxtChecks]) note(result);
  for (const { url, checks } of scan.pageResults) {
    for (const result of checks) note(result, parseUrl(url)?.pathname ?? '/');
  }
  const all = sumOf([...visits.values()]);
  const fixes = new Map(explanation?.fixes.map((fix) => [fix.checkId, fix]));
  const findings = [...affected.values()].map(({ result, paths }): LogFinding => {
    const touched = paths.size === 0 ? all : sumOf([...paths].flatMap((path) => visits.get(path) ?? []));
    const fix = fixes.get(result.checkId);
    return {
      checkId: result.checkId,
      title: fix?.name ?? result.name,
      status: result.status,
      gain: fix?.gain ?? 0,
      affectedPages: paths.size,
      ...touched,
      message: fix?.message ?? result.message,
      howToFix: fix?.howToFix ?? result.howToFix,
    };
  });
  return {
    id: scan.id,
    rootUrl: scan.rootUrl,
    siteScore: scan.siteScore,
    findings: ranked(findings, all.requests).slice(0, MAX_FINDINGS),
    refusals: refusalsOf(scan, agents),
  };
}

function sumOf(visits: readonly PageVisits[]): { requests: number; assistants: number } {
  const sum = { requests: 0, assistants: 0 };
  for (const { requests, assistants } of visits) {
    sum.requests += requests;
    sum.assistants += assistants;
  }
  return sum;
}

/** Points, times one plus the share of the traffic that the finding touches: a fix on pages that are read comes first. */
function ranked(findings: readonly LogFinding[], all: number): LogFinding[] {
  const weight = ({ gain, requests }: LogFinding) => (gain + 0.01) * (1 + requests / Math.max(1, all));
  return [...findings].sort((a, b) => weight(b) - weight(a) || (a.checkId < b.checkId ? -1 : 1));
}

/** Sees whether a site turns assistants away by their user agent. */
const REFUSAL_CHECKS = ['S6'];
const MIN_REQUESTS = 10;
const REFUSED_SHARE = 0.02;

/** The refusals that a scan suspects from outside, by what the log shows of agents that were not spoofed. */
function refusalsOf(scan: Scan, agents: readonly LogAgent[]): NonNullable<LogReport['scan']>['refusals'] {
  const live = agents.filter(({ kind }) => kind === 'user-action' || kind === 'search');
  const [requests, refused] = [
    live.reduce((sum, each) => sum + each.requests, 0),
    live.reduce((sum, each) => sum + each.refused, 0),
  ];
  const verdict = requests < MIN_REQUESTS ? 'unknown' : refused / requests >= REFUSED_SHARE ? 'confirmed' : 'cleared';
  const why = `${refused} of ${pluralize(requests, 'request')} of assistants and search crawlers were refused in the period${verdict === 'unknown' ? ', too few to tell' : ''}.`;
  return scan.siteChecks
    .filter(({ checkId, status }) => REFUSAL_CHECKS.includes(checkId) && (status === 'fail' || status === 'warn'))
    .map(({ checkId }) => ({ checkId, verdict, why }));
}
