import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { defined } from '../defined.ts';

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
