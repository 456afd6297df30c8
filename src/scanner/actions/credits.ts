/**
 * What an action is worth to an actor that something hinders, 0 to 1. The rubric holds these figures; they are assumed where no
 * measurement is named, and the experiment (docs/validity.md) decides between them.
 */
export const ACTION_CREDITS = {
  /** Of a kind, what each actor counts against the others that would do it. No share of real agents is known: all alike. */
  actorShare: { 'form-agent': 1, 'browser-agent': 1, 'api-agent': 1 },
  /** Browsers take a placeholder as the last resort for a name (HTML-AAM); it is in the HTML too, where a label would be. */
  placeholderOnly: { form: 0.9, browser: 1 },
  /** Nothing names the field, but its name attribute is a word: an HTTP client sends that name anyway. */
  nameAlone: { form: 0.6, browser: 0.3 },
  /** A form made by a script: a browser has it, but its labels are not seen from outside. */
  madeByScript: 0.95,
  /** A frame of another host: browsers show it, agents lose the page's context, and cannot read it by HTTP. */
  foreignFrame: 0.9,
  /** The page is in the sitemap or llms.txt, but no page links to it. */
  notLinked: 0.25,
  /**
   * Its address answers a GET with 404. Routers answer so for what takes POST alone (Express, Fastify, Rails, Sinatra), and few
   * forms are kept after their program has gone.
   */
  postAlone: 0.9,
  /** The same on a site whose search is gone, too: its program seems to have gone with it. */
  postBesideDead: 0.4,
  /** A token that nothing ties to the reader: a few servers still take it. */
  looseToken: 0.4,
  /** Only a mail program: an agent in a browser can at least read the address. */
  mailOnly: 0.25,
  /** Scrolling loads more: an agent has to know that it must scroll. */
  endless: 0.7,
  /** A count says that there is more, and no control is seen. */
  countAlone: 0.7,
  /** A search that finds the page, and everything else with it. */
  unfiltered: 0.5,
  /** A table without headers: its numbers can be read, and what they mean has to be guessed. */
  noHeaders: 0.95,
  /** A figure that is in JSON-LD alone. */
  dataAlone: 0.5,
  /** The price in text and in JSON-LD differ: an agent gets a wrong one half of the time. */
  priceDiffers: 0.5,
  /** An API in prose: names and types have to be guessed. */
  proseOnly: 0.25,
  /** A description that is found by guessing its usual place. */
  guessed: 0.6,
  /** A key is needed, and nothing says how to get one. */
  noKey: 0.25,
} as const;

Object.freeze(ACTION_CREDITS);
