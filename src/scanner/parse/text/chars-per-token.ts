/** Estimate of the field for English text and markup. */
export const CHARS_PER_TOKEN = 4;
