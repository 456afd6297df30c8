/** Counts figures that are missing, with the first of their labels. */

import { withoutEnd } from '../../../without-end.ts';

/** Different labels that are kept, and those of them that are reported. */
const MAX_KEPT = 20;
const MAX_LABELS = 3;
const MAX_LABEL = 40;
const MAX_COUNT = 2000;

export interface EmptyFigures {
  /** Empty cells and figures. */
  readonly count: number;
  /** Labels of the first of them, cut: the heads of columns, the words before a figure. */
  readonly labels: readonly string[];
}

export interface FigureTally {
  /** @param isCertain false for those that only count where a script could fill them */
  add(label: string, isCertain: boolean, by?: number): void;
  /** @param isFilled whether a script could fill them */
  found(isFilled: boolean): EmptyFigures;
}

export function figureTally(): FigureTally {
  let certain = 0;
  let likely = 0;
  const labels: { readonly text: string; readonly isCertain: boolean }[] = [];
  return {
    add(label, isCertain, by = 1) {
      if (isCertain) certain = Math.min(MAX_COUNT, certain + by);
      else likely = Math.min(MAX_COUNT, likely + by);
      const text = withoutEnd(label, /[\s:：]/)
        .trim()
        .slice(-MAX_LABEL);
      if (text !== '' && labels.length < MAX_KEPT && !labels.some((known) => known.text === text))
        labels.push({ text, isCertain });
    },
    found: (isFilled) => ({
      count: certain + (isFilled ? likely : 0),
      labels: labels
        .filter(({ isCertain }) => isCertain || isFilled)
        .slice(0, MAX_LABELS)
        .map(({ text }) => text),
    }),
  };
}
