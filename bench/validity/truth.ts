/**
 * What the agents achieve on a variant. It depends on nothing of the scanner, so it is kept in a temporary folder, under a
 * hash of the sources of this experiment.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Acts } from './acting/acts.ts';
import { apiAgent } from './acting/api-agent.ts';
import type { BrowserAgents } from './acting/browser-agent.ts';
import { formAgent } from './acting/form-agent.ts';
import { agentsOn } from './agents.ts';
import type { BaseSite } from './content.ts';
import { type Respond, siteVariant } from './site-variant.ts';
import type { Variant } from './variants.ts';

/** Each relative to what the same agents achieve on the base. */
export interface Truth {
  readonly read: number;
  /** Undefined where the site offers nothing to do. */
  readonly act: number | undefined;
  /** The mean of both; reading alone where nothing is offered. */
  readonly use: number;
  /** The share of the agent that fares worst. */
  readonly weakest: number;
}
/** Shares of questions and tasks, by agent. */
export interface Achieved {
  readonly reading: Readonly<Record<string, number>>;
  readonly acting: Readonly<Record<string, number>>;
  /** Share of all pairs of a task and an agent that tries it; undefined without tasks. */
  readonly tasks: number | undefined;
}

const ORIGIN = 'https://site.example';
/** They only report or scan. */
const NOT_TRUTH = /report|run|scatter|disagreements|statistics|yardsticks|afdocs|set|out-of-sample|truth|crawl/;

/** @param browsers undefined where no Chromium is there: the browser agent takes no part */
export async function truthOf(site: BaseSite, variant: Variant, browsers: BrowserAgents | undefined): Promise<Truth> {
  const base = await achievedOn(site, { id: 'base', kind: 'base', fault: {} }, browsers);
  const own = await achievedOn(site, variant, browsers);
  const relative = (shares: Readonly<Record<string, number>>, whole: Readonly<Record<string, number>>) =>
    Object.entries(shares).map(([agent, share]) => share / (whole[agent] ?? 1));
  const read = mean(Object.values(own.reading)) / mean(Object.values(base.reading));
  const act = own.tasks === undefined || base.tasks === undefined ? undefined : own.tasks / base.tasks;
  return {
    read,
    act,
    use: act === undefined ? read : (read + act) / 2,
    weakest: Math.min(...relative(own.reading, base.reading), ...relative(own.acting, base.acting)),
  };
}

export async function achievedOn(
  site: BaseSite,
  { id, fault }: Variant,
  browsers: BrowserAgents | undefined,
): Promise<Achieved> {
  const file = join(folderOf(browsers?.version ?? 'no browser'), `${site.name}-${id}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const respond = siteVariant(site, fault);
  const reading = Object.fromEntries(
    Object.entries(agentsOn(respond)).map(([agent, answers]) => [
      agent,
      site.questions.filter(answers).length / site.questions.length,
    ]),
  );
  const achieved = { reading, ...(await actingOn(respond, site.acts, browsers)) };
  writeFileSync(file, JSON.stringify(achieved));
  return achieved;
}

async function actingOn(
  respond: Respond,
  acts: Acts | undefined,
  browsers: BrowserAgents | undefined,
): Promise<Omit<Achieved, 'reading'>> {
  if (acts === undefined) return { acting: {}, tasks: undefined };
  const browser = await browsers?.on(respond, ORIGIN);
  const agents = {
    form: formAgent(respond, ORIGIN),
    api: apiAgent(respond, ORIGIN),
    ...(browser === undefined ? {} : { browser: browser.act }),
  };
  try {
    const acting: Record<string, number> = {};
    const all: boolean[] = [];
    for (const [name, act] of Object.entries(agents)) {
      const done: boolean[] = [];
      for (const task of acts.tasks) {
        const isDone = await act(task);
        if (isDone !== undefined) done.push(isDone);
      }
      acting[name] = share(done);
      all.push(...done);
    }
    return { acting, tasks: share(all) };
  } finally {
    await browser?.close();
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (done: readonly boolean[]): number => done.filter(Boolean).length / done.length;

let kept: string | undefined;
function folderOf(browser: string): string {
  if (kept !== undefined) return kept;
  const hash = createHash('sha256').update(browser);
  for (const folder of [import.meta.dirname, join(import.meta.dirname, 'acting')]) {
    for (const name of readdirSync(folder).sort()) {
      if (name.endsWith('.ts') && !NOT_TRUTH.test(name)) hash.update(readFileSync(join(folder, name)));
    }
  }
  kept = join(tmpdir(), `legible-validity-${hash.digest('hex').slice(0, 16)}`);
  mkdirSync(kept, { recursive: true });
  return kept;
}
