import { counted } from '../counted.ts';
import { type Evidence, type Outcome, unmeasured, warn } from '../define-check.ts';
import type { Advertised } from './artifacts.ts';

/**
 * What a check of all texts says that found nothing and did not see all: never that they are clean. Undefined when
 * everything was read.
 */
export function notAllRead({ unread, cutLists, isWithheld }: Advertised, evidence: Evidence): Outcome | undefined {
  if (isWithheld) {
    return unmeasured('Could not be measured: a part of what is listed stands behind authorization.', evidence);
  }
  if (unread === 0 && cutLists.length === 0) return undefined;
  const strings = unread === 0 ? [] : [`${counted(unread, 'string')} too long, too many or nested too deep`];
  const lists = cutLists.length === 0 ? [] : [`the rest of ${counted(cutLists.length, 'list')}`];
  return warn(`Nothing was found, but not all could be read: ${[...strings, ...lists].join(', and ')}.`, {
    howToFix: 'Shorten and flatten what the server lists, until all of it can be read; no model can take in so much.',
    evidence,
  });
}

/** Whether text was left out that a model is given, which bounds the score like text that was found unsafe. */
export const hidesBehindLength = ({ unread, cutLists }: Advertised): boolean =>
  unread > 0 || cutLists.includes('tools') || cutLists.includes('prompts');
