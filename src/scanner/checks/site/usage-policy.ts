import { AI_AGENTS, type AiAgentKind, TRAINING_CRAWLERS } from '../../ai-agents.ts';
import { isPresent, type Probe } from '../../model/http.ts';
import type { PageArtifact } from '../../model/page.ts';

import type { RobotsArtifact, RslDeclaration } from '../../model/site.ts';
import {
  parseContentSignal,
  parseContentUsage,
  rslProblem,
  tdmRepProblem,
  type UsageLine,
  type Use,
} from '../../parse/agent-files/usage-policy.ts';
import { decide, isAllowed, type RobotsTxt } from '../../parse/robots/robots-txt.ts';
import { defineCheck, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

export default defineCheck({
  id: 'S4',
  slug: 'usage-policy',
  series: 'site',
  category: 'policy',
  titles: {
    pass: 'The rules on AI use are clear',
    fail: 'The rules on AI use are unclear or contradictory',
    action: 'State the rules on AI use clearly',
  },
  why: 'Agents can only respect a policy that they can read. A mistyped signal says nothing, and a contradictory one leaves the choice to the reader.',
  rule: 'Reads Content-Signal and Content-Usage (robots.txt or header), RSL licenses and tdmrep.json. Passes when they are valid and agree. Warns about an invalid token, an unreadable license file, or a use that is both allowed and refused for the same agent. Training crawlers that are blocked are reported but not graded. Not applicable when the site declares nothing.',
  sources: [
    'https://contentsignals.org/',
    'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/',
    'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
    'https://rslstandard.org/rsl',
    'https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/',
  ],
  needs: ['robotsTxt', 'home', 'usagePolicy'],
  evaluate({ robotsTxt, home, usagePolicy: { rsl, tdmRep } }) {
    const inHeaders = headerFaults(home);
    const hasTdmRep = isPresent(tdmRep);
    const records = usageRecords(robotsTxt.rules);
    const declared = [
      ...records.map(({ name }) => (name === 'content-signal' ? 'Content-Signal' : 'Content-Usage')),
      ...inHeaders.map(({ name }) => name),
      ...rsl.map(() => 'RSL'),
      ...(hasTdmRep ? ['TDMRep'] : []),
    ];
    const training = `For information: ${trainingCrawlers(robotsTxt)}.`;
    if (declared.length === 0)
      return notApplicable(`The site declares no usage policy, which is its right. ${training}`);

    const recordFaults = records.flatMap(({ name, line, badCount }) =>
      badCount === 0 ? [] : [`line ${line}: parts of ${name} that are no signal: ${badCount}`],
    );
    const rslFaults = rsl.map(rslFault);
    const tdmProblem = hasTdmRep ? tdmRepProblem(tdmRep.text) : undefined;
    const faults = [
      ...recordFaults,
      ...inHeaders.flatMap(({ name, badCount }) =>
        badCount === 0 ? [] : [`the ${name} header has ${badCount} bad parts`],
      ),
      ...rslFaults.filter((fault) => typeof fault === 'string'),
      ...(tdmProblem === undefined ? [] : [`tdmrep.json: ${tdmProblem}`]),
      ...contradictions(robotsTxt.rules, records),
    ];
    const kinds = [...new Set(declared)].join(', ');
    const badFile = rsl.find((_, at) => typeof rslFaults[at] === 'string')?.file ?? (tdmProblem && tdmRep);
    const evidence = {
      ...evidenceOf(badFile || robotsTxt.probe),
      examples: records.map(({ value }) => value).slice(0, 10),
    };
    if (faults.length > 0) {
      return warn(`The usage policy (${kinds}) has faults: ${listed(faults)}.`, {
        howToFix:
          'Write signals as "Content-Signal: search=yes, ai-input=yes, ai-train=no" (Content-Usage: "train-ai=n, search=y"), say one thing about each use in a group of user agents and do not close the site with Disallow to an agent whose use you allow there; point License at an absolute URL that answers RSL as XML.',
        evidence,
      });
    }
    if (rslFaults.includes(UNKNOWN) && rsl.length === declared.length)
      return unmeasured('The RSL licence that the site declares could not be fetched.', evidence);
    return pass(`The usage policy (${kinds}) can be read and does not contradict itself. ${training}`, evidence);
  },
});

const MAX_FAULTS = 5;
const listed = (faults: readonly string[]): string =>
  faults.length <= MAX_FAULTS
    ? faults.join('; ')
    : `${faults.slice(0, MAX_FAULTS).join('; ')}; and ${faults.length - MAX_FAULTS} more`;

const UNKNOWN = Symbol('it could not be fetched');

/** The fault of a declared licence, in trusted text; `UNKNOWN` when it could not be read, undefined for no fault. */
function rslFault({ declaredIn, line, url, file }: RslDeclaration): string | typeof UNKNOWN | undefined {
  const place = declaredIn === 'robots' ? `line ${line}: License` : `the licence linked in the ${declaredIn}`;
  if (url === undefined) return `${place} is no absolute URL`;
  if (file === undefined || !file.answered) return UNKNOWN;
  return fileFault(place, file);
}

function fileFault(place: string, { status, isHtml, text }: Extract<Probe, { answered: true }>): string | undefined {
  if (status < 200 || status > 299) return `${place} answers ${status}`;
  const problem = isHtml ? 'it is an HTML page' : rslProblem(text);
  return problem === undefined ? undefined : `${place} leads to a file that is no RSL: ${problem}`;
}

function headerFaults({ response }: PageArtifact): { name: string; badCount: number }[] {
  if (!response.answered) return [];
  const { 'content-signal': signal, 'content-usage': usage } = response.answer.headers;
  return [
    ...(signal === undefined ? [] : [{ name: 'Content-Signal', badCount: parseContentSignal(signal).badCount }]),
    ...(usage === undefined ? [] : [{ name: 'Content-Usage', badCount: parseContentUsage(usage).badCount }]),
  ];
}

function trainingCrawlers({ rules, probe }: RobotsArtifact): string {
  const shutOut = TRAINING_CRAWLERS.filter(({ token }) => !isAllowed(rules, token, '/'));
  return shutOut.length === 0
    ? `${isPresent(probe) ? '' : 'the missing '}robots.txt lets training crawlers in`
    : `robots.txt keeps these training crawlers out: ${shutOut.map(({ token }) => token).join(', ')}`;
}

/** A Content-Signal or Content-Usage record of robots.txt. */
interface UsageRecord extends UsageLine {
  readonly name: 'content-signal' | 'content-usage';
  readonly value: string;
  readonly line: number;
  /** Product tokens of its group, lower-case; empty outside any group. */
  readonly agents: readonly string[];
}

/** More of them than any site needs. */
const MAX_RECORDS = 200;

const usageRecords = (rules: RobotsTxt | undefined): UsageRecord[] =>
  (rules?.directives ?? [])
    .flatMap(({ name, ...record }): UsageRecord[] => {
      if (name === 'content-signal') return [{ ...record, name, ...parseContentSignal(record.value) }];
      return name === 'content-usage' ? [{ ...record, name, ...parseContentUsage(record.value) }] : [];
    })
    .slice(0, MAX_RECORDS);

/** What an agent is there for: only that use contradicts a rule that closes the site to it. */
const USES_OF: Readonly<Record<AiAgentKind, readonly Use[]>> = {
  'user-action': ['ai-input'],
  search: ['search', 'ai-input'],
  training: ['ai-train'],
};
interface Scope {
  /** As robots.txt groups it. */
  readonly token: string;
  /** As we write it. */
  readonly label: string;
  readonly uses: readonly Use[];
}
/** Everybody else, and the agents that we know; what a file says to others is between them. */
const SCOPES: readonly Scope[] = [
  { token: '*', label: 'everybody (*)', uses: ['search', 'ai-input', 'ai-train'] },
  ...AI_AGENTS.map(({ token, kind }) => ({ token: token.toLowerCase(), label: token, uses: USES_OF[kind] })),
];

/**
 * Where records and rules for one group of user agents contradict each other, as clauses in trusted text: a use that is
 * both allowed and refused, or allowed to an agent whom the rules exclude from the whole site.
 */
function contradictions(rules: RobotsTxt | undefined, records: readonly UsageRecord[]): string[] {
  const whole = records.filter(({ isPartial }) => !isPartial);
  return SCOPES.flatMap((scope) => {
    const statements = whole.filter(({ agents }) => agents.includes(scope.token)).flatMap((each) => each.statements);
    const allowed = new Set(statements.filter((statement) => statement.allowed).map(({ use }) => use));
    const refused = new Set(statements.filter((statement) => !statement.allowed).map(({ use }) => use));
    const both = [...allowed].filter((use) => refused.has(use));
    const pointless = scope.uses.filter((use) => allowed.has(use) && !refused.has(use));
    const root = pointless.length === 0 ? undefined : decide(rules, scope.token, '/');
    return [
      ...both.map((use) => `${use} is both allowed and refused to ${scope.label}`),
      ...(root === undefined || root.allowed
        ? []
        : [`${pointless.join(' and ')} is allowed to ${scope.label}, to whom line ${root.rule?.line} closes the site`]),
    ];
  });
}
