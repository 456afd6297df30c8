/** Parameters, and parts of paths, that choose a further page of a list. */

/** Alternatives of an expression; `from` is none, for it tells as often where a link was. */
export const PAGE_NAMES = 'page|p|pg|paged|start|offset|seite|pagina|strona|strana';
const PAGE_NUMBER = new RegExp(`^(?:${PAGE_NAMES})$`, 'i');

/** The parameters of an address that choose a page of a list. */
const choicesIn = ({ searchParams }: URL): [name: string, value: string][] =>
  [...searchParams].filter(([name, value]) => PAGE_NUMBER.test(name) && /^\d{1,6}$/.test(value));

/** Whether an address has a parameter that chooses a page of a list, which the other lacks or has with another value; 0 is the first. */
export function isFurtherPageOf(url: string, other: string): boolean {
  const there = new URL(other).searchParams;
  return choicesIn(new URL(url)).some(([name, value]) => Number(there.get(name) ?? 0) !== Number(value));
}

/** Whether an address counts pages of a list by its parameters, and stays where the other is: it sorts the list or shows more of it at once. */
export const staysOnPage = (url: string, other: string): boolean =>
  choicesIn(new URL(url)).length > 0 && !isFurtherPageOf(url, other);

const PAGE_IN_PATH = new RegExp(`^(.{0,1000}?)/(?:${PAGE_NAMES})[/-]\\d{1,6}/?$`, 'i');

/** Where the items of the list are to which this further page belongs: its origin and path with a slash; undefined for another address. */
export function listOf(url: string): string | undefined {
  const parsed = new URL(url);
  const byPath = PAGE_IN_PATH.exec(parsed.pathname)?.[1];
  if (byPath === undefined && choicesIn(parsed).length === 0) return undefined;
  return `${parsed.origin}${byPath ?? parsed.pathname.replace(/\/$/, '')}/`;
}
