/** Parameters, and parts of paths, that choose a further page of a list. */

/** Alternatives of an expression; `from` is none, for it tells as often where a link was. */
export const PAGE_NAMES = 'page|p|pg|paged|start|offset|seite|pagina|strona|strana';
const PAGE_NUMBER = new RegExp(`^(?:${PAGE_NAMES})$`, 'i');

/** Whether an address has a parameter that chooses a page of a list, which the other lacks or has with another value. */
export function isFurtherPageOf(url: string, other: string): boolean {
  const [here, there] = [new URL(url).searchParams, new URL(other).searchParams];
  return [...here].some(
    ([name, value]) => PAGE_NUMBER.test(name) && /^\d{1,6}$/.test(value) && there.get(name) !== value,
  );
}

const PAGE_IN_PATH = new RegExp(`^(.{0,1000}?)/(?:${PAGE_NAMES})[/-]\\d{1,6}/?$`, 'i');

/** Where the items of the list are to which this further page belongs: its origin and path with a slash; undefined for another address. */
export function listOf(url: string): string | undefined {
  const { origin, pathname, searchParams } = new URL(url);
  const byPath = PAGE_IN_PATH.exec(pathname)?.[1];
  const path = byPath ?? pathname.replace(/\/$/, '');
  const isFurther =
    byPath !== undefined ||
    [...searchParams].some(([name, value]) => PAGE_NUMBER.test(name) && /^\d{1,6}$/.test(value));
  return isFurther ? `${origin}${path}/` : undefined;
}
