/** The page that exists and is most like one that does not. */

const MIN_LIKENESS = 0.5;
const MAX_CANDIDATES = 400;

/** Finds pages by the words of their paths. @param pages paths that exist */
export function createNearest(pages: readonly string[]): (missing: string) => string | undefined {
  const byWord = new Map<string, { path: string; words: ReadonlySet<string> }[]>();
  const byPlain = new Map<string, string>();
  for (const path of pages) {
    const words = wordsOf(path);
    const entry = { path, words: new Set(words) };
    const plain = words.join(' ');
    if (!byPlain.has(plain)) byPlain.set(plain, path);
    for (const word of entry.words) {
      const list = byWord.get(word) ?? [];
      byWord.set(word, list);
      if (list.length < MAX_CANDIDATES) list.push(entry);
    }
  }
  return (missing) => {
    const words = wordsOf(missing);
    // Another case, ending, separator or a slash at the end.
    const same = byPlain.get(words.join(' '));
    if (words.length > 0 && same !== undefined) return same === missing ? undefined : same;
    const own = new Set(words);
    const [last] = words.slice(-1);
    let best: { path: string; likeness: number } | undefined;
    const candidates = new Set([...own].flatMap((word) => byWord.get(word) ?? []));
    for (const { path, words: others } of candidates) {
      const shared = [...own].filter((word) => others.has(word)).length;
      // Dice's coefficient; the last word of a path says most about its subject.
      const likeness = (2 * shared) / (own.size + others.size) + (last !== undefined && others.has(last) ? 0.1 : 0);
      if (best === undefined || likeness > best.likeness || (likeness === best.likeness && path < best.path))
        best = { path, likeness };
    }
    return best !== undefined && best.likeness >= MIN_LIKENESS ? best.path : undefined;
  };
}

const MAX_WORDS = 20;

/** Lower-case words without a plural s. */
const wordsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .replace(/\.(?:html?|php|aspx?|md|markdown)$/, '')
    .replace(/\/index$/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));

/** A path of these characters alone can be pasted into a configuration: an attacker chooses the paths in a log. */
const PLAIN_PATH = /^\/[A-Za-z0-9/_.~-]*$/;
/** Two slashes at the start of a target would lead to another site. */
const isPlain = (path: string): boolean => PLAIN_PATH.test(path) && !path.includes('//');

const MARKDOWN_PATH = /\.(?:md|markdown)$/i;

/** Whether a missing path asks for the Markdown of a page that exists: a redirect to its HTML is no answer to that. */
export const isMarkdownOf = (path: string, nearest: string): boolean =>
  MARKDOWN_PATH.test(path) && !MARKDOWN_PATH.test(nearest) && wordsOf(path).join(' ') === wordsOf(nearest).join(' ');

/** Redirects from missing pages to the nearest, of paths that are safe to paste. */
export const redirectsOf = (missing: readonly { path: string; nearest: string | null }[]): [string, string][] =>
  missing.flatMap(({ path, nearest }): [string, string][] =>
    nearest !== null && !isMarkdownOf(path, nearest) && isPlain(path) && isPlain(nearest) ? [[path, nearest]] : [],
  );

export const REDIRECT_SYNTAXES = {
  nginx: ([from, to]: readonly [string, string]) => `location = ${from} { return 301 ${to}; }`,
  apache: ([from, to]: readonly [string, string]) => `RedirectMatch 301 ^${from.replace(/[.~]/g, '\\$&')}$ ${to}`,
  netlify: ([from, to]: readonly [string, string]) => `${from} ${to} 301`,
} as const;
