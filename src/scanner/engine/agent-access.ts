import { AI_AGENTS, BOT_TOKEN } from '../ai-agents.ts';
import { refusedAgents } from '../checks/site/agent-ua-parity.ts';
import { mayRead } from '../checks/site/robots-access.ts';
import type { AgentAccess } from '../model/scan.ts';
import type { RobotsArtifact, UaParityArtifact } from '../model/site.ts';

const TOKENS: readonly string[] = [...AI_AGENTS.map(({ token }) => token), BOT_TOKEN].sort();

/**
 * The agents that a site keeps out; undefined where its robots.txt could not be asked for.
 * @param url of the root
 * @param uaParity undefined where the site was not read
 */
export function agentAccess(
  robotsTxt: RobotsArtifact,
  url: string,
  uaParity: UaParityArtifact | undefined,
): AgentAccess | undefined {
  if (!robotsTxt.probe.answered) return undefined;
  return {
    byRobots: TOKENS.filter((token) => !mayRead(robotsTxt, token, url)),
    atTheEdge: refusedAgents(uaParity?.fetches ?? []).sort(),
  };
}
