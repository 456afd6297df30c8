import type { McpTool } from '../model/mcp.ts';

/** Why a check of tools does not apply. */
export const NO_TOOLS = 'The server lists no tools.';

/** A text without the space around it; '' for a value that is no string. */
export const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The name shown to people: the tool's own title, else that of its annotations (where it stood before 2025-06-18). */
export const titleOf = ({ title, annotations }: McpTool): string => trimmed(title) || trimmed(annotations.title);
