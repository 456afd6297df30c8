/** All that leaves the place of a description. */

import { AUTHORITY } from './directives/authority.ts';
import { CONCEALING, CONSENT } from './directives/concealing.ts';
import type { Directive } from './directives/directive.ts';
import { SETTLING } from './directives/settling.ts';
import { DEMANDING, TAKING } from './directives/taking.ts';
import { ELSEWHERE, TELLING } from './directives/telling.ts';
import { TOOLS } from './directives/tools.ts';
import { USER, WORK } from './directives/work.ts';

export const DIRECTIVES: readonly Directive[] = [
  ...CONCEALING,
  ...CONSENT,
  ...TAKING,
  ...DEMANDING,
  ...AUTHORITY,
  ...TOOLS,
  ...TELLING,
  ...ELSEWHERE,
  ...WORK,
  ...USER,
  ...SETTLING,
];
