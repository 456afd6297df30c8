import { AI_AGENTS, type AiAgentKind } from '../../ai-agents.ts';
import { decide, type RobotsTxt } from '../../parse/robots-txt.ts';
import { parseContentSignal, parseContentUsage, type UsageLine, type Use } from '../../parse/usage-signals.ts';

/** A Content-Signal or Content-Usage record of robots.txt. */
export interface UsageRecord extends UsageLine {
  readonly name: 'content-signal' | 'content-usage';
  readonly value: string;
  readonly line: number;
  /** Product tokens of its group, lower-case; empty outside any group. */
  readonly agents: readonly string[];
}

/** More of them than any site needs. */
const MAX_RECORDS = 200;

export const usageRecords = (rules: RobotsTxt | undefined): UsageRecord[] =>
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
 * Where records and rules of one group of user agents contradict each other, as clauses in our words: a use that is
 * allowed and refused, or allowed to an agent whom the rules keep out of the whole site.
 */
export function contradictions(rules: RobotsTxt | undefined, records: readonly UsageRecord[]): string[] {
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
