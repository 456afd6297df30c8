import { pluralize } from '../scanner/pluralize.ts';
import type { LogAgent, LogReport } from '../schema/log-report.ts';

const MAX_TO_DO = 12;
const KINDS_OF_READERS: readonly LogAgent['kind'][] = ['user-action', 'browser', 'search'];
/** More refusals than this are worth a look. */
const REFUSED_SHARE = 0.01;
const MIN_MISSING = 2;

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
    ...ofMissing(report),
    ...(report.scan?.findings ?? [])
      .slice(0, 5)
      .flatMap(({ checkId, title, message, gain, affectedPages, requests, assistants }): Ranked[] =>
        gain <= 0 || requests === 0
          ? []
          : [
              {
                title: `${checkId}: ${title}.`,
                why: `${message} ${affectedPages === 0 ? 'Agents' : `On ${pluralize(affectedPages, 'page')} that agents`} requested ${requests} times, ${assistants} of them for a person; the fix gains ${Math.round(gain * 10) / 10} points.`,
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

function ofAgent(agent: LogAgent): Ranked[] {
  const { name, kind, requests, refused, sameSize, slow, robots, missing, spoofed } = agent;
  const factor = kind === 'user-action' ? 10 : kind === 'browser' || kind === 'search' ? 5 : 1;
  const items: Ranked[] = [];
  const isReader = KINDS_OF_READERS.includes(kind);
  if (requests === 0) return items;
  if (isReader && refused / requests > REFUSED_SHARE) items.push(ofRefusals(agent, factor));
  if (isReader && sameSize !== null)
    items.push({
      title: `See what ${name} gets: different pages had the same size.`,
      why: `${sameSize.answers} answers with status 200 had ${sameSize.bytes} bytes each, as challenges and empty pages do.`,
      weight: sameSize.answers * factor,
    });
  if (isReader && slow / requests > 0.05)
    items.push({
      title: `Answer ${name} faster.`,
      why: `${slow} of ${requests} answers took 3 s or longer, and assistants give up early.`,
      weight: (slow * factor) / 2,
    });
  if (robots.obeyed === false && kind !== 'tool')
    items.push({
      title: `Decide on ${name}: it requests what robots.txt forbids.`,
      why: `${robots.disallowed} of ${requests} requests are forbidden by the rules of today. Block it at the edge, or allow these paths.`,
      weight: (robots.disallowed ?? 0) / 2,
    });
  if (isReader && missing / requests > 0.1 && missing >= MIN_MISSING)
    items.push({
      title: `Redirect the pages that ${name} misses.`,
      why: `${missing} of ${requests} requests led to 404 or 410.`,
      weight: (missing * factor) / 2,
    });
  if (spoofed > requests)
    items.push({
      title: `Do not trust the name ${name}.`,
      why: `${spoofed} requests used it from addresses that are not its own, ${requests} did not.`,
      weight: spoofed / 10,
    });
  return items;
}

/** Addresses that attackers try, and that no assistant reads for anybody. */
const ATTACKED =
  /^\/(?:wp-login\.php|xmlrpc\.php|wp-admin|administrator|admin|phpmyadmin|login|user\/login|signin|\.env|\.git)(?:[/.?]|$)/i;
const MOST = 0.8;

/** The refusals of an agent: to let it in is no advice where attackers use its name. */
function ofRefusals(agent: LogAgent, factor: number): Ranked {
  const { name, kind, requests, refused, refusedBy, refusedPaths, verified } = agent;
  const attacked = refusedPaths.filter(({ path }) => ATTACKED.test(path));
  const attacks = attacked.reduce((sum, { count }) => sum + count, 0);
  const share = percent(refused / requests);
  if (attacks >= MOST * refused)
    return {
      title: `Keep refusing ${name} at ${attacked[0]?.path ?? 'the sign-in'}: attackers use its name.`,
      why: `${attacks} of its ${refused} refused requests went to addresses that attackers try. --ranges or --dns tells whose requests they are.`,
      weight: 1,
    };
  const [most] = refusedBy;
  const status = most === undefined ? 'by challenges' : `mostly with ${most.status}`;
  // Names of crawlers are used by others far more often than those of assistants.
  if (kind === 'search' && verified === 0)
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
  return 'Allow it in the firewall or CDN.';
}

function ofMissing({ missing }: Pick<LogReport, 'missing'>): Ranked[] {
  const redirectable = missing.filter(({ nearest, requests }) => nearest !== null && requests >= MIN_MISSING);
  const requests = redirectable.reduce((sum, each) => sum + each.requests, 0);
  if (redirectable.length === 0) return [];
  return [
    {
      title: `Redirect ${pluralize(redirectable.length, 'missing page')} to the nearest that exist.`,
      why: `Agents asked for them ${requests} times. --redirects prints the list to paste.`,
      weight: redirectable.reduce((sum, each) => sum + each.assistants * 5 + each.requests, 0),
    },
  ];
}
