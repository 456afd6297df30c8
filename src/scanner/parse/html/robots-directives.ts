/**
 * The indexing directives of a page (Google's robots meta tag specification): lists, whose dates may hold commas, for
 * everybody or for a bot by its name.
 */

import { AI_AGENTS } from '../../ai-agents.ts';
import type { MetaTag } from './page-facts.ts';

/** Directives that take a value after a colon. */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
/** Directives without one. Whatever else has a colon behind it is the name of a bot. */
const PLAIN = new Set(
  (
    'all index follow none noindex nofollow noarchive nocache nosnippet notranslate noimageindex nositelinkssearchbox ' +
    'indexifembedded noodp noydir noai noimageai noml'
  ).split(' '),
);
/** Whose directives hold for us: everybody's, and those of agents that read for AI answers and search. */
const AUDIENCE = new Set([
  'robots',
  ...AI_AGENTS.filter(({ kind }) => kind !== 'training').map(({ token }) => token.toLowerCase()),
]);
const MAX_DIRECTIVES = 200;
const MAX_CHARS = 4000;

export interface RobotsDirective {
  /** 'robots' for everybody, else an agent's token, lower-case. */
  readonly agent: string;
  readonly name: string;
  /** '' when the directive takes none. */
  readonly value: string;
}

/** The directives of a page's robots meta tags (and those named after an agent) and X-Robots-Tag. */
export function robotsDirectives(metas: readonly MetaTag[], xRobotsTag: string | undefined): RobotsDirective[] {
  const fromMetas = metas.flatMap(({ key, content }) =>
    AUDIENCE.has(key) ? parseDirectives(content).map((directive) => ({ ...directive, agent: key })) : [],
  );
  const fromHeader = parseDirectives(xRobotsTag ?? '').filter(({ agent }) => AUDIENCE.has(agent));
  return [...fromMetas, ...fromHeader].slice(0, MAX_DIRECTIVES);
}

/**
 * Whom `noindex`, `none` or a last day that is over keeps from a page, whatever else is said: 'robots' for everybody, else
 * agents by their tokens, lower-case, sorted.
 * @param now milliseconds of the day that the page was read; undefined where it is not known
 */
export const noindexedAgents = (directives: readonly RobotsDirective[], now?: number): string[] =>
  [...new Set(directives.filter((directive) => saysNoindex(directive, now)).map(({ agent }) => agent))].sort();

/** Keeps a page out of every index. A directive for one bot by its name says nothing to the others. */
export const isNoindex = (directives: readonly RobotsDirective[], now?: number): boolean =>
  noindexedAgents(directives, now).includes('robots');

export const saysNoindex = ({ name, value }: RobotsDirective, now?: number): boolean =>
  name === 'noindex' || name === 'none' || (name === 'unavailable_after' && isPast(value, now));

/** RFC 822, RFC 850 or ISO 8601; a date that cannot be read says nothing. */
function isPast(date: string, now: number | undefined): boolean {
  if (now === undefined) return false;
  const text = date.toUpperCase();
  // Without a zone, the time of the machine that reads it must not decide.
  const read = Date.parse(ZONE.test(text) ? text : `${text} UTC`);
  const at = Number.isNaN(read) ? Date.parse(text) : read;
  return at < now;
}
const ZONE = /(?:GMT|UTC|Z|[ECMP][SD]T|[+-]\d{2}:?\d{2})$/;

/**
 * `noindex, googlebot: nosnippet, unavailable_after: Wed, 25 Jun 2031 15:00:00 GMT`: an agent's name with a colon holds for
 * what follows it, as headers of several lines arrive joined by commas. Blanks part directives too.
 */
function parseDirectives(text: string): RobotsDirective[] {
  let agent = 'robots';
  const directives: RobotsDirective[] = [];
  const parts = joinedDates(text.slice(0, MAX_CHARS).toLowerCase().split(','));
  const add = (name: string, value = ''): void => {
    directives.push({ agent, name, value });
  };
  const read = (part: string): void => {
    const colon = part.indexOf(':');
    // Of `nosnippet googlebot: noindex` only the last word has the colon.
    const before = wordsOf(colon === -1 ? part : part.slice(0, colon));
    const name = colon === -1 ? undefined : agentName(before);
    for (const word of before) add(word);
    if (name === undefined || colon === -1) return;
    const rest = part.slice(colon + 1);
    if (PLAIN.has(name)) {
      add(name);
      read(rest);
    } else if (name === 'unavailable_after') {
      const { date, after } = dateIn(rest);
      add(name, date);
      for (const word of after) add(word);
    } else if (WITH_VALUE.has(name)) {
      const [value = '', ...after] = wordsOf(rest);
      add(name, value);
      if (after.length > 0) read(after.join(' '));
    } else {
      agent = name;
      read(rest);
    }
  };
  for (const part of parts) read(part);
  return directives;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The text before a colon; taken off its list. A name of several words is a bot's, unless they are directives. */
function agentName(before: string[]): string | undefined {
  const first = before.findIndex((word) => !PLAIN.has(word));
  if (first === -1) return before.pop();
  return before.splice(first).join(' ');
}

/** The date ends before the first directive behind it. */
function dateIn(text: string): { readonly date: string; readonly after: readonly string[] } {
  const words = wordsOf(text);
  const end = words.findIndex((word) => PLAIN.has(word));
  return end === -1
    ? { date: words.join(' '), after: [] }
    : { date: words.slice(0, end).join(' '), after: words.slice(end) };
}

/** `wed, 25 jun 2031`, `june 25, 2031`: a part that begins with a number or a month is still the date. */
function joinedDates(parts: readonly string[]): string[] {
  const joined: string[] = [];
  let isDate = false;
  for (const part of parts) {
    if (isDate && GOES_ON.test(part)) joined.push(`${joined.pop() ?? ''}, ${part.trim()}`);
    else {
      joined.push(part);
      isDate = /\bunavailable_after\s*:/.test(part);
    }
  }
  return joined;
}
const GOES_ON = /^\s*(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s)/;
