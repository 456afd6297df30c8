import { attributeOf, type Element } from './walk.ts';

const MAX_HANDLER = 300;
/** `location = '…'`, `location.href='…'`, `location.assign('…')`, `navigate('…')`; pop-ups are seldom pages. */
const GOES_TO =
  /(?:\blocation(?:\.href)? ?= ?|\blocation\.(?:assign|replace) ?\( ?|\bnavigate ?\( ?)["']([^"'\s]{1,200})["']/;

/**
 * Where an element leads when a script runs, as written: by a handler of clicks, or by a link to a route behind a hash.
 * Undefined where it leads nowhere, or has a link of its own.
 */
export function scriptedAddress(element: Element): string | undefined {
  const href = attributeOf(element, 'href')?.trim();
  if (element.tagName === 'a' && href !== undefined) return isRoute(href) ? routeOf(href) : undefined;
  const handler = attributeOf(element, 'onclick');
  if (handler === undefined || handler.length > MAX_HANDLER) return undefined;
  return GOES_TO.exec(handler)?.[1];
}

/** `#/path` and `#!path`: a router in the browser reads them, a server never sees them. */
const isRoute = (href: string): boolean => /#(?:\/|!)./.test(href.slice(0, MAX_HANDLER));

/** The route as an address, so that routes differ from each other and from pages. */
function routeOf(href: string): string {
  const at = href.indexOf('#');
  return `${href.slice(0, at)}?route=${encodeURIComponent(href.slice(at + 1, MAX_HANDLER))}`;
}
