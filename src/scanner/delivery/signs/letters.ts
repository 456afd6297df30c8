import type { Found, SignRule } from './sign.ts';

/** A word or two are a demonstration. */
const MIN_WORDS = 8;

const spoiled = (words: number): Found | undefined => (words < MIN_WORDS ? undefined : { missingWords: words });

/** Words that a bidi override turns around: their bytes are in the wrong order. */
export const reversed: SignRule = ({ missing }) => spoiled(missing.spoiled.reversed);

/** Letters in elements of their own, which a style puts into order. */
export const scattered: SignRule = ({ missing }) => spoiled(missing.spoiled.scattered);

/** Letters that only a font of the page makes readable. */
export const mapped: SignRule = ({ missing }) => spoiled(missing.spoiled.mapped);
