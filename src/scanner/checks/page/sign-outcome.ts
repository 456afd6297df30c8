import { signPageOf } from '../../delivery/signs/sign.ts';
import { SIGNS, type SignId, signsOf } from '../../delivery/signs/signs.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import type { PageFacts } from '../../parse/html/page-facts.ts';
import { fail, warn } from '../define.ts';

/** Below this share of its text a page fails. */
const MIN_KEPT = 0.5;

/**
 * The finding of a check about the signs of missing text that belong to it; undefined for a page without one. The missing text
 * is an estimate, so the finding names the share of the page and no number of words.
 */
export function signOutcome(
  id: string,
  facts: PageFacts,
  evidence: Evidence,
  howToFix: Readonly<Partial<Record<SignId, string>>>,
): Outcome | undefined {
  const own = facts.mainText.wordCount;
  const signs = signsOf(signPageOf(facts), own).filter(({ check }) => check === id);
  const [first] = signs;
  if (first === undefined) return undefined;
  const kept = signs.reduce((share, sign) => share * sign.kept, 1);
  const message = `The page is one of those that ${signs.map((sign) => SIGNS[sign.id].words).join(' and ')}.`;
  const finding = {
    howToFix: howToFix[first.id] ?? Object.values(howToFix)[0] ?? '',
    evidence: {
      ...evidence,
      measured: Math.round(kept * 1000) / 1000,
      threshold: 1,
      ...(first.example === '' ? {} : { snippet: first.example }),
    },
  };
  return kept < MIN_KEPT ? fail(message, finding) : warn(message, finding);
}
