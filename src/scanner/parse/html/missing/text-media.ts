/** Frames, drawings and pictures of a content that may hold its text, of which readers of the page get no word. */

import { attributeOf, type Element } from '../walk.ts';
import { countWords } from '../word-counter.ts';

const MAX_NAMES = 300;
const PLAIN_FRAMES = [
  'youtube',
  'youtu.be',
  'vimeo',
  'maps.google',
  'google.com/maps',
  'openstreetmap',
  'recaptcha',
  'hcaptcha',
  'doubleclick',
  'googletagmanager',
  'soundcloud',
  'spotify',
  'turnstile',
  'facebook.com/plugins',
  'twitter.com',
  'about:blank',
  'disqus',
  'player',
  'widget',
  'stripe',
  'googlesyndication',
  'dailymotion',
  'wistia',
  'codepen',
  'chat',
];
/** Forms in a frame: tickets, bookings, surveys, payments. */
const FORM_FRAME =
  /(?:^|[^\p{L}])(?:tickets?|bookings?|reserv\p{L}{1,8}|appointments?|registration|sign-?up|survey|checkout|payments?|donat\p{L}{1,4}|forms?|newsletter|termin\p{L}{0,10}|buchung\p{L}{0,3}|formular|réserv\p{L}{1,6}|billets?|reservas?|prenot\p{L}{1,6}|biglietti|formulaire|formulario)(?:$|[^\p{L}])/iu;
/** Narrower pictures are marks. */
const MIN_PICTURE = 120;

export interface TextMedia {
  /** To be called for each element of the content that shows something other than text. */
  add(element: Element): void;
  /** A frame of a frameset. */
  addFrame(): void;
  counts(): {
    /** Drawings. */
    readonly canvases: number;
    /** Frames and embedded documents, but for those of well-known widgets and of forms. */
    readonly frames: number;
    /** Images of a usable size, but for logos. */
    readonly pictures: number;
    /** Those of them that are named after the text in them. */
    readonly depictions: number;
  };
}

export function textMedia(): TextMedia {
  let canvases = 0;
  let frames = 0;
  let pictures = 0;
  let depictions = 0;
  return {
    add(element) {
      if (element.tagName === 'canvas') canvases += 1;
      else if (isDocument(element)) frames += 1;
      else if (element.tagName === 'img' && isPicture(element)) {
        pictures += 1;
        if (isDepiction(element)) depictions += 1;
      }
    },
    addFrame() {
      frames += 1;
    },
    counts: () => ({ canvases, frames, depictions, pictures }),
  };
}

/** A frame or an embedded document, of which no reader of this page gets the text. */
function isDocument(element: Element): boolean {
  const { tagName } = element;
  if (tagName !== 'iframe' && tagName !== 'object' && tagName !== 'embed') return false;
  const source = (
    attributeOf(element, 'src') ??
    attributeOf(element, 'data-src') ??
    attributeOf(element, 'data') ??
    ''
  ).toLowerCase();
  const hasText = attributeOf(element, 'srcdoc') !== undefined;
  // What a script writes into a frame without an address is a widget, as the results of a search are.
  if ((source === '' || source.startsWith('javascript:')) && !hasText) return false;
  const type = (attributeOf(element, 'type') ?? '').toLowerCase();
  if (type.startsWith('image/') || type.startsWith('video/') || type.startsWith('audio/')) return false;
  const size = Number.parseFloat(attributeOf(element, 'height') ?? '');
  if (size <= 1) return false;
  // A form to fill in is judged as one, and is no text.
  const title = (attributeOf(element, 'title') ?? '').slice(0, MAX_NAMES);
  return (
    !PLAIN_FRAMES.some((part) => source.includes(part)) && !FORM_FRAME.test(`${title} ${source.slice(0, MAX_NAMES)}`)
  );
}

/** What holds text and is named so, by its file or its alternative text, in the languages of most sites. */
const HOLDS_TEXT =
  /(?:^|[^\p{L}])(?:poster|flyer|leaflet|scan(?:ned)?|price[-_ ]?list|time[-_ ]?table|schedule|opening[-_ ]?hours|menu[-_ ]?card|tariffs?|plakat|preisliste|fahrplan|öffnungszeiten|speisekarte|aushang|affiche|horaires|tarifs|cartel|horarios|tarifas|locandina|orari|listino|cartaz|rozkład|cennik|jízdní[-_ ]řád|ceník|расписание|海报|时刻表|ポスター|時刻表)(?:$|[^\p{L}])/iu;
/** An alternative text of this length says what the picture says. */
const TELLING_WORDS = 8;
/** A scan or a poster that can be read is larger than this. */
const MIN_DEPICTION = 400;

function isDepiction(element: Element): boolean {
  const alt = (attributeOf(element, 'alt') ?? '').slice(0, MAX_NAMES);
  const source = attributeOf(element, 'src') ?? '';
  const file = source.slice(source.lastIndexOf('/') + 1).slice(0, MAX_NAMES);
  const [width, height] = ['width', 'height'].map((name) => Number.parseFloat(attributeOf(element, name) ?? ''));
  const isSmall = (width ?? 0) < MIN_DEPICTION || (height ?? 0) < MIN_DEPICTION;
  return !isSmall && countWords(alt) < TELLING_WORDS && HOLDS_TEXT.test(`${alt} ${file}`);
}

function isPicture(element: Element): boolean {
  const width = Number.parseFloat(attributeOf(element, 'width') ?? '');
  return !(width < MIN_PICTURE) && !isLogo(element);
}

const LOGO = /(?:^|[^a-z])logo(?:[^a-z]|$)/i;
/** It shows whose page it is, and no text of it. */
const isLogo = (element: Element): boolean =>
  ['alt', 'class', 'src'].some((name) => LOGO.test((attributeOf(element, name) ?? '').slice(-200)));
