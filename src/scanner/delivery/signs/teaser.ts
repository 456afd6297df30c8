import { ARTICLE_WORDS, type SignRule } from './sign.ts';

/** With fewer words, a text that ends with such a phrase is no more than what leads to another. */
const TEASER_WORDS = 150;
/** What the structured data promises is more than the page has from this ratio on, and by this number of words. */
const PROMISED_RATIO = 1.5;
const PROMISED_MORE = 40;

/** The text ends with "read it in our app". The whole text next to such a phrase is whole. */
export const teaser: SignRule = (page, own) => ends('teaser', page, own);

/** The same of a paywall. The mark next to the whole text is no wall. */
export const paywall: SignRule = (page, own) => ends('paywall', page, own);

/** JSON-LD's articleBody or wordCount says that the article has far more words. */
export const promisedWords: SignRule = ({ missing: { promisedWords: promised = 0 } }, own) =>
  isPromised(promised, own) ? { missingWords: promised - own } : undefined;

const isPromised = (promised: number, own: number): boolean =>
  promised >= PROMISED_RATIO * own && promised - own >= PROMISED_MORE;

function ends(kind: 'teaser' | 'paywall', { missing }: Parameters<SignRule>[0], own: number): ReturnType<SignRule> {
  const { ending, promisedWords: promised } = missing;
  if (ending?.kind !== kind) return undefined;
  if (promised !== undefined && promised >= PROMISED_MORE)
    return isPromised(promised, own) ? { missingWords: promised - own, example: ending.example } : undefined;
  if (own >= (ending.breaksOff ? ARTICLE_WORDS : TEASER_WORDS)) return undefined;
  return { missingWords: ARTICLE_WORDS - own, example: ending.example };
}
