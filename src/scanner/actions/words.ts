/** What offers and verdicts are called, the same words everywhere. All of it is trusted text. */

import type { ActionKind, ActionVerdict, Blocker, BlockerCode, Offer } from '../model/actions.ts';
import { pluralize } from '../pluralize.ts';

export const KIND_WORDS: Readonly<Record<ActionKind, string>> = {
  search: 'Search the site',
  form: 'Send a form',
  list: 'Page through a list',
  figures: 'Read figures',
  buying: 'Put things into the basket',
  api: 'Call the API',
  tools: 'Use tools for agents',
  account: 'Sign in',
};

export const VERDICT_WORDS: Readonly<Record<ActionVerdict, string>> = {
  works: 'works',
  'browser only': 'works in a browser only',
  'in part': 'works in part',
  blocked: 'blocked',
  'not measured': 'not measured',
};

interface Words {
  /** The finding, as a clause. */
  readonly says: (blocker: Blocker) => string;
  /** What to do, as a sentence. */
  readonly fix: string;
}

const of = (blocker: Blocker, noun: string): string =>
  blocker.in === undefined || blocker.of === undefined
    ? pluralize(1, noun)
    : `${blocker.in} of ${pluralize(blocker.of, noun)}${onPages(blocker)}`;
const onPages = ({ pages }: Blocker): string => (pages === undefined ? '' : ` on ${pluralize(pages, 'page')}`);
/** The same where a fix says how much there is to do. */
const counted = (blocker: Blocker): string =>
  blocker.in === undefined || blocker.pages === undefined
    ? ''
    : ` (${pluralize(blocker.in, 'cell')}${onPages(blocker)}.)`;
const answers = ({ status }: Blocker): string => (status === undefined ? 'gives no answer' : `answers ${status}`);
const plain = (text: string) => () => text;

