import { pluralize } from '../scanner/pluralize.ts';
import type { LogAgent, LogReport } from '../schema/log-report.ts';
import { isAttacked, isLlmsTxt } from './answers.ts';
import { isMarkdownOf, redirectsOf } from './nearest-page.ts';

const MAX_TO_DO = 12;
/** Agents whose refusal costs readers. That of training crawlers is a choice of the site. */
const KINDS_OF_READERS: readonly LogAgent['kind'][] = ['user-action', 'browser', 'search'];
/** More refusals than this are worth a look. */
const REFUSED_SHARE = 0.01;
const MIN_MISSING = 2;
/** An agent that meets 404 more often than this finds less than it could. */
const MISSING_SHARE = 0.1;

export const isReader = ({ kind }: Pick<LogAgent, 'kind'>): boolean => KINDS_OF_READERS.includes(kind);

/** Share of refusals, from 0 to 1. */
export const refusedShare = ({ refused, requests }: Pick<LogAgent, 'refused' | 'requests'>): number =>
  requests === 0 ? 0 : refused / requests;

export const percent = (share: number): string =>
  `${share > 0 && share < 0.001 ? '< 0.1' : Math.round(share * 1000) / 10} %`;

interface Ranked {
  readonly title: string;
  readonly why: string;
  readonly weight: number;
}

/** What to change, most important first: requests of assistants weigh ten times those of other agents. */
export function toDoOf(report: Omit<LogReport, 'toDo'>): LogReport['toDo'] {
  const items = [
    ...report.agents.flatMap(ofAgent),
    ...ofUsedNames(report),
    ...ofTraining(report),
    ...ofMissing(report),
    ...ofMissingMarkdown(report),
    ...ofAgentsThatMiss(report),
    ...ofLlmsTxt(report),
    ...(report.scan?.findings ?? [])
      .slice(0, 5)
      .flatMap(({ checkId, title, message, gain, affectedPages, requests, assistants }): Ranked[] =>
        gain <= 0 || requests === 0
          ? []
          : [
              {
                title: `${checkId}: ${title}.`,
                why: `${message} Agents asked for ${affectedPages === 0 ? 'the site' : `its ${pluralize(affectedPages, 'page')}`} ${requests} times, ${assistants} of them for a person; the fix gains ${Math.round(gain * 10) / 10} points.`,
                weight: gain * 5 + Math.min(100, assistants + requests / 10),
              },
            ],
      ),
  ];
  return items
    .sort((a, b) => b.weight - a.weight || (a.title < b.title ? -1 : 1))
    .slice(0, MAX_TO_DO)
    .map(({ title, why }) => ({ title, why }));
}

const factorOf = (kind: LogAgent['kind']): number =>
  kind === 'user-action' ? 10 : kind === 'browser' || kind === 'search' ? 5 : 1;

function ofAgent(agent: LogAgent): Ranked[] {
  const { name, kind, requests, sameSize, slow, robots, spoofed } = agent;
  const factor = factorOf(kind);
  const items: Ranked[] = [];
  if (requests === 0) return items;
  const isRead = isReader(agent);
  if (isRead && refusedShare(agent) > REFUSED_SHARE) items.push(ofRefusals(agent, factor));
  if (isRead && sameSize !== null)
    items.push({
      title: `See what ${name} gets: different pages had the same size.`,
      why: `${sameSize.answers} answers with status 200 had ${sameSize.bytes} bytes each, as challenges and empty pages do.`,
      weight: sameSize.answers * factor,
    });
  if (isRead && slow / requests > 0.05)
    items.push({
      title: `Answer ${name} faster.`,
      why: `${slow} of ${requests} answers took 3 s or longer, and assistants give up early.`,
      weight: (slow * factor) / 2,
    });
  if (robots.obeyed === false && kind !== 'tool' && !isUsedByAttackers(agent))
    items.push({
      title: `Decide on ${name}: it requests what robots.txt forbids.`,
      why: `${robots.disallowed} of ${requests} requests are forbidden by the rules of today. Block it at the edge, or allow these paths.`,
      weight: (robots.disallowed ?? 0) / 2,
    });
  if (spoofed > requests)
    items.push({
      title: `Do not trust the name ${name}.`,
      why: `${spoofed} requests used it from addresses that are not its own, ${requests} did not.`,
      weight: spoofed / 10,
    });
  return items;
}

