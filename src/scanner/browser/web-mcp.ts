/** Tools that a page registers for agents in the browser (WebMCP). */

import * as z from 'zod';
import type { SeenTool } from '../model/browser.ts';

const Tools = z.array(
  z.object({ name: z.string(), description: z.string(), inputSchema: z.string(), readsOnly: z.boolean() }),
);

/** What the page says of them is checked for its form and nothing else. */
export const toolsIn = (said: unknown): SeenTool[] => Tools.safeParse(said).data ?? [];
