import { type Figures, newFigures } from './agent-figures.ts';
import type { Claim } from './agents.ts';
import type { createTopLists } from './top-list.ts';

/** Crawlers that no table has share one row above that. Agents of the table always have their own. */
const MAX_UNKNOWN_AGENTS = 100;
const OTHER_BOTS = 'other bots';

/** An agent with its figures. */
export interface AgentRow {
  readonly claim: Claim;
  readonly figures: Figures;
}

/** The rows of agents, by the names that they claim. */
interface AgentRows {
  /** The row that counts an agent. */
  of(claim: Claim): AgentRow;
  /** @param key the name of its row, in lower case */
  get(key: string): AgentRow | undefined;
  all(): AgentRow[];
}

export function createAgentRows(createTopList: ReturnType<typeof createTopLists>): AgentRows {
  const agents = new Map<string, AgentRow>();
  let unknownAgents = 0;

  const rowOf = (claim: Claim): AgentRow => {
    const key = claim.name.toLowerCase();
    const known = agents.get(key);
    if (known !== undefined) return known;
    if (claim.vendor === null && claim.kind === 'bot' && claim.name !== OTHER_BOTS) {
      if (unknownAgents >= MAX_UNKNOWN_AGENTS) return rowOf({ name: OTHER_BOTS, vendor: null, kind: 'bot' });
      unknownAgents += 1;
    }
    const row = { claim, figures: newFigures(createTopList) };
    agents.set(key, row);
    return row;
  };
  return { of: rowOf, get: (key) => agents.get(key), all: () => [...agents.values()] };
}
