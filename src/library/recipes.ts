import { type Article, loadArticles } from './load-articles.ts';

/** What to do about some checks on one platform: a section of its article. */
export interface RecipeSection {
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
