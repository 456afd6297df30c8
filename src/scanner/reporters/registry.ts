import { agentPrompt } from './agent-prompt.ts';
import { annotations, junit, sarif, summary } from './ci-reports.ts';
import { markdown } from './markdown.ts';
import type { Reporter } from './reporter.ts';

/** Every reporter, in the order in which they are offered. */
export const REPORTERS: readonly Reporter[] = [markdown, agentPrompt];

/** Reporters for machines and for jobs, in the order in which they are offered. */
export const CI_REPORTERS: readonly Reporter[] = [junit, sarif, summary, annotations];
