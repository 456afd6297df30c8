import { FEW_WORDS, SECTION_WORDS, type SignRule } from './sign.ts';

/** An image, or a frame, holds what an ordinary page says. */
const DOCUMENT_WORDS = 200;
/** With more words an image is next to a short text. */
const CAPTION_WORDS = 15;

/** A drawing where the text should be; next to a text it draws what the text says. */
export const canvas: SignRule = ({ missing: { marks } }, own) =>
  marks.canvases > 0 && own < FEW_WORDS ? { missingWords: DOCUMENT_WORDS } : undefined;

/** A frame or an embedded document where the text should be. */
export const frame: SignRule = ({ missing: { marks } }, own) =>
  marks.frames > 0 && own < FEW_WORDS ? { missingWords: DOCUMENT_WORDS } : undefined;

/** Images and hardly a word, or images that are named after the text in them. */
export const picture: SignRule = ({ missing: { marks }, hasFields }, own) => {
  const isBare = own < CAPTION_WORDS && !hasFields;
  const count = isBare ? marks.pictures : marks.depictions;
  return count > 0 ? { missingWords: SECTION_WORDS * Math.min(10, count) } : undefined;
};
