/** Longer names are read up to here. */
const MAX_CHARS = 256;

/** The words of an identifier, lower-case: `get_or-createUser` is get, or, create, user. */
export const wordsOfName = (name: string): string[] =>
  name
    .slice(0, MAX_CHARS)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
