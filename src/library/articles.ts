/** The articles of the library, read from their files, and the recipes among them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { defined } from '../basics/defined.ts';

/** The folders of the articles, with their kind and the path of their pages. */
const FOLDERS: Readonly<Record<string, { itemType: ArticleType; prefix: string }>> = {
  methodology: { itemType: 'methodology', prefix: '/docs/methodology' },
  specs: { itemType: 'specs', prefix: '/docs/specs' },
  'llms-txt': { itemType: 'llms-txt', prefix: '/docs/llms-txt' },
  pages: { itemType: 'page', prefix: '/docs' },
  checks: { itemType: 'checks', prefix: '/docs/checks' },
  recipes: { itemType: 'recipe', prefix: '/docs/recipes' },
};
const MEMBERS = ['title', 'description', 'questions', 'keywords', 'sources', 'ran'] as const;
type Member = (typeof MEMBERS)[number];
/** Many ways to ask the same: the nearest one decides how well an article fits. */
const QUESTIONS = { min: 3, max: 24 };

/**
 * Reads every article, sorted by path.
 * @throws Error that names the file and its problem; the service must not start with a broken library
 */
export function loadArticles(directory = join(import.meta.dirname, 'articles')): Article[] {
  const articles = Object.entries(FOLDERS).flatMap(([folder, { itemType, prefix }]) =>
    readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        const file = join(directory, folder, name);
        const text = readFileSync(file, 'utf8');
        const path = `${prefix}/${name.slice(0, -'.md'.length).split(sep).join('/')}`;
        return parseArticle(text, { file, itemType, path });
      }),
  );
  return articles.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface Place {
  readonly file: string;
  readonly itemType: ArticleType;
  readonly path: string;
}

/**
 * Front matter of `name: value` lines between two `---` lines, then Markdown.
 * @throws Error that names the file and its problem
 */
export function parseArticle(text: string, { file, itemType, path }: Place): Article {
  const wrong = (what: string) => new Error(`${file}: ${what}`);
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) throw wrong('expected front matter between two lines of ---');

  const members: Partial<Record<Member, string>> = {};
  for (const line of lines.slice(1, end)) {
    const colon = line.indexOf(':');
    const name = MEMBERS.find((member) => member === line.slice(0, Math.max(0, colon)));
    if (name === undefined) throw wrong(`expected one of ${MEMBERS.join(', ')} before a colon, found "${line}"`);
    members[name] = line.slice(colon + 1).trim();
  }
  const { title = '', description = '' } = members;
  const sources = listed(members.sources);
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  if (title === '') throw wrong('title: expected text');
  if (description === '' || description.length > 200) throw wrong('description: expected 1 to 200 characters');
  if (sources.length === 0 || !sources.every((source) => source.startsWith('https://'))) {
    throw wrong('sources: expected https addresses separated by commas');
  }
  if (body === '') throw wrong('expected Markdown after the front matter');
  const questions = questionsIn(members.questions);
  if (questions.length < QUESTIONS.min || questions.length > QUESTIONS.max) {
    throw wrong(`questions: expected ${QUESTIONS.min} to ${QUESTIONS.max}, each with a question mark at its end`);
  }
  const keywords = listed(members.keywords);
  return { path, itemType, title, description, questions, keywords, sources, body, ...defined({ ran: members.ran }) };
}

/** "What is it? How do I …?" as two questions. */
export const questionsIn = (value = ''): string[] =>
  value
    .split(/(?<=\?)\s+/)
    .map((question) => question.trim())
    .filter((question) => question.length > 1 && question.endsWith('?'));

const listed = (value = '') =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Every item type an article can have. */
const ARTICLE_TYPES = ['methodology', 'checks', 'specs', 'llms-txt', 'check', 'page', 'recipe'] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** One page of the library. */
export interface Article {
  /** Root-relative, e.g. `/docs/specs/llms-txt`; unique. */
  readonly path: string;
  readonly itemType: ArticleType;
  readonly title: string;
  /** The answer to its first question in one or two sentences, at most 200 characters where it is written by hand. */
  readonly description: string;
  /** What it answers, as people ask: goals, symptoms, errors, keywords; at most 24. */
  readonly questions: readonly string[];
  /** Words people search for that the text does not say. */
  readonly keywords: readonly string[];
  /** At least one https address. */
  readonly sources: readonly string[];
  /** Of a recipe: the program and version that a test runs it with; undefined where nothing was run. */
  readonly ran?: string;
  /** Markdown without a heading of level 1: the title is that. */
  readonly body: string;
}

