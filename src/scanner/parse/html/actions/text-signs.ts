/** What the running text of a page tells: counts of lists, amounts of money, ways to reach people, and keys for programs. */

import { withoutEnd } from '../../../without-end.ts';
import type { PageActions } from './page-actions.ts';

const MAX_AMOUNTS = 30;
const AMOUNT =
  /(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF)) ?(\d[\d.,']{0,14})|(\d[\d.,']{0,14}) ?(?:[€£$]|(?:EUR|USD|GBP|CHF|Kč|zł|kr)\b)/g;
const RANGE = /(\d{1,6}) ?(?:[-–—]|to|bis|à|a|al) ?(\d{1,6}) (?:of|von|de|sur|di|van|из|z) (\d{1,7})/i;
const SHOWN_OF = /(?:show(?:ing|n)?|zeige|affich\w{1,8}|mostrando) (\d{1,6}) (?:of|von|de|sur|out of) (\d{1,7})/i;
const PAGE_OF = /\b(?:page|seite|página|pagina|strona) (\d{1,4}) (?:of|von|de|sur|di|van|z) (\d{1,5})/i;
const KEYS = /\b(?:api|access|secret)[ -](?:keys?|tokens?)\b|\bbearer token\b|\bpersonal access token/i;

export interface TextSigns {
  /** Text that is shown, white space folded. */
  text(folded: string): void;
  /** A number ends with its paragraph or cell. */
  endNumber(): void;
  /** Markup says that people can be reached. */
  addContact(): void;
  facts(): Pick<PageActions, 'count' | 'tellsOfKeys' | 'hasContact'> & { readonly amounts: readonly number[] };
}

export function textSigns(): TextSigns {
  const amounts = new Set<number>();
  let count: PageActions['count'];
  let tellsOfKeys = false;
  let hasContact = false;
  /** The end of the text before, for amounts and counts that are spread over elements. */
  let before = '';
  const addAmounts = (text: string): void => {
    for (const [, first, second] of text.matchAll(AMOUNT)) {
      const amount = numberOf(first ?? second ?? '');
      if (amount !== undefined && amounts.size < MAX_AMOUNTS) amounts.add(amount);
    }
  };
  return {
    text(folded) {
      if (!MAY_TELL.test(folded) && !/\d/.test(before)) {
        before = endOf(before === '' ? folded : `${before}${folded.slice(0, MAX_NEAR)}`);
        return;
      }
      tellsOfKeys ||= folded.length > 6 && MAY_BE_KEYS.test(folded) && KEYS.test(folded.slice(0, 2000));
      hasContact ||= folded.length > 6 && MAY_BE_CONTACT.test(folded) && CONTACT.test(folded.slice(0, 2000));
      if (before === '' && !/\d/.test(folded)) {
        before = endOf(folded);
        return;
      }
      const near = `${before}${folded.slice(0, MAX_NEAR)}`;
      before = endOf(near);
      // Counts and amounts have digits.
      if (!/\d/.test(near)) return;
      count ??= countIn(near);
      if (amounts.size < MAX_AMOUNTS && MONEY.test(near)) addAmounts(near);
    },
    endNumber() {
      if (before !== '') before += ' ';
    },
    addContact() {
      hasContact = true;
    },
    facts: () => ({ count, amounts: [...amounts], tellsOfKeys, hasContact }),
  };
}

/** A mail address, seven digits or more of a number to call, or a postal code before a name. */
const CONTACT =
  /[\w.+-]{1,64}(?:@|\s?\(at\)\s?)[\w-]{1,63}\.[\w.-]{2,63}|(?:\+|\b0)\d(?:[\d ()/.-]{5,18})\d|\b[A-Z]?-?\d{4,5} \p{Lu}\p{Ll}|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b/u;

/** In all that CONTACT and KEYS match: most texts have none of it, and CONTACT looks at each word from each of its letters. */
const MAY_BE_CONTACT = /[@\d]|\(at\)/;
const MAY_BE_KEYS = /key|token/i;
/** What either of these and every count and amount has. */
const MAY_TELL = /[@\d]|\(at\)|key|token/i;
/** Characters of a text that are looked at together with the end of the text before. */
const MAX_NEAR = 400;

const MAX_END = 24;

/** Whole words at the end of a text. */
function endOf(text: string): string {
  if (text.length <= MAX_END) return text;
  const end = text.slice(-MAX_END);
  return end.slice(end.indexOf(' ') + 1);
}

const MONEY = /[$€£¥₹]|USD|EUR|GBP|CHF|Kč|zł|kr/;

function countIn(text: string): PageActions['count'] {
  const range = RANGE.exec(text);
  if (range !== null) return { shown: Number(range[2]), total: Number(range[3]) };
  const shown = SHOWN_OF.exec(text) ?? PAGE_OF.exec(text);
  return shown === null ? undefined : { shown: Number(shown[1]), total: Number(shown[2]) };
}

/** A number as people write it in either way: the last separator before one or two digits is that of decimals. */
export function numberOf(written: string): number | undefined {
  const text = withoutEnd(written.replace(/[\s']/g, ''), /[.,]/);
  const decimals = /[.,](\d{1,2})$/.exec(text);
  const whole = (decimals === null ? text : text.slice(0, -decimals[0].length)).replace(/[.,]/g, '');
  const value = Number.parseFloat(decimals === null ? whole : `${whole}.${decimals[1]}`);
  return Number.isFinite(value) ? value : undefined;
}
