import type { CheckId } from './catalogue.ts';

/**
 * How much each check counts (critical 10, high 7, medium 4, low 2, minor 1) and what bounds a
 * score. A published rubric never changes: changing one means a new version, and percentiles compare only scans of
 * the same major version.
 */
export const RUBRIC = {
  version: '1.0.0',
  weights: {
    S1: 4,
    S2: 10,
    S3: 7,
    S4: 2,
    S5: 4,
    S6: 10,
    S7: 4,
    S8: 4,
    S9: 7,
    S10: 4,
    S11: 2,
    S12: 4,
    S13: 7,
    S14: 4,
    S15: 2,
    S16: 4,
    S17: 4,
    S18: 2,
    S19: 4,
    S20: 7,
    S21: 4,
    S22: 4,
    S23: 2,
    S24: 2,
    S25: 2,
    L1: 10,
    L2: 2,
    L3: 10,
    L4: 4,
    L5: 7,
    L6: 7,
    L7: 7,
    L8: 7,
    L9: 4,
    L10: 7,
    L11: 4,
    L12: 2,
    L13: 1,
    L14: 4,
    L15: 1,
    P1: 7,
    P2: 4,
    P3: 4,
    P4: 10,
    P5: 10,
    P6: 2,
    P7: 7,
    P8: 4,
    P9: 4,
    P10: 4,
    P11: 7,
    P12: 4,
    P13: 2,
    P14: 4,
    P15: 2,
    P16: 1,
    P17: 4,
    P18: 2,
    P19: 4,
    P20: 2,
    P21: 2,
    P22: 7,
    P23: 2,
    P24: 4,
    P25: 4,
  } satisfies Record<CheckId, number>,
  /** What a warning earns where its rule names no credit of its own. */
  warnCredit: 0.5,
  /** Checks whose credit is worth only as much as the page's text is there without scripts, and the floor of that. */
  scaledByServerRendering: { checks: ['P6', 'P7', 'P8', 'P9', 'P10', 'P14', 'P17', 'P25'], by: 'P5', floor: 0.2 },
  /** Checks of a file's contents, worth only as much as the file itself. */
  scaledBySitemap: { checks: ['S11', 'S12', 'S16'], by: 'S10' },
  /** Checks of the file's contents, worth less the further the file is over the size limit (characters). */
  scaledByLlmsTxtSize: { checks: ['L5', 'L6', 'L7', 'L8', 'L9', 'L11'], sizeLimit: 100_000 },
  /** Checks whose credit each page scales itself by how its Markdown is found (see checks/page/markdown-quality.ts). */
  scaledByDiscovery: { checks: ['P24'], by: 'P23' },
  /** What fails together with a check, and is fixed together with it. */
  dependants: { S10: ['S11', 'S12'], P22: ['P23', 'P24'] },
} as const;

Object.freeze(RUBRIC);
Object.freeze(RUBRIC.weights);
