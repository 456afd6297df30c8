import { visibleText } from '../parse/html/rough-html.ts';
import type { DecodedBody } from '../parse/http-headers/charset.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const LOST = '\ufffd';

/**
 * Share of a page's visible words that the declared encoding leaves intact, 0 to 1. Octets that the encoding does not know
 * become U+FFFD. UTF-8 under another label loses every word outside ASCII, since several octets of UTF-8 are one character.
 */
export function intactShare(html: DecodedBody): number {
  const isMislabelled = html.validUtf8 && html.charset !== 'utf-8' && !html.charset.startsWith('utf-16');
  if (!(isMislabelled ? NOT_ASCII.test(html.text) : html.text.includes(LOST))) return 1;
  const words = visibleText(html.text).split(' ');
  const lost = words.filter((word) => (isMislabelled ? NOT_ASCII.test(word) : word.includes(LOST)));
  return 1 - lost.length / words.length;
}