const WORDS: Readonly<Record<BlockerCode, Words>> = {
  'by-script': {
    says: plain('only a script makes it work'),
    fix: 'Let it work without scripts: a form with method and action, or a link with an address, which a script may improve.',
  },
  'no-label': {
    says: (blocker) => `${of(blocker, 'field')} without a label`,
    fix: 'Give every field a <label> with for and id.',
  },
  'placeholder-only': {
    says: (blocker) => `${of(blocker, 'field')} named by a placeholder alone`,
    fix: 'Give every field a <label>; a placeholder is no label.',
  },
  'no-name': {
    says: (blocker) => `${of(blocker, 'field')} without a name attribute`,
    fix: 'Give every field a name attribute: without one its value is not sent.',
  },
  'scripted-field': {
    says: (blocker) => `${of(blocker, 'field')} that only a script can set`,
    fix: 'Use fields of HTML: <input type="date"> that takes typing, <select> with its options in the HTML.',
  },
  'no-role': {
    says: (blocker) => `${of(blocker, 'field')} made of elements without a role`,
    fix: 'Use <select>, <input type="radio"> or <input type="date"> instead of clickable elements, or give those a role and a name.',
  },
  captcha: {
    says: plain('a captcha stands before it'),
    fix: 'Replace the captcha by a hidden trap field, a rate limit, or a check that lets signed agents through.',
  },
  'other-host': {
    says: plain('the form is in a frame of another host'),
    fix: 'Put the form into the page itself, and send it to the service from your server.',
  },
  'mail-only': {
    says: plain('it opens a mail program'),
    fix: 'Send the form to an address of your site by POST.',
  },
  'dead-address': {
    says: (blocker) => `its address ${answers(blocker)}`,
    fix: 'Make the address answer, or correct it.',
  },
  'post-address': {
    says: (blocker) => `its address ${answers(blocker)} to a GET, and may yet take what is sent by POST`,
    fix: 'Make sure that the address takes the form, and answer a GET of it with 405 and Allow: POST, or with the page of the form.',
  },
  'no-button': { says: plain('no button sends it'), fix: 'Add a submit button with words.' },
  'button-disabled': {
    says: plain('its submit button is disabled until a script enables it'),
    fix: 'Leave the submit button enabled, and answer with what is missing when a form is sent too early.',
  },
  'no-form': {
    says: plain('the page has no form, no mail address and no number to call'),
    fix: 'Put a form into the HTML of the page, or a mail address, or a number to call.',
  },
  'redirect-drops-values': {
    says: plain('its address is redirected, and the values that are sent are lost on the way'),
    fix: 'Send the form to the address at which the redirect ends, or redirect with 308.',
  },
  'stale-token': {
    says: plain('a cache serves it to everybody with one and the same token, and sets no cookie'),
    fix: 'Keep pages with forms out of the shared cache (Cache-Control: no-store), or bind the form to no session.',
  },
  'no-session': {
    says: plain('its token belongs to a session, and the page sets no cookie for one'),
    fix: 'Set the cookie of the session with the page, also where a cache answers, or bind the form to no session.',
  },
  'script-token': {
    says: plain('the token of the session in it is empty until a script writes it'),
    fix: 'Write the token into the hidden field on the server, or check SameSite cookies and Origin instead of a token.',
  },
  'decoy-field': {
    says: plain('a hidden trap in it has the name and the label of a field that is wanted'),
    fix: 'Give the trap a name and a label that no form needs, aria-hidden, and the words "leave this field empty".',
  },
  'form-action': {
    says: plain('a policy of the page keeps browsers from sending it'),
    fix: "Name the form's address in form-action of Content-Security-Policy, such as form-action 'self'.",
  },
  'needs-account': {
    says: plain('the page asks for a sign-in before it shows a form'),
    fix: 'Let people send the form without an account, and offer the account afterwards.',
  },
  'in-app': {
    says: plain('the page only points to an app'),
    fix: 'Keep a form on the page beside the app.',
  },
  'not-linked': {
    says: plain('no page links to it'),
    fix: 'Link to the page from the navigation, or from a page that has a link there.',
  },
  'finds-nothing': {
    says: plain("a word of the site's own pages finds nothing"),
    fix: 'Let the search answer with links to the pages that have the word, in the HTML.',
  },
  'finds-everything': {
    says: plain('a word that exists nowhere brings the same results'),
    fix: 'Let the search answer with the pages that have the word, and with none for a word that exists nowhere.',
  },
  'no-address': {
    says: plain('the page counts more items than it shows, and leads to no other'),
    fix: 'Link to the further pages of the list, each with an address of its own.',
  },
  'same-content': {
    says: plain('the next page has the same content'),
    fix: 'Let every page of the list bring its own items.',
  },
  'leads-nowhere': {
    says: plain('the next page leads to no other, although there are more'),
    fix: 'Link from every page of the list to the next one.',
  },
  'no-text': {
    says: (blocker) => `${of(blocker, 'cell')} without text`,
    fix: 'Put the figures into the HTML that the server sends.',
  },
  pictures: {
    says: (blocker) => `${of(blocker, 'cell')} with a picture in the place of text`,
    fix: 'Write the figures as text, or at least into the alt of the picture.',
  },
  'no-headers': {
    says: (blocker) => `${of(blocker, 'cell')} in tables without headers`,
    fix: 'Name the columns with <th scope="col">.',
  },
  'price-missing': {
    says: (blocker) => `${of(blocker, 'product page')} without a price in the text`,
    fix: 'Write the price into the HTML, and the same price into the Offer in JSON-LD.',
  },
  'price-differs': {
    says: (blocker) => `${of(blocker, 'product page')} with another price in JSON-LD than in the text`,
    fix: 'Write the price in the text and in JSON-LD from one source.',
  },
  'no-offer-data': {
    says: (blocker) => `${of(blocker, 'product page')} without an Offer in JSON-LD`,
    fix: 'Add Product JSON-LD with an Offer: price, priceCurrency, availability.',
  },
  'cart-by-script': {
    says: (blocker) => `${of(blocker, 'product page')} that only a script puts into the basket`,
    fix: 'Put the button into a form that is sent by POST to the basket, or declare a commerce protocol.',
  },
  'cart-dead': {
    says: (blocker) => `${of(blocker, 'product page')} with a basket button that agents cannot press`,
    fix: 'Use a <button> with words in a form that is sent by POST to the basket.',
  },
  'no-cart': {
    says: (blocker) => `${of(blocker, 'product page')} without a way into the basket`,
    fix: 'Put the form of the basket on the page of every product that is for sale, or mark the product as sold out in its Offer.',
  },
  'no-description': {
    says: plain('pages describe it in prose, and no OpenAPI file does'),
    fix: 'Publish OpenAPI 3.1 at /openapi.json, and link to it with rel="service-desc".',
  },
  'description-broken': {
    says: (blocker) =>
      `the description is no OpenAPI${blocker.status === undefined ? '' : `: it answers ${blocker.status}`}`,
    fix: 'Serve valid OpenAPI at the declared address, as JSON or YAML.',
  },
  'description-unlinked': {
    says: plain('nothing links to the description'),
    fix: 'Link to the description with rel="service-desc", and list it in /.well-known/api-catalog.',
  },
  'server-elsewhere': {
    says: plain('its servers name a host that does not serve this API'),
    fix: 'Name the public address of the API under servers, first in the list.',
  },
  'values-ignored': {
    says: plain('a parameter of it changes nothing: two values bring the same list'),
    fix: 'Heed the parameter, and let caches and CDNs keep the query string in the key (or send Cache-Control: private).',
  },
  'dead-paths': {
    says: (blocker) =>
      `${of(blocker, 'path')} of the description ${blocker.in === 1 ? 'does' : 'do'} not answer as described`,
    fix: 'Correct servers and paths of the description, so that they answer with the described data.',
  },
  'no-key': {
    says: (blocker) => `${of(blocker, 'path')} with a key that there is no way to get`,
    fix: 'Declare the key under securitySchemes, and say on a page how to get one.',
  },
  'dead-endpoint': {
    says: (blocker) =>
      `the declared endpoint ${blocker.status === undefined ? 'does not answer' : `answers ${blocker.status}`}`,
    fix: 'Correct the endpoint that is declared, or remove the declaration.',
  },
};

const blockerSays = (blocker: Blocker): string => WORDS[blocker.code].says(blocker);

/** Every blocker of an offer, each once, in the order of the actors. */
export function blockersOf({ marks }: Pick<Offer, 'marks'>): Blocker[] {
  const found = new Map<BlockerCode, Blocker>();
  for (const { blockers } of marks)
    for (const blocker of blockers) if (!found.has(blocker.code)) found.set(blocker.code, blocker);
  return [...found.values()];
}

/** Why an offer does not work, in one clause; '' where it does. */
export const reasonOf = (offer: Pick<Offer, 'marks'>): string => blockersOf(offer).map(blockerSays).join('; ');

/** What makes offers work, a sentence for each thing in their way, each once. */
export const fixesOf = (offers: readonly Pick<Offer, 'marks'>[]): string =>
  [
    ...new Set(
      offers.flatMap((offer) => blockersOf(offer).map((blocker) => WORDS[blocker.code].fix + counted(blocker))),
    ),
  ].join(' ');
