import type { MissingBySign } from '../model/score.ts';

/** Whether the sign and a kind of action (its id) that does not work show one fault: a value that only a script writes. */
export const isSameFault = ({ sign, words }: Pick<MissingBySign, 'sign' | 'words'>, kind: string): boolean =>
  sign === 'figures' && (kind === 'figures' || (kind === 'buying' && words.includes('price')));
