import { quote } from '../scanner/checks/evidence.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { LogAgent, LogReport, MissingPage } from '../schema/log-report.ts';
import type { AddressList } from './address-lists.ts';
import { type Figures, quantile, sameSize } from './agent-figures.ts';
import type { Claim } from './agents.ts';
import type { Totals } from './aggregate.ts';
import { isAttacked, isOptionalFile } from './answers.ts';
import { type JoinedScan, joinScan } from './join-scan.ts';
import { createNearest } from './nearest-page.ts';
import type { ReadLog } from './read-log.ts';
import { toDoOf } from './to-do.ts';
import type { TopList } from './top-list.ts';

const SHOWN_AGENTS = 80;
const SHOWN_PATHS = 10;
const SHOWN_READ = 50;
const SHOWN_MISSING = 100;
const SHOWN_UNREAD = 50;
const SHOWN_BUCKETS = 60;
const KIND_ORDER: readonly LogAgent['kind'][] = ['user-action', 'browser', 'search', 'training', 'tool', 'bot'];
/** With this number of requests and none from a published address, the log more likely has the addresses of a proxy. */
const PROXY_REQUESTS = 20;

export interface ReportParts {
  readonly read: ReadLog;
  readonly lists: readonly AddressList[];
  readonly asksDns: boolean;
  /** Default false. */
  readonly hasKeys?: boolean;
  readonly hasRobots: boolean;
  readonly scan?: JoinedScan | undefined;
}

/** A path as it may be shown: one line, without characters that a terminal obeys or that show nothing. */
const shown = (path: string): string => quote(path, 200);

const paths = (list: TopList, limit = SHOWN_PATHS) =>
  list.top(limit).map(({ key, count }) => ({ path: shown(key), count }));

/** The report of a log that was read. Pure: the same parts give the same report. */
export function logReportOf({ read, lists, asksDns, hasKeys = false, hasRobots, scan }: ReportParts): LogReport {
  const { counts, totals } = read;
  const timeLine = narrowed(totals);
  const agents = totals.agents
    .map(({ claim, figures }) => agentOf(claim, figures, hasRobots, timeLine.series.get(claim.name) ?? []))
    .sort(byKindAndTraffic);
  const behindProxy = isBehindProxy(agents, lists);
  const told = behindProxy ? agents.map(withoutSpoofed) : agents;
  const joined = scan === undefined ? null : joinScan(scan, totals.pages, told);
  const report: Omit<LogReport, 'toDo'> = {
    version: 1,
    period: Number.isFinite(totals.fromMs) ? { from: iso(totals.fromMs), to: iso(totals.toMs) } : null,
    lines: {
      read: counts.lines,
      requests: counts.requests,
      agents: counts.agents,
      withoutUserAgent: counts.withoutUserAgent,
      beforePeriod: counts.beforePeriod,
      notRequests: counts.notRequests,
      unreadable: counts.unreadable,
      tooLong: counts.tooLong,
    },
    formats: [...read.formats].map(([name, lines]) => ({ name, lines })),
    leftOut: [...read.leftOut],
    notes: notesOf({ read, lists, asks: asksDns || hasKeys, agents: told, behindProxy }),
    lists: lists.map(({ file, createdAt, prefixes }) => ({ file: shown(file), createdAt, prefixes })),
    agents: told.slice(0, SHOWN_AGENTS),
    timeLine: {
      from: timeLine.length === 0 ? null : iso(timeLine.startMs),
      bucketSeconds: timeLine.bucketMs / 1000,
    },
    read: paths(totals.readByAssistants, SHOWN_READ),
    unread: scan === undefined ? null : unreadOf(totals),
    missing: missingOf(totals),
    countError: Math.max(
      ...[totals.readByAssistants, totals.missing, totals.missingByAssistants].map(({ error }) => error),
      ...totals.agents.map(({ figures }) => Math.max(figures.read.error, figures.refused.error)),
      0,
    ),
    scan: joined,
  };
  return { ...report, toDo: toDoOf(report) };
}

const iso = (ms: number): string => new Date(ms).toISOString();

const byKindAndTraffic = (a: LogAgent, b: LogAgent): number =>
  KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || b.requests - a.requests || (a.name < b.name ? -1 : 1);

function agentOf(claim: Claim, figures: Figures, hasRobots: boolean, timeLine: readonly number[]): LogAgent {
  const pages = figures.pages.count();
  const refusedBy = [...figures.refusals]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => b.count - a.count || a.status - b.status);
  // A challenge with a status of refusals is one refusal.
  const byStatus = refusedBy.reduce((sum, { count }) => sum + count, 0);
  const [ok, redirects, faults, errors] = figures.classes;
  return {
    name: shown(claim.name),
    vendor: claim.vendor,
    kind: claim.kind,
    requests: figures.requests,
    verified: figures.verified,
    unverifiable: figures.unverifiable,
    spoofed: figures.spoofed,
    signed: figures.signed,
    pages: pages.count,
    pagesExact: pages.isExact,
    bytes: figures.bytes,
    statuses: { '2xx': ok, '3xx': redirects, '4xx': faults, '5xx': errors },
    refused: byStatus + figures.quietChallenges,
    refusedVerified: figures.refusedVerified,
    refusedBy,
    challenged: figures.challenges,
    sameSize: sameSize(figures) ?? null,
    missing: figures.missing,
    slow: figures.slow,
    p95Seconds: quantile(figures, 0.95) ?? null,
    robots: {
      reads: figures.robotsReads,
      disallowed: hasRobots ? figures.disallowed : null,
      obeyed: hasRobots ? obeyed(figures) : null,
      paths: paths(figures.forbidden, 5),
    },
    markdown: figures.markdown,
    llmsTxt: figures.llmsTxt,
    sessions: figures.sessions,
    journeys: figures.journeys.top(5).map(({ key, count }) => ({ steps: key.split(' → ').map(shown), count })),
    read: paths(figures.read),
    refusedPaths: figures.refused.top(SHOWN_PATHS).map(({ key, count }) => ({
      status: Number(key.slice(0, 3)),
      path: shown(key.slice(4)),
      count,
    })),
    redirected: paths(figures.redirected, 5),
    timeLine: [...timeLine],
  };
}