/** What to do about some checks on one platform: a section of its article. */
interface RecipeSection {
  readonly heading: string;
  /** Of the section, on the page of its article: `/docs/recipes/nginx#real-404s`. */
  readonly path: string;
  readonly checkIds: readonly string[];
  /** Markdown below the heading, without the line that names the checks. */
  readonly text: string;
}

/** The article of one platform. */
export interface Recipe {
  /** The last part of its path, by which platforms are recognised: `nginx`. */
  readonly id: string;
  /** As its makers write it. */
  readonly name: string;
  readonly path: string;
  /** See Article. */
  readonly ran?: string | undefined;
  readonly sections: readonly RecipeSection[];
}

/** Above the links of a check's article to its recipes. */
export const RECIPES_HEADING = 'How to fix it, by platform';

/** In the order in which the search reads them. */
export const sortedByPath = (articles: readonly Article[]): Article[] =>
  [...articles].sort((a, b) => (a.path < b.path ? -1 : 1));

/** The first line of a section: `Fixes [S9](/docs/checks/S9), [P2](/docs/checks/P2).` */
const FIXES = /^Fixes (?:(?:, )?\[[A-Z]\d{1,2}\]\(\/docs\/checks\/[A-Z]\d{1,2}\))+\.$/;
const CHECK_LINK = /\[([A-Z]\d{1,2})\]/g;

let kept: readonly Recipe[] | undefined;

/** The recipes of the library, read once. */
export function allRecipes(): readonly Recipe[] {
  kept ??= recipesIn(loadArticles());
  return kept;
}

/**
 * The recipes among articles, by name.
 * @throws Error for a section that does not say which checks it fixes
 */
export const recipesIn = (articles: readonly Article[]): Recipe[] =>
  articles
    .filter(({ itemType }) => itemType === 'recipe')
    .map(recipeOf)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));

function recipeOf({ path, title, body, ran }: Article): Recipe {
  const [, ...parts] = `\n${body}`.split('\n## ');
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const [fixes = '', ...text] = lines.join('\n').trim().split('\n');
    if (!FIXES.test(fixes)) throw new Error(`${path}: "${heading}" does not begin with "Fixes [S9](/docs/checks/S9)."`);
    return {
      heading,
      path: `${path}#${anchorOf(heading)}`,
      checkIds: [...fixes.matchAll(CHECK_LINK)].map(([, id = '']) => id),
      text: text.join('\n').trim(),
    };
  });
  return { id: path.slice(path.lastIndexOf('/') + 1), name: title.split(':', 1)[0] ?? '', path, ran, sections };
}

/** The section of a recipe that fixes a check; undefined where the platform does not matter. */
export const sectionFor = ({ sections }: Recipe, checkId: string): RecipeSection | undefined =>
  sections.find(({ checkIds }) => checkIds.includes(checkId));

/** The recipes that fix a check. */
export const recipesOf = (checkId: string): Recipe[] =>
  allRecipes().filter((recipe) => sectionFor(recipe, checkId) !== undefined);

/**
 * A recipe with the host of a site in place of `www.example.com`, and its other spelling, with or without `www.`, in place
 * of `example.com`.
 * @param host as plainHostOf answers it
 */
export function recipeFor(text: string, host: string): string {
  const other = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  return text.replace(/(?<![\w./-])example\.com(?![\w-])/g, other).replaceAll('www.example.com', host);
}

/** How well a recipe is proven. */
export const evidenceLine = ({ ran }: Pick<Recipe, 'ran'>): string =>
  ran === undefined ? 'Not run here: it follows the documentation of the platform.' : `Run here: ${ran}.`;

/** The id of a heading on a page of the documentation. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'part';
