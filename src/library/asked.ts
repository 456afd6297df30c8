/** How people ask for what the articles say, and what they ask elsewhere: the files of `asked`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'asked');
const ELSEWHERE = 'elsewhere.txt';
/** Articles are at `/docs/…`, their questions at `asked/….txt`. */
const PREFIX = '/docs/';

/** What people ask who look for one section. */
export interface AskedSection {
  /** As the article has it; empty for its beginning. */
  readonly heading: string;
  readonly questions: readonly string[];
}

export interface Asked {
  /** In the order of the article; empty for an article without such a file. */
  of(path: string): readonly AskedSection[];
  /** Questions about other topics. */
  readonly elsewhere: readonly string[];
}

/**
 * Reads the files when they are asked for.
 * @throws Error in an installed package, which has only what is made of them
 */
export function loadAsked(folder = FOLDER): Asked {
  if (!existsSync(folder))
    throw new Error(
      'The data of the search were written by a newer Node. Use that version, or pack the package with this one.',
    );
  return {
    of(path) {
      const file = join(folder, `${path.slice(PREFIX.length)}.txt`);
      return path.startsWith(PREFIX) && existsSync(file) ? parseAsked(readFileSync(file, 'utf8')) : [];
    },
    get elsewhere() {
      return linesIn(readFileSync(join(folder, ELSEWHERE), 'utf8'));
    },
  };
}

/** Sections of a line `## Heading` and one question a line. */
export function parseAsked(text: string): AskedSection[] {
  const [, ...parts] = `\n${text}`.split(/\n##(?= |\n|$)/);
  return parts.map((part) => {
    const [heading = '', ...questions] = part.split('\n');
    return { heading: heading.trim(), questions: questions.filter((question) => question !== '') };
  });
}

const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '');
