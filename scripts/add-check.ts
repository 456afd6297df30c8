import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where the checks of a series are, by the letter of their ids. An article has the name of its folder. */
const SERIES = {
  S: { folder: 'site', list: 'SITE_CHECKS', rubric: 'src/scanner/checks/rubric.ts' },
  L: { folder: 'llms-txt', list: 'LLMS_TXT_CHECKS', rubric: 'src/scanner/checks/rubric.ts' },
  P: { folder: 'page', list: 'PAGE_CHECKS', rubric: 'src/scanner/checks/rubric.ts' },
  M: { folder: 'mcp', list: 'MCP_CHECKS', rubric: 'src/scanner/mcp/grade/score.ts' },
  B: { folder: 'browser', list: 'BROWSER_CHECKS', rubric: 'src/scanner/scoring/browser-score.ts' },
} as const;

const CHECKS = 'src/scanner/checks';
const ARTICLES = 'src/library/articles/checks';
const CATALOGUE = 'src/scanner/checks/catalogue.ts';
const MAX_SLUG = 40;

/** The requested check cannot be added; the message says what to request instead. */
export class AddCheckError extends Error {}

/**
 * Writes a check, its test, its line in the catalogue and its weight (0, which moves no score), all of which compile
 * and pass before a word of them is edited, and the new range of ids in the head of the series' article.
 * @param root the repository
 * @param given a letter and a number; the letter alone takes the next number of its series
 * @returns the id, and paths under the root, as written
 * @throws AddCheckError for an id or slug that is malformed or taken; nothing is written then
 */
export function addCheck(
  root: string,
  given: string,
  slug: string,
): { readonly id: string; readonly written: readonly string[] } {
  const known = knownChecks(root);
  const [, letter = '', number = nextNumber(known, given)] = /^([A-Z])([1-9]\d?)?$/.exec(given) ?? [];
  if (!isSeries(letter)) {
    throw new AddCheckError('The id must be S, L, P, M or B; a number from 1 to 99 may follow, as in S99.');
  }
  const id = `${letter}${number}`;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(slug) || slug.length > MAX_SLUG) {
    throw new AddCheckError(`The slug must be kebab-case of at most ${MAX_SLUG} characters, as in real-404.`);
  }
  if (known.some((check) => check.id === id))
    throw new AddCheckError(`There is a check ${id}. Numbers are never reused.`);
  if (known.some((check) => check.slug === slug))
    throw new AddCheckError(`There is a file ${slug}.ts among the checks.`);

  const { folder, list, rubric } = SERIES[letter];
  const binding = importName(slug);
  const article = `${ARTICLES}/${folder}.md`;
  const catalogue = read(root, CATALOGUE);
  if (new RegExp(`\\b(?:import|const) ${binding}\\b`).test(catalogue)) {
    throw new AddCheckError(`The slug would be imported as ${binding}, which the catalogue already has.`);
  }
  const files = { check: `${CHECKS}/${folder}/${slug}.ts`, test: `test/unit/scanner/checks/${folder}/${slug}.test.ts` };
  // A test may be there without a check, of a helper with this name.
  for (const path of Object.values(files))
    if (existsSync(join(root, path))) throw new AddCheckError(`There is a file ${path}. Choose another slug.`);
  const before = known.filter((check) => check.id?.startsWith(letter) && numberOf(check.id) < Number(number));
  const fill = (name: string) => template(name).replaceAll('{{id}}', id).replaceAll('{{slug}}', slug);
  const written = new Map([
    [files.check, fill(`${letter}.check.txt`)],
    [files.test, fill(`${letter}.test.txt`)],
    [CATALOGUE, withEntry(withImport(catalogue, binding, `./${folder}/${slug}.ts`), list, before.length, binding)],
    [rubric, withWeight(read(root, rubric), letter, Number(number))],
    [article, withRange(read(root, article), letter, [...numbersOf(known, letter), Number(number)])],
  ]);
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { id, written: [...written.keys()] };
}

interface KnownCheck {
  readonly slug: string;
  /** Undefined for a file that is no check of a list, such as the failed scan, S0. */
  readonly id: string | undefined;
}

function knownChecks(root: string): KnownCheck[] {
  return readdirSync(join(root, CHECKS), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({
      slug: basename(file, '.ts'),
      id: /^ {2}id: '([A-Z][1-9]\d*)',$/m.exec(read(root, `${CHECKS}/${file}`))?.[1],
    }));
}

/** Camel case; a slug of one word could be a word of the language, so it gets a second one. */
function importName(slug: string): string {
  const name = slug.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
  return slug.includes('-') ? name : `${name}Check`;
}

/** Imports of checks are in the order of their paths. */
function withImport(catalogue: string, name: string, path: string): string {
  const lines = catalogue.split('\n');
  const pathOf = (line: string) =>
    /^import \w+ from '(\.\/(?:site|llms-txt|page|mcp|browser)\/[^']+)';$/.exec(line)?.[1];
  const next = lines.findIndex((line) => (pathOf(line) ?? '') > path);
  const at = next >= 0 ? next : lines.findLastIndex((line) => pathOf(line) !== undefined) + 1;
  return lines.toSpliced(at, 0, `import ${name} from '${path}';`).join('\n');
}

/** A series is in the order of its numbers, a line a check. */
function withEntry(catalogue: string, list: string, position: number, name: string): string {
  const lines = catalogue.split('\n');
  const start = lines.indexOf(`export const ${list} = [`);
  if (start < 0) throw new Error(`${CATALOGUE} has no list ${list}.`);
  return lines.toSpliced(start + 1 + position, 0, `  ${name},`).join('\n');
}

function withWeight(rubric: string, letter: string, number: number): string {
  const lines = rubric.split('\n');
  const weight = letter === 'M' ? '0' : letter === 'B' ? "[0, 'say why']" : "[0, 'D']";
  const isBefore = (line: string) => {
    const [, other, count] = /^ {4}([A-Z])(\d+): (?:\d+|\[\d+, '[^']*'\]),$/.exec(line) ?? [];
    return other === letter && Number(count) < number;
  };
  const last = lines.findLastIndex(isBefore);
  const first = lines.findIndex((line) => line.startsWith(`    ${letter}`));
  if (first < 0) throw new Error(`The rubric has no weights of series ${letter}.`);
  return lines.toSpliced(last < 0 ? first : last + 1, 0, `    ${letter}${number}: ${weight},`).join('\n');
}

/** The head of an article says which checks the series has, and how many. */
function withRange(text: string, letter: string, numbers: readonly number[]): string {
  const end = text.indexOf('\n---\n');
  const head = text
    .slice(0, end)
    .replaceAll(new RegExp(`\\b${letter}1 to ${letter}\\d+\\b`, 'g'), `${letter}1 to ${letter}${Math.max(...numbers)}`)
    .replace(/^description: The \d+ /m, `description: The ${numbers.length} `);
  return head + text.slice(end);
}

const isSeries = (letter: string): letter is keyof typeof SERIES => letter in SERIES;
const numbersOf = (known: readonly KnownCheck[], letter: string): number[] =>
  known.flatMap(({ id }) => (id?.startsWith(letter) ? [numberOf(id)] : []));
const nextNumber = (known: readonly KnownCheck[], letter: string): string =>
  String(Math.max(0, ...numbersOf(known, letter)) + 1);
const numberOf = (id: string): number => Number(id.slice(1));
const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');
const template = (name: string): string => readFileSync(join(import.meta.dirname, 'templates', name), 'utf8');
