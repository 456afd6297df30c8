/** Phrases that end a teaser, in the languages most papers are written in; lower-case, spaces folded. */
const PHRASES = [
  'subscribe to read',
  'subscribe to continue',
  'subscribe to keep reading',
  'subscribe now to read',
  'to continue reading',
  'to read the full',
  'to read the rest',
  'to keep reading',
  'sign in to read',
  'log in to read',
  'register to read',
  'for subscribers only',
  'for members only',
  'member-only',
  'members-only',
  'already a subscriber',
  'this article is for subscribers',
  'unlock this article',
  'weiterlesen mit',
  'jetzt abonnieren',
  'nur für abonnenten',
  'réservé aux abonnés',
  'abonnez-vous pour',
  'suscríbete para',
  'solo para suscriptores',
  'abbonati per',
  'riservato agli abbonati',
  'assine para',
  'exclusivo para assinantes',
] as const;

/** A longer block is a text that happens to speak of subscriptions. */
const MAX_CHARS = 250;

/** Whether a short block of text says that the rest is for those who pay or sign in. */
export function saysPaywall(block: string): boolean {
  if (block.length > MAX_CHARS) return false;
  const text = block.toLowerCase();
  return PHRASES.some((phrase) => text.includes(phrase));
}
