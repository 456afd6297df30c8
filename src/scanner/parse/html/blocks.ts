/** Elements that begin and end on a line of their own: words before and after them do not run together. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol optgroup option p pre ' +
    'search section select summary table tbody td textarea tfoot th thead tr ul video'
  ).split(' '),
);

export const isBlock = (tagName: string): boolean => BLOCKS.has(tagName);
