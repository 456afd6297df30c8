import type { RobotsTxt } from '../scanner/parse/robots/robots-txt.ts';
import { addSize, addTime, type Figures } from './agent-figures.ts';
import { type AgentRow, createAgentRows } from './agent-rows.ts';
import type { Claim } from './agents.ts';
import { isChallenge, isLlmsTxt, isMarkdown, isMissing, isPagePath, isRefusal, pathOf } from './answers.ts';
import type { LogEntry } from './entry.ts';
import type { Identity } from './identity.ts';
import { createRobotsDecisions } from './robots-decisions.ts';
import { createSessions } from './sessions.ts';
import { createTimeLine, type TimeLine } from './time-line.ts';
import { createTopLists, type TopList } from './top-list.ts';

/** An answer that takes longer makes an assistant give up. */
const SLOW_SECONDS = 3;
const KEPT_PATHS = 4000;
/** Of all lists together. */
const MAX_LIST_BYTES = 12_000_000;

export interface AggregateOptions {
  /** Rules of the site, to tell who obeys them. */
  readonly robots?: RobotsTxt | undefined;
  /** Paths of the pages of a scan: they are counted exactly. */
  readonly pages?: readonly string[];
}

/** Requests to one page of the scan. */
export interface PageVisits {
  requests: number;
  /** By agents that fetch while a person waits. */
  assistants: number;
}

export interface Aggregate {
  add(entry: LogEntry, claim: Claim, identity: Identity): void;
  /** Ends open sessions. Called once. */
  end(): Totals;
}

export interface Totals {
  readonly agents: readonly { readonly claim: Claim; readonly figures: Figures }[];
  readonly timeLine: TimeLine;
  readonly fromMs: number;
  readonly toMs: number;
  /** Pages that assistants of people got. */
  readonly readByAssistants: TopList;
  readonly missing: TopList;
  readonly missingByAssistants: TopList;
  /** Pages that any agent got, for the nearest page to a missing one. */
  readonly found: TopList;
  readonly pages: ReadonlyMap<string, PageVisits>;
  /** Entries whose time could not be read. */
  readonly timeless: number;
}

/** What a path may be under: with or without a slash at its end. */
export const pageKeyOf = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/** Counts the requests of agents, in memory that does not grow with the log. */
export function createAggregate({ robots, pages = [] }: AggregateOptions): Aggregate {
  const timeLine = createTimeLine();
  const createTopList = createTopLists(MAX_LIST_BYTES);
  const rows = createAgentRows(createTopList);
  const mayRead = robots === undefined ? undefined : createRobotsDecisions(robots);
  const [readByAssistants, missing] = [createTopList(KEPT_PATHS), createTopList(KEPT_PATHS)];
  const [missingByAssistants, found] = [createTopList(KEPT_PATHS), createTopList(KEPT_PATHS)];
  const visits = new Map(pages.map((path): [string, PageVisits] => [pageKeyOf(path), { requests: 0, assistants: 0 }]));
  let [fromMs, toMs, timeless] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];

  const sessions = createSessions((agent, steps) => {
    if (steps.length > 1) rows.get(agent)?.figures.journeys.add(steps.join(' → '));
  });
  const addPage = (entry: LogEntry, row: AgentRow, path: string): void => {
    const { figures, claim } = row;
    const { status } = entry;
    const isAssistant = claim.kind === 'user-action';
    const page = visits.get(pageKeyOf(path));
    if (page !== undefined) {
      page.requests += 1;
      if (isAssistant) page.assistants += 1;
    }
    if (isMissing(status)) {
      figures.missing += 1;
      missing.add(path);
      if (isAssistant) missingByAssistants.add(path);
    }
    if (status !== 304 && (status < 200 || status > 299)) return;
    figures.pages.add(path);
    figures.read.add(path);
    found.add(path);
    if (isAssistant) readByAssistants.add(path);
    if (status === 200 && entry.method === 'GET') addSize(figures, entry.bytes, path);
  };

  return {
    add(entry, claim, identity) {
      const row = rows.of(claim);
      const { figures } = row;
      figures[identity] += 1;
      if (Number.isFinite(entry.timeMs)) {
        fromMs = Math.min(fromMs, entry.timeMs);
        toMs = Math.max(toMs, entry.timeMs);
      } else timeless += 1;
      if (identity === 'spoofed') return;
      if (Number.isFinite(entry.timeMs)) timeLine.add(entry.timeMs, row.claim.name);
      const { target } = entry;
      const path = pathOf(target);
      figures.requests += 1;
      figures.bytes = Math.min(Number.MAX_SAFE_INTEGER, figures.bytes + entry.bytes);
      if (entry.signatureAgent !== undefined) figures.signed += 1;
      addAnswer(figures, entry, path, identity);
      if (entry.seconds !== undefined) addTime(figures, entry.seconds, SLOW_SECONDS);
      if (path === '/robots.txt') figures.robotsReads += 1;
      else if (mayRead !== undefined && target.startsWith('/') && !mayRead(claim.name, target)) {
        figures.disallowed += 1;
        figures.forbidden.add(path);
      }
      if (isLlmsTxt(path)) figures.llmsTxt += 1;
      else if (isMarkdown(path, entry)) figures.markdown += 1;
      if (!isPagePath(path) || (entry.method !== 'GET' && entry.method !== 'HEAD')) return;
      addPage(entry, row, path);
      // Without a time nothing says which visit it belongs to.
      if (entry.method !== 'GET' || !Number.isFinite(entry.timeMs)) return;
      if (sessions.add(row.claim.name.toLowerCase(), entry, path)) figures.sessions += 1;
    },
    end() {
      sessions.end();
      return {
        agents: rows.all(),
        timeLine,
        fromMs,
        toMs,
        readByAssistants,
        missing,
        missingByAssistants,
        found,
        pages: visits,
        timeless,
      };
    },
  };
}

/** Counts how a request was answered. */
function addAnswer(figures: Figures, entry: LogEntry, path: string, identity: Identity): void {
  const { status } = entry;
  const statusClass = Math.floor(status / 100) - 2;
  if (statusClass === 0 || statusClass === 1 || statusClass === 2 || statusClass === 3) {
    figures.classes[statusClass] += 1;
  }
  if (statusClass === 1 && status !== 304) figures.redirected.add(path);
  if (isRefusal(status)) {
    figures.refusals.set(status, (figures.refusals.get(status) ?? 0) + 1);
    figures.refused.add(`${status} ${path}`);
  }
  const challenged = isChallenge(entry, path);
  if (challenged) {
    figures.challenges += 1;
    if (!isRefusal(status)) figures.quietChallenges += 1;
  }
  if (identity === 'verified' && (challenged || isRefusal(status))) figures.refusedVerified += 1;
}