/** An agent that never read the file and asked for nothing that is forbidden shows nothing. */
const obeyed = ({ disallowed, robotsReads }: Figures): boolean | null =>
  disallowed > 0 ? false : robotsReads > 0 ? true : null;

/** The time line over at most 60 buckets. */
function narrowed({ timeLine }: Totals) {
  const { startMs, bucketMs, series } = timeLine.read();
  const [longest = 0] = [...series.values()].map(({ length }) => length);
  const factor = Math.max(1, Math.ceil(longest / SHOWN_BUCKETS));
  const sums = (counts: readonly number[]) =>
    Array.from({ length: Math.ceil(counts.length / factor) }, (_, at) =>
      counts.slice(at * factor, (at + 1) * factor).reduce((sum, each) => sum + each, 0),
    );
  return {
    startMs,
    bucketMs: bucketMs * factor,
    length: longest,
    series: new Map([...series].map(([name, counts]) => [name, sums(counts)])),
  };
}

function unreadOf({ pages }: Totals): LogReport['unread'] {
  const unread = [...pages].flatMap(([path, { requests }]) => (requests === 0 ? [path] : [])).sort();
  return { count: unread.length, examples: unread.slice(0, SHOWN_UNREAD).map(shown) };
}

function missingOf({ missing, missingByAssistants, found, pages }: Totals): MissingPage[] {
  const assistants = new Map(missingByAssistants.top(SHOWN_MISSING * 10).map(({ key, count }) => [key, count]));
  const listed = missing
    .top(SHOWN_MISSING * 2)
    .filter(({ key }) => assistants.has(key) || !isAttacked(key))
    .slice(0, SHOWN_MISSING);
  const absent = new Set(listed.map(({ key }) => key));
  const existing = pages.size > 0 ? [...pages.keys()] : found.top(2000).map(({ key }) => key);
  const nearest = createNearest(existing.filter((path) => !absent.has(path) && !path.startsWith('//')));
  return listed
    .map(({ key, count }) => ({
      path: shown(key),
      requests: count,
      assistants: assistants.get(key) ?? 0,
      nearest: isOptionalFile(key) ? null : (nearest(key) ?? null),
    }))
    .map((each) => ({ ...each, nearest: each.nearest === null ? null : shown(each.nearest) }))
    .sort((a, b) => b.assistants - a.assistants || b.requests - a.requests || (a.path < b.path ? -1 : 1));
}

function isBehindProxy(agents: readonly LogAgent[], lists: readonly AddressList[]): boolean {
  if (lists.length === 0) return false;
  const [verified, spoofed] = [
    agents.reduce((sum, each) => sum + each.verified, 0),
    agents.reduce((sum, each) => sum + each.spoofed, 0),
  ];
  return verified === 0 && spoofed >= PROXY_REQUESTS;
}

/** Spoofed requests are not in the figures of an agent, so only their identity changes. */
const withoutSpoofed = (agent: LogAgent): LogAgent => ({
  ...agent,
  unverifiable: agent.unverifiable + agent.spoofed,
  spoofed: 0,
});

interface Noted {
  readonly read: ReadLog;
  readonly lists: readonly AddressList[];
  /** Whether DNS or keys of signatures may prove an agent. */
  readonly asks: boolean;
  readonly agents: readonly LogAgent[];
  readonly behindProxy: boolean;
}

function notesOf({ read, lists, asks, agents, behindProxy }: Noted): string[] {
  const { counts, totals } = read;
  const notes: string[] = [];
  if (counts.requests === 0 && counts.beforePeriod > 0)
    notes.push(
      `The log has no request in this period; ${counts.beforePeriod} ${counts.beforePeriod === 1 ? 'is' : 'are'} older.`,
    );
  if (counts.requests > 0 && counts.withoutUserAgent === counts.requests)
    notes.push('The log has no user agents, so no agent can be recognised. Log them: use the combined format.');
  if (lists.length === 0 && !asks && agents.length > 0)
    notes.push(
      'Every agent is unproven, because anyone can send the name of one. To prove it: legible logs FILE --ranges ranges --refresh-ranges --dns',
    );
  if (behindProxy)
    notes.push(
      'No request came from a published address of its agent. The log probably has the addresses of a proxy or CDN: log the client address (nginx: real_ip_header).',
    );
  if (totals.timeless > 0) notes.push(`${pluralize(totals.timeless, 'request')} without a time that can be read.`);
  const estimated = agents.filter(({ pagesExact }) => !pagesExact).length;
  if (estimated > 0)
    notes.push(`Different pages are estimated for ${pluralize(estimated, 'agent')}, with a standard error of 1.6 %.`);
  return notes;
}
