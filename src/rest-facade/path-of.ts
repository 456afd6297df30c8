/**
 * The path under which h3 finds a handler: percent-encoded bytes decoded but for the separator, no slash at its end. What
 * asks for a path by its spelling alone can be passed by with another spelling of it.
 */
export function pathOf(request: { readonly url: string }): string {
  const { pathname } = new URL(request.url);
  const decoded = pathname.includes('%') ? pathname.split(/(%2f)/i).map(decode).join('') : pathname;
  let end = decoded.length;
  while (end > 1 && decoded.charAt(end - 1) === '/') end -= 1;
  return decoded.slice(0, end);
}

function decode(part: string): string {
  if (/^%2f$/i.test(part)) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
