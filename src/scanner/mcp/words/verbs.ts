/** Verbs that tool names and the values of action parameters begin with, lower-case. Whole words only. */
const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Nothing changes. Left out are verbs that also begin names of tools that write: resolve, query, check, show. */
export const READ_VERBS = list('get list read search find fetch describe count view lookup');

/** Verbs that are not also everyday nouns: they tell a choice of acts from a choice of things. */
export const PLAIN_WRITE_VERBS = list(`
  create update delete remove write insert upsert send patch purge destroy add rename cancel publish deploy modify edit
  replace restore approve revoke submit enable disable`);

export const WRITE_VERBS: ReadonlySet<string> = new Set([
  ...PLAIN_WRITE_VERBS,
  ...list('post put drop set move merge close fill click type upload save store reset clear archive reply start stop'),
  ...list('restart run execute'),
]);

/** Their object does not exist afterwards. */
export const DESTROY_VERBS = list('delete remove drop purge revoke destroy wipe truncate erase');
