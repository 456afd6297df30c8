/** Segments of addresses that act for one visitor: sites close them to every crawler, and lose no text by that. */
const OF_ONE_VISITOR = new Set(
  (
    'account accounts my-account admin administrator wp-admin wp-login wp-json cdn-cgi auth login log-in logout log-out signin ' +
    'sign-in signout sign-out signup sign-up register password-reset forgot-password cart basket checkout checkouts orders ' +
    'wishlist compare search suche recherche buscar'
  ).split(' '),
);

/**
 * Whether an address, read or not, may hold a text of its own: it has no query, which sorts, filters or searches, and
 * does not act for one visitor.
 */
export function mayHoldContent(url: string): boolean {
  const { pathname, search } = new URL(url);
  if (search !== '') return false;
  const segments = pathname.toLowerCase().split('/');
  return !segments.some((segment) => OF_ONE_VISITOR.has(segment.replace(/\.(?:php|html?|aspx?)$/, '')));
}
