import type { Rating } from '../../schema/scan.ts';

const NUMBER = new Intl.NumberFormat('en-GB');

/** A count as people read it: 2,000. */
export const count = (value: number): string => NUMBER.format(value);

/** `1 page`, `2,000 pages`. */
export const counted = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A date-time as people read it, in UTC. */
export const dateOf = (iso: string): string => `${DATE.format(new Date(iso))} UTC`;

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
