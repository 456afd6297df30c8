/**
 * Addresses that are never asked for, because asking may do something: buying, deleting, subscribing, signing in or out. Wider than
 * the links that a crawl leaves alone: where one is in doubt, nothing is asked.
 */

import { actsByAddress } from '../parse/url/acting-link.ts';

const ACTS = new Set(
  (
    'cart basket bag checkout checkouts buy purchase pay payment payments pay-now order-now place-order add-to-cart addtocart add_to_cart ' +
    'subscribe unsubscribe subscription newsletter optin opt-in optout opt-out delete remove destroy trash cancel logout log-out ' +
    'signout sign-out logoff sign-off login log-in signin sign-in vote like unlike follow unfollow confirm verify activate ' +
    'deactivate reset revoke approve reject publish unpublish ban report flag send-again resend restore install update edit save ' +
    'warenkorb kaufen kasse bestellen loeschen löschen abmelden abonnieren panier acheter supprimer carrito comprar eliminar carrello'
  ).split(' '),
);
const ACTING_PARAMETERS = new Set(
  'action do cmd op task delete remove add add-to-cart add_to_cart logout signout unsubscribe subscribe buy token nonce csrf _wpnonce method _method'.split(
    ' ',
  ),
);
const ACTING_WORDS =
  /\b(?:buy|purchase|pay|checkout|check out|add to (?:cart|basket|bag)|place (?:your |my )?order|order now|donate|delete|remove|destroy|cancel|subscribe|unsubscribe|opt (?:in|out)|sign ?(?:out|off|up)|log ?(?:out|off)|vote|kaufen|bestellen|löschen|abmelden|abonnieren|anmelden|acheter|supprimer|s'abonner|déconnexion|comprar|eliminar|suscribir|cerrar sesión)\b/i;

/** Whether words on a link or a button announce that something is done. */
export const announcesEffect = (label: string): boolean => ACTING_WORDS.test(label.slice(0, 200));

/** Whether an address may act when it is asked for. @param isQueryOurs its parameters are words of a search */
export function mayAct(url: string, isQueryOurs = false): boolean {
  if (!URL_START.test(url)) return true;
  const { pathname, searchParams, username } = new URL(url);
  if (username !== '') return true;
  const parts = pathname
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/\.\w{2,5}$/, ''));
  if (parts.some((part) => ACTS.has(part))) return true;
  if (isQueryOurs) return false;
  return actsByAddress(url) || [...searchParams.keys()].some((name) => ACTING_PARAMETERS.has(name.toLowerCase()));
}
const URL_START = /^https?:\/\/[^\s/?#]/i;
