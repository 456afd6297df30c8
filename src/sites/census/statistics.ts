/** What the rows of a census say together. Memory does not grow with the number of rows. */
import { AI_AGENTS } from '../../scanner/ai-agents.ts';
import { meanInterval, wilson } from './intervals.ts';
import { type CensusRow, ROW_STATES } from './row.ts';

/** A share with its 95 % interval (Wilson). */
export interface Proportion {
  readonly count: number;
  readonly of: number;
  /** 0 to 1; null of nothing, as both ends of the interval then. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The scores of a group of hosts. */
export interface Scores {
  readonly hosts: number;
  readonly mean: number;
  /** 95 % interval of the mean; null for a single host. */
  readonly low: number | null;
  readonly high: number | null;
  /** The score that half of the hosts do not exceed. */
  readonly median: number;
}

export interface CensusStatistics {
  readonly states: Readonly<Record<CensusRow['state'], number>>;
  /** Of all graded hosts; undefined of none. */
  readonly scores: Scores | undefined;
  /** Graded hosts by tenth of the score: 0 to 9, 10 to 19 … 90 to 100. */
  readonly tenths: readonly number[];
  /** Of graded hosts. */
  readonly llmsTxt: Proportion;
  readonly markdown: Proportion;
  /** Of graded hosts: some imitated agent is refused a page that a browser gets. */
  readonly refusedAtEdge: Proportion;
  /** Of hosts whose robots.txt could be asked for: it keeps at least one AI agent from the root. */
  readonly refusedByRobots: Proportion;
  /** The same for each AI agent that some host keeps out, the most refused first. */
  readonly agents: readonly (Proportion & { readonly agent: string; readonly vendor: string })[];
  /** Mean share of the text that reaches agents; null of no graded host. */
  readonly delivered: number | null;
  /** The most hosts first. */
  readonly kinds: readonly (Scores & { readonly kind: string })[];
  /** Checks whose fix gains something: on how many graded hosts, and points over all of them. The most points first. */
  readonly fixes: readonly { readonly check: string; readonly hosts: number; readonly gain: number }[];
  readonly rubrics: readonly string[];
}

const SCORES = 101;
const TENTHS = 10;

export interface StatisticsBuilder {
  add(row: CensusRow): void;
  statistics(): CensusStatistics;
}

export function createStatistics(): StatisticsBuilder {
  const states = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Record<CensusRow['state'], number>;
  const all = createScores();
  const kinds = new Map<string, ReturnType<typeof createScores>>();
  const agents = new Map<string, number>(AI_AGENTS.map(({ token }) => [token, 0]));
  const fixes = new Map<string, { hosts: number; gain: number }>();
  const rubrics = new Set<string>();
  const counts = { llmsTxt: 0, markdown: 0, edge: 0, robotsRead: 0, robots: 0, delivered: 0 };

  function addGraded(row: CensusRow, score: number): void {
    all.add(score);
    const kind = row.kind ?? 'unknown';
    const ofKind = kinds.get(kind) ?? createScores();
    kinds.set(kind, ofKind);
    ofKind.add(score);
    if (row.has_llms_txt === true) counts.llmsTxt += 1;
    if (row.has_markdown === true) counts.markdown += 1;
    if (row.edge_refuses.length > 0) counts.edge += 1;
    counts.delivered += row.delivered ?? 0;
    for (const { check, gain } of row.fixes) {
      const seen = fixes.get(check) ?? { hosts: 0, gain: 0 };
      fixes.set(check, { hosts: seen.hosts + 1, gain: seen.gain + gain });
    }
  }

  return {
    add(row) {
      states[row.state] += 1;
      rubrics.add(row.rubric);
      if (row.score !== null) addGraded(row, row.score);
      if (!row.robots_read) return;
      counts.robotsRead += 1;
      const refused = row.robots_refuses.filter((token) => agents.has(token));
      if (refused.length > 0) counts.robots += 1;
      for (const token of refused) agents.set(token, (agents.get(token) ?? 0) + 1);
    },
    statistics() {
      const graded = all.count();
      return {
        states: { ...states },
        scores: all.scores(),
        tenths: all.tenths(),
        llmsTxt: proportion(counts.llmsTxt, graded),
        markdown: proportion(counts.markdown, graded),
        refusedAtEdge: proportion(counts.edge, graded),
        refusedByRobots: proportion(counts.robots, counts.robotsRead),
        agents: AI_AGENTS.map(({ token, vendor }) => ({
          agent: token,
          vendor,
          ...proportion(agents.get(token) ?? 0, counts.robotsRead),
        }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count || (a.agent < b.agent ? -1 : 1)),
        delivered: graded === 0 ? null : round(counts.delivered / graded),
        kinds: [...kinds]
          .flatMap(([kind, scores]) => {
            const found = scores.scores();
            return found === undefined ? [] : [{ kind, ...found }];
          })
          .sort((a, b) => b.hosts - a.hosts || (a.kind < b.kind ? -1 : 1)),
        fixes: [...fixes]
          .map(([check, { hosts, gain }]) => ({ check, hosts, gain: round(gain) }))
          .sort((a, b) => b.gain - a.gain || (a.check < b.check ? -1 : 1)),
        rubrics: [...rubrics].sort(),
      };
    },
  };
}

function createScores() {
  const bins = new Uint32Array(SCORES);
  let hosts = 0;
  let sum = 0;
  let squares = 0;
  return {
    add(score: number) {
      bins[score] = (bins[score] ?? 0) + 1;
      hosts += 1;
      sum += score;
      squares += score ** 2;
    },
    count: () => hosts,
    tenths: () =>
      Array.from({ length: TENTHS }, (_, tenth) => {
        const end = tenth === TENTHS - 1 ? SCORES : (tenth + 1) * TENTHS;
        return bins.subarray(tenth * TENTHS, end).reduce((total, count) => total + count, 0);
      }),
    scores(): Scores | undefined {
      if (hosts === 0) return undefined;
      const interval = meanInterval(sum, squares, hosts);
      let below = 0;
      const median = bins.findIndex((count) => {
        below += count;
        return 2 * below >= hosts;
      });
      return {
        hosts,
        mean: round(sum / hosts),
        low: interval === undefined ? null : round(Math.max(0, interval[0])),
        high: interval === undefined ? null : round(Math.min(SCORES - 1, interval[1])),
        median,
      };
    },
  };
}

function proportion(count: number, of: number): Proportion {
  if (of === 0) return { count, of, share: null, low: null, high: null };
  const [low, high] = wilson(count, of);
  return { count, of, share: round(count / of), low: round(low), high: round(high) };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
