/** What a form is for, by what it asks for and how it is called. */

import { BUY_WORDS, CART_ADDRESS } from '../parse/html/actions/cart-words.ts';
import type { ActionForm } from '../parse/html/actions/page-actions.ts';

export type Purpose = 'search' | 'filter' | 'consent' | 'sign-in' | 'buying' | 'subscribing' | 'commenting' | 'sending';

const SUBSCRIBE = /\bsubscribe|newsletter|abonn|mailing list|suscr/i;
const CONSENT = /\bcookies?\b|\bconsent\b|einwilligung|\bgdpr\b/i;
const REGISTER = /\b(?:register|sign up|create|join|registrier|inscri|regist)/i;
/** Buttons that bring what was chosen, and send nothing. */
const SHOW =
  /^(?:go|ok|jump|show|apply|filter|sort|update|view|los|anzeigen|zeigen|filtern|afficher|mostrar|mostra|tonen)$/i;
const CHOICES = new Set(['checkbox', 'radio', 'select', 'range', 'color', 'number', 'date', 'custom', 'pretended']);

/** What no sign-in asks for. A number may be that of a customer, a date that of a birth. */
const NOT_ASKED_BY_SIGN_IN = new Set(['url', 'textarea', 'file', 'color', 'range']);

/** Whether a form asks for nothing that a sign-in has no use for, such as a website or a text. */
export const asksWho = ({ fields }: ActionForm): boolean => !fields.some(({ type }) => NOT_ASKED_BY_SIGN_IN.has(type));

/** Whether a form makes an account: its password is a new one. */
export const registers = ({ fields, submit = '', heading }: ActionForm): boolean =>
  fields.some(({ type }) => type === 'password') && REGISTER.test(`${submit} ${heading}`);

export function purposeOf(form: ActionForm): Purpose {
  const { fields, submit = '', heading, method, url, hidden, isSearch, isElement } = form;
  const words = `${submit} ${heading}`;
  if (isSearch) return 'search';
  if (BUY_WORDS.test(submit) || CART_ADDRESS.test(url) || hidden.some(([name]) => name.startsWith('add-to-')))
    return 'buying';
  const texts = fields.filter(({ type }) => !CHOICES.has(type));
  if (texts.length === 0 && (CONSENT.test(words) || method === 'get' || fields.length <= 1 || !isElement))
    return CONSENT.test(words) ? 'consent' : 'filter';
  if (fields.every(({ type }) => type === 'select') && SHOW.test(submit.trim())) return 'filter';
  const passwords = fields.filter(({ type }) => type === 'password').length;
  if (passwords === 1 && fields.length <= 4 && asksWho(form) && !registers(form)) return 'sign-in';
  if (texts.length === 1 && (SUBSCRIBE.test(words) || SUBSCRIBE.test(url))) return 'subscribing';
  if (texts.some(({ type, name }) => type === 'textarea' && /^comment|^reply/i.test(name))) return 'commenting';
  return 'sending';
}
