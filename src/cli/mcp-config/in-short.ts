/** The report of one host in three sentences: what its servers cost, which to mend, which to fear. */
import type { Flow } from '../../scanner/mcp/across-servers/flows.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import type { Advice } from './advice.ts';

export interface ShortServer {
  readonly name: string;
  readonly score: number | null;
  readonly tokens: number | null;
  readonly secrets: readonly string[];
  readonly advice: Pick<Advice, 'act'>;
}

/** A context that most hosts give a model, in tokens. */
const CONTEXT_TOKENS = 200_000;
const NAMED = 3;

/** Pure. Names must have been quoted before. */
export function inShort(servers: readonly ShortServer[], tokens: number, flows: readonly Flow[]): string[] {
  const graded = servers.filter(({ score }) => score !== null);
  if (graded.length === 0) return [];
  return [
    `Cost: ${costOf(graded, tokens)}`,
    `Fix: ${worstOf(graded)}`,
    `Fear: ${dangersOf(servers, flows).join('; ')}.`,
  ];
}

function costOf(graded: readonly ShortServer[], tokens: number): string {
  const [dearest] = [...graded].sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0));
  const share = ((tokens / CONTEXT_TOKENS) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 });
  const most =
    graded.length < 2 || dearest === undefined
      ? ''
      : `, the largest part for ${dearest.name} (${(dearest.tokens ?? 0).toLocaleString('en-US')})`;
  return `each session pays ${tokens.toLocaleString('en-US')} tokens for the tools, ${share} % of a context of 200,000${most}.`;
}

function worstOf(graded: readonly ShortServer[]): string {
  const [worst] = [...graded].sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (worst === undefined || worst.advice.act === 'keep') return 'nothing.';
  return `${worst.name} first, with a score of ${worst.score} of 100.`;
}

/** Dangers, the gravest first. */
function dangersOf(servers: readonly ShortServer[], flows: readonly Flow[]): string[] {
  const poisoned = servers.filter(({ advice }) => advice.act === 'remove').map(({ name }) => name);
  const open = servers.filter(({ secrets }) => secrets.length > 0).map(({ name }) => name);
  const [flow] = [...flows].sort((a, b) => weightOf(b) - weightOf(a));
  const dangers = [
    ...(poisoned.length === 0 ? [] : [`dangerous text in ${listed(poisoned)}`]),
    ...(flow === undefined ? [] : [flowDanger(flow)]),
    ...(open.length === 0 ? [] : [`a secret as plain text in the configuration of ${listed(open)}`]),
  ];
  return dangers.length === 0 ? ['nothing was found, which is no proof'] : dangers;
}

const weightOf = ({ does, reads }: Flow): number => (does === 'sends' ? 100 : 0) + reads.length;

function flowDanger({ from, to, does, reads }: Flow): string {
  const by = `text that ${from.server} reads could lead the model to have ${to.server}`;
  if (does !== 'sends') return `${by} delete, change or run something`;
  return reads.length === 0
    ? `${by} send something`
    : `${by} send what ${listed(reads.map(({ server }) => server))} can read`;
}

const listed = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${pluralize(names.length - NAMED, 'other')}`;
