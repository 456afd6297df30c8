import { type Article, loadArticles, questionsIn } from '../library/load-articles.ts';
import { RECIPES_HEADING, type Recipe, recipesIn, sectionFor } from '../library/recipes.ts';
import { CATALOGUE, MCP_CHECKS } from '../scanner/checks/catalogue.ts';
import type { CheckDefinition, Series, Titles } from '../scanner/checks/define.ts';
import { EVIDENCE_WORDS, evidenceFor, isGate, SITE_WEIGHTS } from '../scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../scanner/mcp/grade/score.ts';
import { CHECK_QUESTIONS } from './check-questions.ts';

/** Where a check's article is. */
const checkPath = (id: string): string => `/docs/checks/${id}`;

type Check = Pick<
  CheckDefinition<string, Series, never>,
  'id' | 'slug' | 'series' | 'category' | 'titles' | 'why' | 'rule' | 'sources'
>;

const WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries({ ...SITE_WEIGHTS, ...MCP_RUBRIC.weights }));

/** What a series looks at, what its score is called, and the words of its overview's path. */
const SERIES: Record<Series, { subject: string; score: string; overview: string }> = {
  site: { subject: 'It is asked once for the whole site', score: 'site score', overview: 'site' },
  llmsTxt: { subject: 'It is asked once of llms.txt', score: 'llms.txt score', overview: 'llms-txt' },
  page: { subject: 'It is asked of every page that is read', score: 'site score', overview: 'page' },
  mcp: { subject: 'It is asked of an MCP server', score: 'MCP score', overview: 'mcp' },
};

/** Every article: the written ones, and one a check. */
export function allArticles(): Article[] {
  const written = loadArticles();
  return [...written, ...checkArticles(recipesIn(written))];
}

/** One article a check, from the scanner's catalogue, with the recipes that fix it. */
export const checkArticles = (recipes: readonly Recipe[]): Article[] =>
  [...CATALOGUE, ...MCP_CHECKS].map((check) => checkArticle(check, recipes));

function checkArticle(
  { id, slug, series, category, titles, why, rule, sources }: Check,
  recipes: readonly Recipe[],
): Article {
  const { subject, score, overview } = SERIES[series];
  const evidence = evidenceFor(id);
  return {
    path: checkPath(id),
    itemType: 'check',
    title: `${id}: ${titles.pass}`,
    description: leadOf(titles.action, why),
    questions: [...questionsOf(titles), ...questionsIn(CHECK_QUESTIONS[id])],
    keywords: [`check ${id}`, slug, category],
    sources,
    body: [
      ['| Check | Slug | Category |', '| --- | --- | --- |', `| ${id} | \`${slug}\` | ${category} |`].join('\n'),
      `**Passes when:** ${titles.pass}.`,
      `**To fix it:** ${titles.action}.`,
      '## Why it matters',
      asMarkdown(why),
      '## Rule',
      asMarkdown(rule),
      '## How it counts',
      ...(isGate(id)
        ? [
            `${id} is a gate and has no weight: the [delivered share](/docs/methodology/scoring) measures what it is about and multiplies the whole score.`,
            `${subject}.`,
          ]
        : [
            `${id} has a weight of ${WEIGHTS.get(id) ?? 0} among the checks of its score.`,
            `${subject} and counts in the ${score}. What does not apply or could not be measured leaves the score.`,
          ]),
      ...(evidence === undefined ? [] : [`Evidence ${evidence}: ${EVIDENCE_WORDS[evidence]}.`]),
      ...recipeLines(id, recipes),
      `Each result says what to change where it was found, in \`howToFix\`. [All checks of the series](/docs/checks/${overview}).`,
    ].join('\n\n'),
  };
}

function recipeLines(id: string, recipes: readonly Recipe[]): string[] {
  const links = recipes.flatMap((recipe) => {
    const section = sectionFor(recipe, id);
    return section === undefined ? [] : [`[${recipe.name}](${section.path})`];
  });
  return links.length === 0 ? [] : [`## ${RECIPES_HEADING}`, `${links.join(', ')}.`];
}

/** The catalogue's words are plain text: what would be markup in Markdown is escaped. */
const asMarkdown = (text: string): string => text.replace(/[\\`*_[\]<|]/g, '\\$&');

const MAX_LEAD = 260;

/** What to do, and why: as many sentences of the reason as fit, and at least one. */
function leadOf(action: string, why: string): string {
  const [first = '', ...others] = why.split(/(?<=[.!?]) +(?=\p{Lu})/u);
  let lead = `${action}. ${first}`;
  for (const sentence of others) {
    if (lead.length + sentence.length >= MAX_LEAD) break;
    lead += ` ${sentence}`;
  }
  return lead;
}

/** As people ask: for the remedy, for its worth, and after a report that found the fault. */
const questionsOf = ({ pass, fail, action }: Titles): string[] => [
  `How do I ${lowerFirst(action)}?`,
  `Why should I ${lowerFirst(action)}?`,
  `${fail}: what does that mean, and how do I fix it?`,
  `How do you check that ${lowerFirst(pass)}?`,
];

/** A name such as MCP or AI stays as it is. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
