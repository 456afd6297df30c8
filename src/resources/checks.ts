import { ServiceError } from '../errors.ts';
import type { Article } from '../library/load-articles.ts';
import { ALL_CHECKS } from '../scanner/checks/catalogue.ts';
import { evidenceFor, isGate, RUBRIC, SITE_WEIGHTS } from '../scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../scanner/mcp/grade/score.ts';
import { defineResource, type ReadContext } from './define-resource.ts';

const WEIGHTS: Readonly<Record<string, number>> = { ...SITE_WEIGHTS, ...MCP_RUBRIC.weights };

export const catalogue = defineResource({
  uri: 'legible://catalogue',
  name: 'catalogue',
  title: 'Catalogue of checks',
  description:
    'Every check that websites and MCP servers are graded by: id, titles, series, category, weight and the strength of the evidence for it.',
  mimeType: 'application/json',
  isPublic: true,
  async read() {
    return JSON.stringify({
      rubricVersion: RUBRIC.version,
      mcpRubricVersion: MCP_RUBRIC.version,
      checks: ALL_CHECKS.map(({ id, slug, series, category, titles }) => ({
        id,
        slug,
        series,
        category,
        titles,
        weight: WEIGHTS[id] ?? 0,
        evidence: evidenceFor(id) ?? null,
        gate: isGate(id),
        resource: `legible://checks/${id}`,
      })),
    });
  },
});

export const check = defineResource({
  uri: 'legible://checks/{checkId}',
  name: 'check',
  title: 'One check',
  description:
    'What a check wants, why it matters, its exact rule and how it counts. Ids are those of findings: S1, L1, P1, M1.',
  mimeType: 'text/markdown',
  isPublic: true,
  read: async (checkId, context) => checkText(checkId, context),
  complete: async (typed) => checkIds(typed),
});

/**
 * The article of a check, as Markdown.
 * @param id in either case
 * @throws ServiceError not_found
 */
export function checkText(id: string, { library }: Pick<ReadContext, 'library'>): string {
  const article = library.find(`/docs/checks/${id.toUpperCase()}`);
  if (article?.itemType !== 'check') {
    throw new ServiceError('not_found', 'checkId: there is no such check. legible://catalogue lists every id.');
  }
  return articleText(article);
}

export const recipe = defineResource({
  uri: 'legible://recipes/{platform}',
  name: 'recipe',
  title: 'Recipes of one platform',
  description: 'How to fix findings on a platform, with configuration or code: nginx, vercel, docusaurus, wordpress.',
  mimeType: 'text/markdown',
  isPublic: true,
  async read(platform, { library }) {
    const article = library.find(`/docs/recipes/${platform.toLowerCase()}`);
    if (article === undefined) {
      throw new ServiceError('not_found', `platform: expected one of ${recipeIds(library).join(', ')}.`);
    }
    return articleText(article);
  },
  complete: async (typed, { library }) => recipeIds(library).filter((id) => id.startsWith(typed.toLowerCase())),
});

const recipeIds = ({ articles }: ReadContext['library']): string[] =>
  articles.flatMap(({ itemType, path }) => (itemType === 'recipe' ? [path.slice(path.lastIndexOf('/') + 1)] : []));

/** Completions of a check id, in catalogue order. */
export const checkIds = (typed: string): readonly string[] =>
  ALL_CHECKS.map(({ id }) => id).filter((id) => id.startsWith(typed.toUpperCase()));

export const methodology = defineResource({
  uri: 'legible://methodology',
  name: 'methodology',
  title: 'Methodology',
  description:
    'How a scan works and how its score is computed: sampling, weights, caps, confidence, percentiles, politeness.',
  mimeType: 'text/markdown',
  isPublic: true,
  read: async (_, { library }) =>
    library.articles
      .filter(({ itemType }) => itemType === 'methodology')
      .map(articleText)
      .join('\n'),
});

/** Articles that are resources too; the paths of the others lead to the web pages. */
const RESOURCE_LINK = /\]\(\/docs\/(recipes\/[\w-]{1,40}|checks\/[A-Z]\d{1,2})(?:#[^)]{0,80})?\)/g;

/** An article on its own, as Markdown. */
const articleText = ({ title, description, body }: Article): string =>
  `# ${title}\n\n${description}\n\n${body.replaceAll(RESOURCE_LINK, '](legible://$1)')}\n`;
