import { counted } from '../counted.ts';
import type { Changes } from './changes.ts';

/** The changes one a line, what got worse first; our words and numbers only. */
export function changeLines({ siteScore, llmstxtScore, checks, pageChecks, ...pages }: Changes): string[] {
  const { pagesAppeared, pagesDisappeared } = pages;
  const [worse, better] = (['worse', 'better'] as const).map((way) => [
    ...checks
      .filter(({ change }) => change === way)
      .map(({ checkId, name, before, after }) => `${checkId} ${before} -> ${after}: ${name}`),
    ...pageChecks
      .filter((check) => check[way] > 0)
      .map((check) => `${check.checkId} on ${counted(check[way], 'page')}: ${check.name}`),
  ]);
  return [
    `Site score ${siteScore.before} -> ${siteScore.after} (${signed(siteScore.change)}), llms.txt ${llmstxtScore.before} -> ${llmstxtScore.after} (${signed(llmstxtScore.change)})`,
    ...(worse ?? []).map((line) => `Worse: ${line}`),
    ...(better ?? []).map((line) => `Better: ${line}`),
    ...(pagesAppeared.count + pagesDisappeared.count === 0
      ? []
      : [`${counted(pagesAppeared.count, 'page')} new, ${counted(pagesDisappeared.count, 'page')} gone`]),
  ];
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
