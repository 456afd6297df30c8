import type { McpCheckId } from '../../checks/catalogue.ts';

/**
 * How much each check of the mcp series counts (catalogue.md section 8; the weights sum to 100). A published rubric never
 * changes: changing one means a new version.
 */
export const MCP_RUBRIC = {
  version: '1.0.0',
  weights: {
    M1: 6,
    M2: 3,
    M3: 4,
    M4: 3,
    M5: 4,
    M6: 4,
    M7: 2,
    M8: 4,
    M9: 2,
    M10: 3,
    M11: 4,
    M12: 3,
    M13: 3,
    M14: 6,
    M15: 6,
    M16: 6,
    M17: 6,
    M18: 3,
    M19: 6,
    M20: 3,
    M21: 5,
    M22: 2,
    M23: 2,
    M24: 5,
    M25: 5,
  } satisfies Record<McpCheckId, number>,
  warnCredit: 0.5,
} as const;

Object.freeze(MCP_RUBRIC);
Object.freeze(MCP_RUBRIC.weights);
