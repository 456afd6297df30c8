import { type Recipe, sectionFor } from '../library/recipes.ts';
import { wordsOf } from '../scanner/checks/catalogue.ts';
import type { Explanation, Fix } from '../schema/explanation.ts';

/** What the server decides: there its recipe comes before that of the generator. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(['access', 'transport']);

/** The explanation with a recipe for each fix, where the platform of the site has one. */
export function withRecipes(explanation: Explanation, recipes: readonly Recipe[]): Explanation {
  const { platform, fixes, llmstxt } = explanation;
  if (platform === undefined) return explanation;
  const add = (fix: Fix): Fix => {
    const recipe = recipeFor(fix.checkId, platform, recipes);
    return recipe === undefined ? fix : { ...fix, recipe };
  };
  return { ...explanation, fixes: fixes.map(add), llmstxt: { ...llmstxt, fixes: llmstxt.fixes.map(add) } };
}

function recipeFor(
  checkId: string,
  { generator, host }: NonNullable<Explanation['platform']>,
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
