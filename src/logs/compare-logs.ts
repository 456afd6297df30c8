import { pluralize } from '../scanner/pluralize.ts';
import type { LogAgent, LogReport } from '../schema/log-report.ts';
import { percent, refusedShare } from './to-do.ts';

/** A change of the share of refusals that is worth a line. */
const SHARE_CHANGE = 0.01;
const FACTOR = 1.5;
const MIN_REQUESTS = 10;

/** What changed since the report of an earlier period, a sentence each. Requests are compared by the day. */
export function changesOf(before: LogReport, after: LogReport): string[] {
  const [daysBefore, daysAfter] = [daysOf(before), daysOf(after)];
  const old = new Map(before.agents.map((agent) => [agent.name, agent]));
  const lines: string[] = [];
  for (const agent of after.agents) {
    const earlier = old.get(agent.name);
    old.delete(agent.name);
    if (earlier === undefined) {
      lines.push(`${agent.name} is new: ${pluralize(agent.requests, 'request')}.`);
      continue;
    }
    const [then, now] = [earlier.requests / daysBefore, agent.requests / daysAfter];
    const isMany = Math.max(earlier.requests, agent.requests) >= MIN_REQUESTS;
    if (isMany && (now > then * FACTOR || then > now * FACTOR))
      lines.push(`${agent.name}: ${Math.round(now * 10) / 10} requests a day, before ${Math.round(then * 10) / 10}.`);
    const [shareThen, shareNow] = [refusedShare(earlier), refusedShare(agent)];
    if (Math.abs(shareNow - shareThen) >= SHARE_CHANGE)
      lines.push(`${agent.name}: ${percent(shareNow)} refused, before ${percent(shareThen)}.`);
  }
  for (const { name, requests } of old.values())
    lines.push(`${name} did not come: before ${pluralize(requests, 'request')}.`);
  return lines;
}

const DAY_MS = 86_400_000;

/** Days of the period of a report, at least one. */
export function daysOf({ period }: Pick<LogReport, 'period'>): number {
  return period === null ? 1 : Math.max(1, (Date.parse(period.to) - Date.parse(period.from)) / DAY_MS);
}

/** Refusals that count: those of verified requests where there are any, because an impostor is refused with reason. */
const countedRefusals = ({ verified, refusedVerified, requests, refused }: LogAgent) =>
  verified > 0
    ? { refused: refusedVerified, requests: verified, words: 'verified' }
    : { refused, requests, words: 'unproven' };

/** A limit of refusals: `ChatGPT-User=1` or `all=0.5`, in percent. */
export interface RefusalLimit {
  /** Ignoring case; `all` for agents that fetch for people or build search indexes. */
  readonly agent: string;
  readonly percent: number;
}

/** Limits that were exceeded, a sentence each. An agent that did not come exceeds none. Spoofed requests never count. */
export function exceeded({ agents }: LogReport, limits: readonly RefusalLimit[]): string[] {
  return limits.flatMap(({ agent: wanted, percent: limit }) =>
    agents
      .filter(({ name, kind }) =>
        wanted === 'all' ? kind === 'user-action' || kind === 'search' : name.toLowerCase() === wanted.toLowerCase(),
      )
      .map((agent) => ({ name: agent.name, ...countedRefusals(agent) }))
      .filter((counted) => refusedShare(counted) * 100 > limit)
      .map(
        ({ name, words, ...counted }) =>
          `${name} got ${percent(refusedShare(counted))} refusals (${counted.refused} of ${counted.requests} ${words} requests), more than ${limit} %.`,
      ),
  );
}
