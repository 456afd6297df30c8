import type { CheckId } from './catalogue.ts';
import type { Weighing } from './weighing.ts';

type LlmsTxtCheckId = Extract<CheckId, `L${string}`>;

/** How the llms.txt score weighs its checks (critical 10, high 7, medium 4, low 2, minor 1). */
export const LLMS_TXT_RUBRIC = {
  version: '1.0.0',
  weighings: {
    L1: [10, 'C'],
    L2: [2, 'D'],
    L3: [10, 'C'],
    L4: [4, 'C'],
    L5: [7, 'C'],
    L6: [7, 'C'],
    L7: [7, 'C'],
    L8: [7, 'B'],
    L9: [4, 'D'],
    L10: [7, 'A'],
    L11: [4, 'D'],
    L12: [2, 'D'],
    L13: [1, 'D'],
    L14: [4, 'D'],
    L15: [1, 'D'],
  } satisfies Record<LlmsTxtCheckId, Weighing>,
  /** Checks of the file's contents, worth less the further the file is over the size limit (characters). */
  scaledBySize: { checks: ['L5', 'L6', 'L7', 'L8', 'L9', 'L11'], sizeLimit: 100_000 },
} as const;

Object.freeze(LLMS_TXT_RUBRIC);
Object.freeze(LLMS_TXT_RUBRIC.weighings);
