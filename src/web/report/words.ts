import type { Rating } from '../../schema/scan.ts';

const NUMBER = new Intl.NumberFormat('en-GB');

/** A count as people read it: 2,000. */
export const count = (value: number): string => NUMBER.format(value);

/** `1 page`, `2,000 pages`. */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/**
 * What was found, and on how many pages.
 * @param message says itself where it holds for the worst page alone
 * @param affected 0 for what is not of pages
 * @param all pages that were looked at; left out where that stands elsewhere
 */
export function foundOn(message: string, affected: number, all?: number): string {
  if (affected === 0) return message;
  const pages = all === undefined ? counted(affected, 'page') : `${count(affected)} of ${counted(all, 'page')}`;
  return `${message} Found on ${pages}.`;
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A date-time as people read it, in UTC. */
export const dateOf = (iso: string): string => `${DATE.format(new Date(iso))} UTC`;

const SHORT_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A date-time for tables, in UTC: `20 Nov 2026, 23:06`. */
export const shortDate = (iso: string): string => SHORT_DATE.format(new Date(iso));

const CATEGORIES: Readonly<Record<string, string>> = {
  'llmstxt-structure': 'llms.txt: structure',
  'llmstxt-content': 'llms.txt: content',
  'llmstxt-optional': 'llms.txt: optional',
  'resources-prompts': 'Resources and prompts',
  other: 'The scan itself',
};

/** What a category of checks is called in a heading. */
export const categoryWords = (category: string): string => CATEGORIES[category] ?? capitalised(category);

/** As the first words of a sentence. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What a rating means for a site. */
export const SITE_VERDICTS: Record<Rating, string> = {
  excellent: 'Agents can find, read and use this site with ease.',
  good: 'Agents can use most of this site. A few things still hold them back.',
  fair: 'Agents get only part of what is here.',
  needs_improvement: 'Agents can do little with this site as it is.',
};

/** What a rating means for an MCP server. */
export const MCP_VERDICTS: Record<Rating, string> = {
  excellent: 'Agents can connect to this server and use its tools with ease.',
  good: 'Agents can use this server well. A few things still hold them back.',
  fair: 'Agents can use this server, but will often choose or call its tools wrongly.',
  needs_improvement: 'Agents can do little with this server as it is.',
};

/** Host name of a URL, with the port when it is not the default; the text itself when it is no URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