/** Forbidden requests at addresses that attackers try are no reason to block the agent whose name they use. */
function isUsedByAttackers({ kind, verified, robots: { obeyed, paths } }: LogAgent): boolean {
  const attacks = paths.reduce((sum, { path, count }) => sum + (isAttacked(path) ? count : 0), 0);
  const all = paths.reduce((sum, { count }) => sum + count, 0);
  return obeyed === false && kind !== 'tool' && verified === 0 && attacks >= MOST * all;
}

/** Agents whose names attackers use where robots.txt forbids requests, together. */
function ofUsedNames({ agents }: Pick<LogReport, 'agents'>): Ranked[] {
  const used = agents.filter(isUsedByAttackers);
  if (used.length === 0) return [];
  const named = used
    .slice(0, NAMED)
    .map(({ name, requests, robots }) => `${name} ${robots.disallowed} of ${requests}`)
    .join(', ');
  const more = used.length > NAMED ? ` and ${used.length - NAMED} more` : '';
  return [
    {
      title: `Find out who requests ${used[0]?.robots.paths[0]?.path ?? '/'} under the names of agents.`,
      why: `Attackers try such addresses, and robots.txt forbids them: ${named}${more}. Block no agent by its name for that: --ranges or --dns tells whose requests they are.`,
      weight: 1,
    },
  ];
}

/** The share of requests by which attackers explain them. */
const MOST = 0.8;

/** The refusals of an agent: to let it in is no advice where attackers use its name. */
function ofRefusals(agent: LogAgent, factor: number): Ranked {
  const { name, kind, requests, refused, refusedBy, refusedPaths, verified } = agent;
  const attacked = refusedPaths.filter(({ path }) => isAttacked(path));
  const attacks = attacked.reduce((sum, { count }) => sum + count, 0);
  const share = percent(refusedShare(agent));
  if (attacks >= MOST * refused)
    return {
      title: `Keep refusing ${name} at ${attacked[0]?.path ?? 'the sign-in'}: attackers use its name.`,
      why: `${attacks} of its ${refused} refused requests went to addresses that attackers try. --ranges or --dns tells whose requests they are.`,
      weight: 1,
    };
  const [most] = refusedBy;
  const status = most === undefined ? 'by challenges' : `mostly with ${most.status}`;
  // Names of crawlers and browsers are used by others far more often than those of assistants.
  if (kind !== 'user-action' && verified === 0)
    return {
      title: `Find out whether ${name} is refused: ${share} of the requests under its name were.`,
      why: `${refused} of ${requests} were refused, ${status}, and nothing shows that its operator sent them. Run this again with --ranges or --dns.`,
      weight: refused,
    };
  return {
    title: `Let ${name} in: ${share} of its requests were refused.`,
    why: `${refused} of ${requests} were refused, ${status}. ${remedyFor(most?.status)}`,
    weight: refused * factor,
  };
}

function remedyFor(status: number | undefined): string {
  if (status === 429) return 'Raise the rate limit for it, and send Retry-After with each 429.';
  if ((status ?? 0) >= 500) return 'Look for the errors in the log of the application.';
  return 'Allow it in the firewall, CDN or security plugin that refuses it.';
}

