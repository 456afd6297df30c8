import { counted } from '../scanner/counted.ts';
import { confidenceLines } from '../scanner/reporters/confidence.ts';
import type { Explanation, Fix } from '../schema/explanation.ts';

const SHOWN_FIXES = 5;

/** How a score came about, in a few lines of Markdown: confidence, the cap that binds, the best fixes by what they gain. */
export function explanationLines(explanation: Explanation): string[] {
  const { rawScore, caps, fixes, llmstxt } = explanation;
  const binding = caps.find((cap) => cap.binding);
  return [
    ...confidenceLines(explanation),
    ...(binding === undefined
      ? []
      : [`Capped at ${binding.limit} (${rawScore.toFixed(1)} without): ${binding.reason}`]),
    ...(fixes.length === 0
      ? ['Nothing to fix.']
      : ['', 'Best fixes first:', ...fixes.slice(0, SHOWN_FIXES).map(fixLine)]),
    ...(llmstxt.fixes.length === 0 ? [] : ['', 'For llms.txt:', ...llmstxt.fixes.slice(0, 2).map(fixLine)]),
  ];
}

function fixLine({ checkId, gain, scoreAfter, affectedPages, howToFix }: Fix, at: number): string {
  const where = affectedPages === 0 ? '' : ` on ${counted(affectedPages, 'page')}`;
  return `${at + 1}. ${checkId} +${gain.toFixed(1)} (to ${scoreAfter})${where}: ${howToFix}`;
}
