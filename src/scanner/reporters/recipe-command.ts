import { plainHostOf } from '../../parse-url.ts';
import type { Explanation, Fix } from '../../schema/explanation.ts';

const RECIPE_LINK = /\[([^\]]+)\]\(\/docs\/recipes\/([\w-]+)[^)]*\)/g;
const DOCS_LINK = /\[([^\]]+)\]\(\/docs\/[^)]*\)/g;

/** A recipe for a reader without the web pages: links to other recipes become commands, other links their text. */
export const withoutDocsLinks = (text: string, checkId: string): string =>
  text
    .replaceAll(
      RECIPE_LINK,
      (_, name: string, id: string) => `${name} (\`legible checks ${checkId} --platform ${id}\`)`,
    )
    .replaceAll(DOCS_LINK, '$1');

/** Prints the recipe of a fix: `legible checks S9 --platform nginx --site shop.example`; undefined without a recipe. */
export function recipeCommand(
  { checkId, recipe }: Pick<Fix, 'checkId' | 'recipe'>,
  { publicOrigin, rootUrl }: Pick<Explanation, 'publicOrigin' | 'rootUrl'>,
): string | undefined {
  if (recipe === undefined) return undefined;
  const [page = ''] = recipe.path.split('#', 1);
  const host = plainHostOf(publicOrigin?.origin ?? rootUrl);
  const site = host === undefined ? '' : ` --site ${host}`;
  return `legible checks ${checkId} --platform ${page.slice(page.lastIndexOf('/') + 1)}${site}`;
}