function ofMissing({ missing }: Pick<LogReport, 'missing'>): Ranked[] {
  const redirectable = missing.filter((page) => page.requests >= MIN_MISSING && redirectsOf([page]).length > 0);
  const requests = redirectable.reduce((sum, each) => sum + each.requests, 0);
  if (redirectable.length === 0) return [];
  return [
    {
      title: `Redirect ${pluralize(redirectable.length, 'missing page')} to the nearest that ${redirectable.length === 1 ? 'exists' : 'exist'}.`,
      why: `Agents asked for ${redirectable.length === 1 ? 'it' : 'them'} ${requests} times. The nearest pages are listed below; legible logs FILE --redirects apache (or nginx, netlify) prints them ready to paste.`,
      weight: redirectable.reduce((sum, each) => sum + each.assistants * 5 + each.requests, 0),
    },
  ];
}

function ofMissingMarkdown({ missing }: Pick<LogReport, 'missing'>): Ranked[] {
  const pages = missing.filter(
    ({ path, nearest, requests }) => requests >= MIN_MISSING && nearest !== null && isMarkdownOf(path, nearest),
  );
  if (pages.length === 0) return [];
  const requests = pages.reduce((sum, each) => sum + each.requests, 0);
  return [
    {
      title: `Serve the Markdown version of ${pluralize(pages.length, 'page')} that agents asked for.`,
      why: `${requests} requests for ${pages.length === 1 ? 'an address' : 'addresses'} in .md found nothing, where the page exists as HTML. legible fix writes these files for a static build, legible gateway answers them for a running site.`,
      weight: pages.reduce((sum, each) => sum + each.assistants * 5 + each.requests, 0),
    },
  ];
}

/** Agents that one line names. */
const NAMED = 4;

/** Agents of readers that often meet 404, together: the pages are those of the list of missing ones. */
function ofAgentsThatMiss({ agents }: Pick<LogReport, 'agents'>): Ranked[] {
  const all = agents
    .filter(
      (agent) => isReader(agent) && agent.missing / agent.requests > MISSING_SHARE && agent.missing >= MIN_MISSING,
    )
    .sort((a, b) => b.missing * factorOf(b.kind) - a.missing * factorOf(a.kind) || (a.name < b.name ? -1 : 1));
  if (all.length === 0) return [];
  const named = all.slice(0, NAMED).map(({ name, missing, requests }) => `${name} ${missing} of ${requests}`);
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : '';
  return [
    {
      title: `Bring back the pages that ${all.length === 1 ? (all[0]?.name ?? '') : pluralize(all.length, 'agent')} ${all.length === 1 ? 'misses' : 'miss'}.`,
      why: `Requests that led to 404 or 410: ${named.join(', ')}${more}. Put back or redirect what is listed under missing pages.`,
      weight: all.reduce((sum, { missing, kind }) => sum + (missing * factorOf(kind)) / 2, 0),
    },
  ];
}

/** Training crawlers that are refused, together: many sites want that. */
function ofTraining({ agents }: Pick<LogReport, 'agents'>): Ranked[] {
  const refused = agents.filter((agent) => agent.kind === 'training' && refusedShare(agent) > REFUSED_SHARE);
  if (refused.length === 0) return [];
  const named = refused
    .slice(0, NAMED)
    .map((agent) => `${agent.name} ${percent(refusedShare(agent))}`)
    .join(', ');
  const more = refused.length > NAMED ? ` and ${refused.length - NAMED} more` : '';
  return [
    {
      title: `Decide whether AI models may be trained on the site: ${pluralize(refused.length, 'training crawler')} ${refused.length === 1 ? 'was' : 'were'} refused.`,
      why: `Refused: ${named}${more}. Change nothing if you refuse them on purpose; otherwise allow them, or raise their rate limit.`,
      weight: refused.reduce((sum, each) => sum + each.refused, 0) / 10,
    },
  ];
}

function ofLlmsTxt({ missing }: Pick<LogReport, 'missing'>): Ranked[] {
  return missing
    .filter(({ path, requests }) => isLlmsTxt(path) && requests >= MIN_MISSING)
    .slice(0, 1)
    .map(({ path, requests, assistants }) => ({
      title: `Add ${path}: agents asked for it and found none.`,
      why: `${pluralize(requests, 'request')}. It tells agents in plain text which pages there are.`,
      weight: requests / 2 + assistants * 5,
    }));
}
