import type { PromptDefinition } from './define-prompt.ts';
import { explainCheck } from './explain-check.ts';
import { fixSite } from './fix-site.ts';
import { reviewMcpServer } from './review-mcp-server.ts';
import { writeLlmsTxt } from './write-llms-txt.ts';

/** Every prompt, in the order in which they are shown. */
export const PROMPTS: readonly PromptDefinition[] = [fixSite, writeLlmsTxt, reviewMcpServer, explainCheck];
