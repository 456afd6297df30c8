import type { McpCheckId } from '../../checks/catalogue.ts';

/**
 * The weight of each check of the mcp series (catalogue.md section 8; the weights sum to 100). A published rubric never
 * changes: changing one means a new version. Behaviour that every SDK provides weighs little; text that an author
 * writes weighs most.
 */
export const MCP_RUBRIC = {
  version: '2.1.0',
  weights: {
    M1: 3,
    M2: 3,
    M3: 2,
    M4: 2,
    M5: 4,
    M6: 4,
    M7: 1,
    M8: 2,
    M9: 2,
    M10: 4,
    M11: 2,
    M12: 3,
    M13: 5,
    M14: 7,
    M15: 9,
    M16: 9,
    M17: 5,
    M18: 3,
    M19: 9,
    M20: 3,
    M21: 6,
    M22: 2,
    M23: 2,
    M24: 4,
    M25: 4,
  } satisfies Record<McpCheckId, number>,
  warnCredit: 0.5,
} as const;

Object.freeze(MCP_RUBRIC);
Object.freeze(MCP_RUBRIC.weights);
