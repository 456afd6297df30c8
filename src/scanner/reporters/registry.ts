import { agentPrompt } from './agent-prompt.ts';
import { markdown } from './markdown.ts';
import type { Reporter } from './reporter.ts';

/** Every reporter, in the order in which they are offered. */
export const REPORTERS: readonly Reporter[] = [markdown, agentPrompt];
