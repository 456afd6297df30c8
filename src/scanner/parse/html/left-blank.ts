import type { Element } from './walk.ts';

/** A cell that is written as empty, with nothing but a no-break space in it: nothing is to come there. */
export const isLeftBlank = ({ childNodes }: Element): boolean =>
  childNodes.length > 0 &&
  childNodes.every((node) => 'value' in node && node.value.length < 20 && node.value.trim() === '') &&
  childNodes.some((node) => 'value' in node && node.value.includes('\u00a0'));
