/** The text of the corpus as pages of a content system: the documentation and the posts that site generators build, too. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface CorpusPage {
  /** Lower-case, unique: `getting-started`; `index` for the home page. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Without the title and the front matter; links to other pages are `/slug`. */
  readonly markdown: string;
  /** YYYY-MM-DD of a post; undefined for a page. */
  readonly date: string | undefined;
}

const CORPUS = join(import.meta.dirname, '../../corpus');
const DOCS = join(CORPUS, 'content/docs');
const POSTS = join(CORPUS, 'projects/eleventy/posts');

/** A link to a page in a folder of the documentation: content systems have one level. */
const FOLDER_LINK = /\]\(\/(?:guide|api|cli)\/([a-z-]+)\)/g;
/** Systems keep images in libraries of their own. */
const IMAGE = /^!\[.*\n/gm;

/** 22 pages, the home page first. */
export function corpusPages(): CorpusPage[] {
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .sort()
      .map((path) => join(folder, path));
  const pages = [...files(DOCS), ...files(POSTS)].map(readPage);
  return pages.sort((a, b) => Number(b.slug === 'index') - Number(a.slug === 'index'));
}

function readPage(path: string): CorpusPage {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(readFileSync(path, 'utf8')) ?? [];
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(front)?.[1];
  return {
    slug: basename(path, '.md').replace(/^\d{4}-\d{2}-\d{2}-/, ''),
    title: field('title') ?? '',
    description: field('description') ?? '',
    markdown: body
      .replace(/^# .*\n\n/m, '')
      .replace(FOLDER_LINK, '](/$1)')
      .replace(IMAGE, ''),
    date: field('date'),
  };
}
