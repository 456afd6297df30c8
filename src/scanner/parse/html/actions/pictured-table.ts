/** Images that show a table, by what they are called. */

const MAX_CAPTION = 80;
/** Cells that a picture of a table is taken to have. */
export const PICTURED_CELLS = 6;
const FILE =
  /(?:^|[\W_])(?:table|tabelle|tableau|tabla|tabella|price-?list|prices|pricing|timetable|schedule|opening-?hours|fees|rates|size-?chart|preisliste|preise|fahrplan|oeffnungszeiten)(?:[\W_]|\d|$)/i;
const WORDS =
  /\b(?:table of|price list|prices|timetable|time table|opening hours|fees|rates|size chart|schedule of|preisliste|preise|öffnungszeiten|fahrplan|tarifs|horaires|precios|horarios|listino|orari|preços|horários|prijzen|openingstijden)\b/i;

/** The file name or a short alternative text of an image says that it shows a table. A long alternative text replaces the table. */
export function picturesTable({ src, alt }: { readonly src: string; readonly alt: string }): boolean {
  if (alt.length > MAX_CAPTION) return false;
  const file = src.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return FILE.test(file) || WORDS.test(alt);
}
