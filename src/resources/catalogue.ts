import { ALL_CHECKS } from '../scanner/catalogue.ts';
import { MCP_RUBRIC } from '../scanner/mcp/rubric.ts';
import { RUBRIC } from '../scanner/rubric.ts';
import { defineResource } from './define-resource.ts';

const WEIGHTS: Readonly<Record<string, number>> = { ...RUBRIC.weights, ...MCP_RUBRIC.weights };

export const catalogue = defineResource({
  uri: 'legible://catalogue',
  name: 'catalogue',
  title: 'Catalogue of checks',
  description: 'Every check that websites and MCP servers are graded by: id, name, series, category and weight.',
  mimeType: 'application/json',
  isPublic: true,
  async read() {
    return JSON.stringify({
      rubricVersion: RUBRIC.version,
      mcpRubricVersion: MCP_RUBRIC.version,
      checks: ALL_CHECKS.map(({ id, slug, series, category, name }) => ({
        id,
        slug,
        series,
        category,
        name,
        weight: WEIGHTS[id] ?? 0,
        resource: `legible://checks/${id}`,
      })),
    });
  },
});
