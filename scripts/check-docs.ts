import { allRecipes, sectionFor } from '../src/library/articles.ts';
import {
  ALL_CHECKS,
  BROWSER_CHECKS,
  LLMS_TXT_CHECKS,
  MCP_CHECKS,
  PAGE_CHECKS,
  SITE_CHECKS,
} from '../src/scanner/checks/catalogue.ts';
import { escapeMarkdown, fenced } from '../src/scanner/reporters/markdown.ts';
import type { CheckResult } from '../src/schema/scan.ts';
import { markdownTable } from './markdown-table.ts';
import { scoringWords, weightWords } from './scoring-words.ts';

export type Check = (typeof ALL_CHECKS)[number];

const FOLDERS = { site: 'site', llmsTxt: 'llms-txt', page: 'page', mcp: 'mcp', browser: 'browser' } as const;
const SERIES: readonly { readonly title: string; readonly checks: readonly Check[] }[] = [
  { title: 'The site', checks: SITE_CHECKS },
  { title: 'llms.txt', checks: LLMS_TXT_CHECKS },
  { title: 'Every page', checks: PAGE_CHECKS },
  { title: 'MCP servers', checks: MCP_CHECKS },
  { title: 'In a real browser', checks: BROWSER_CHECKS },
];

/** Where a check's page lies under docs/checks. */
export const pageName = ({ id, slug }: Check): string => `${id}-${slug}.md`;

/** The page of one check: what, why, rule, score, fix, sources and, where one is at hand, a result that is no pass. */
export function checkPage(check: Check, example: CheckResult | undefined): string {
  const { id, slug, series, category, titles, why, rule, sources } = check;
  return pageOf([
    `<!-- Written by npm run generate from src/scanner/checks/${FOLDERS[series]}/${slug}.ts: edit that. -->`,
    '',
    `# ${id} ${escapeMarkdown(titles.pass)}`,
    '',
    `\`${slug}\`, category ${category}. [All checks](README.md)`,
    '',
    '## Why',
    '',
    escapeMarkdown(why),
    '',
    '## Rule',
    '',
    escapeMarkdown(rule),
    '',
    '## How it counts',
    '',
    ...scoringWords(check, linkTo).map((sentence) => `- ${sentence}`),
    '',
    '## How to fix it',
    '',
    `${escapeMarkdown(titles.action)}.`,
    '',
    ...recipeLines(id),
    ...fixLines(example),
    '## Sources',
    '',
    ...sources.map((source) => `- <${source}>`),
    '',
    ...exampleLines(example),
  ]);
}

/** The list of all checks, by series. */
export function checkIndex(): string {
  return pageOf([
    '<!-- Written by npm run generate from the catalogue: edit that. -->',
    '',
    `# The ${ALL_CHECKS.length} checks`,
    '',
    ...SERIES.flatMap(({ title, checks }) => [
      `## ${title}`,
      '',
      markdownTable([
        HEAD,
        ...checks.map((check) => [`[${check.id}](${pageName(check)}) \`${check.slug}\``, ...cellsOf(check)]),
      ]),
      '',
    ]),
  ]);
}

const HEAD = ['check', 'passes when', 'category', 'weight'];
const cellsOf = ({ id, titles, category }: Check): string[] => [escapeMarkdown(titles.pass), category, weightWords(id)];

function linkTo(id: string): string {
  const check = ALL_CHECKS.find((other) => other.id === id);
  return check === undefined ? id : `[${id}](${pageName(check)})`;
}

const ARTICLES = '../../src/library/articles';

/** Links to the recipes of the check in this repository. */
function recipeLines(id: string): string[] {
  const links = allRecipes().flatMap((recipe) => {
    const section = sectionFor(recipe, id);
    return section === undefined
      ? []
      : [`[${recipe.name}](${ARTICLES}/recipes/${recipe.id}.md#${hostedAnchor(section.heading)})`];
  });
  return links.length === 0 ? [] : [`By platform: ${links.join(', ')}.`, ''];
}

/** The anchor of a heading where Markdown files of a repository are shown: punctuation is left out. */
const hostedAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Each result carries the fix for its own findings; the example shows one of them. */
function fixLines(example: CheckResult | undefined): string[] {
  const words = 'Each result names what to change where it was found, in `howToFix`.';
  return example === undefined || example.howToFix === null
    ? [words, '']
    : [`${words} That of the example below:`, '', `> ${escapeMarkdown(example.howToFix)}`, ''];
}

const exampleLines = (example: CheckResult | undefined): string[] =>
  example === undefined ? [] : ['## Example', '', fenced(JSON.stringify(example, null, 2), 'json'), ''];

const pageOf = (lines: readonly string[]): string => `${lines.join('\n').trimEnd()}\n`;
