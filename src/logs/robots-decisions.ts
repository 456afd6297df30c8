import { isAllowed, type RobotsTxt } from '../scanner/parse/robots/robots-txt.ts';
import { copyOf } from './copy-of.ts';

const MAX_DECISIONS = 5_000;
/** Longer targets are decided anew each time. */
const MAX_DECIDED = 300;

/** Whether an agent may ask for a target by the rules of a site, with a memory of the last decisions. */
export function createRobotsDecisions(robots: RobotsTxt): (agent: string, target: string) => boolean {
  let decisions = new Map<string, boolean>();
  return (agent, target) => {
    if (target.length > MAX_DECIDED) return isAllowed(robots, agent, target);
    const key = `${agent} ${target}`;
    const known = decisions.get(key);
    if (known !== undefined) return known;
    if (decisions.size >= MAX_DECISIONS) decisions = new Map();
    const decision = isAllowed(robots, agent, target);
    decisions.set(copyOf(key), decision);
    return decision;
  };
}
