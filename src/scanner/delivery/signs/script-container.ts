import { BARE_MARKER } from '../../parse/html/script-rendered.ts';
import { FEW_WORDS, SECTION_WORDS, type SignRule } from './sign.ts';

/** The marker of a page with a script and ten words at most: "No events" is a whole page, and its name alone is none. */
const NAME_WORDS = 3;
/** A page of this many words in all has no text, whether scripts would bring it or nothing does. */
const BLANK_WORDS = 4;

/** Little text, and a container that a script fills: the text is to come. A container on a full page may be a widget. */
export const scriptContainer: SignRule = ({ missing: { marks }, spaMarker, bodyWords, hasFields }, own) => {
  if (own >= FEW_WORDS) return undefined;
  const isShell = spaMarker !== undefined && (spaMarker !== BARE_MARKER || (own <= NAME_WORDS && !hasFields));
  const waits = isShell || (marks.hasScripts && marks.containers > 0);
  const isBlank = bodyWords < BLANK_WORDS && !hasFields;
  if (!isBlank && (!waits || hasFields)) return undefined;
  return { missingWords: SECTION_WORDS, example: marks.example };
};
