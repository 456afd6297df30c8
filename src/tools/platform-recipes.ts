import { type Recipe, recipeFor, sectionFor } from '../library/recipes.ts';
import { plainHostOf } from '../parse-url.ts';
import { wordsOf } from '../scanner/checks/catalogue.ts';
import type { Explanation, Fix } from '../schema/explanation.ts';

/** What the server decides: there its recipe comes before that of the generator. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(['access', 'transport']);

/** The explanation with a recipe for each fix, where the platform of the site has one, written for its host. */
export function withRecipes(explanation: Explanation, recipes: readonly Recipe[]): Explanation {
  const { platform, fixes, llmstxt, publicOrigin, rootUrl } = explanation;
  if (platform === undefined) return explanation;
  const host = plainHostOf(publicOrigin?.origin ?? rootUrl);
  const add = (fix: Fix): Fix => {
    const recipe = recipeOn(platform, fix.checkId, recipes);
    if (recipe === undefined) return fix;
    return { ...fix, recipe: host === undefined ? recipe : { ...recipe, text: recipeFor(recipe.text, host) } };
  };
  return { ...explanation, fixes: fixes.map(add), llmstxt: { ...llmstxt, fixes: llmstxt.fixes.map(add) } };
}

function recipeOn(
  { generator, host }: NonNullable<Explanation['platform']>,
  checkId: string,
  recipes: readonly Recipe[],
): Fix['recipe'] {
  const words = wordsOf(checkId);
  const isOfServer = words !== undefined && 'category' in words && OF_THE_SERVER.has(words.category);
  for (const part of isOfServer ? [host, generator] : [generator, host]) {
    const recipe = recipes.find(({ id }) => id === part?.id);
    const section = recipe && sectionFor(recipe, checkId);
    if (part !== undefined && section !== undefined)
      return { platform: part.name, path: section.path, text: section.text };
  }
  return undefined;
}
