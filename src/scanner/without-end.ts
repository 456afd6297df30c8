/**
 * The text without the characters at its end that the pattern matches, each on its own. In place of /x+$/, which a text of many
 * such characters that do not end it makes try again at each of them. The pattern has no flag g.
 */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const last = text.charCodeAt(end - 1);
    const from = isLow(last) && end > 1 && isHigh(text.charCodeAt(end - 2)) ? end - 2 : end - 1;
    if (!dropped.test(text.slice(from, end))) break;
    end = from;
  }
  return text.slice(0, end);
}

/** The halves of a character beyond U+FFFF. */
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
