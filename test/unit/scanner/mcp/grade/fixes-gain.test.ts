import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gradeSession, MCP_RUBRIC } from '../../../../../src/scanner/mcp/grade/score.ts';
import type { McpTool } from '../../../../../src/scanner/model/mcp.ts';
import { listedTool, listing, listings, mcp, TOOLS } from '../../../../support/mcp-artifacts.ts';

type Break = (tool: McpTool) => McpTool;

const grade = (breakTool: Break) =>
  gradeSession(
    {
      ...mcp(),
      listings: listings({ tools: listing(TOOLS.map((each) => listedTool(breakTool(each)))) }),
    },
    (id) => assert.fail(id),
    'stdio',
  );
const statusOf = ({ records }: ReturnType<typeof grade>, id: string) =>
  records.find((record) => record.id === id)?.status;
const WEIGHT_OF: ReadonlyMap<string, number> = new Map(Object.entries(MCP_RUBRIC.weights));
const schemaWith = (property: object) => ({ type: 'object', properties: { path: property }, required: ['path'] });
const described = 'Path of the page as search_docs returned it, e.g. /start.';

/** The heaviest faults of tools, each as authors make it; to follow its fix is to undo it. */
const FAULTS: Readonly<Partial<Record<keyof typeof MCP_RUBRIC.weights, Break>>> = {
  M15: (tool) => ({ ...tool, description: `${tool.title} of the documentation of this project, by words or path.` }),
  M16: (tool) => ({ ...tool, inputSchema: schemaWith({ type: 'string' }) }),
  M19: (tool) => ({ ...tool, annotations: {} }),
  M13: (tool) => ({ ...tool, title: undefined }),
  M17: (tool) => ({ ...tool, inputSchema: schemaWith({ type: 'array', description: described }) }),
  M14: (tool) => ({ ...tool, description: 'Gets it.' }),
  M21: (tool) => ({ ...tool, description: `${tool.description} ${'It returns text of the page. '.repeat(1_500)}` }),
  M12: (tool) => ({
    ...tool,
    description: 'Returns one page of the documentation as text. Use it when a path is known.',
  }),
  M20: (tool) => ({ ...tool, annotations: { ...tool.annotations, readOnlyHint: false } }),
  M18: (tool) => ({ ...tool, outputSchema: undefined }),
};

describe('a fix that is followed gains what its weight promises', () => {
  const healthy = grade((tool) => tool);
  for (const [id, breakTool] of Object.entries(FAULTS))
    it(id, () => {
      const broken = grade(breakTool);
      const record = broken.records.find((each) => each.id === id);
      assert.ok(record?.status === 'fail' || record?.status === 'warn', record?.status);
      assert.equal(statusOf(healthy, id), 'pass');
      const credit = record.credit ?? (record.status === 'warn' ? MCP_RUBRIC.warnCredit : 0);
      const promised = (1 - credit) * (WEIGHT_OF.get(id) ?? 0);
      assert.ok(healthy.raw - broken.raw >= Math.floor(promised), `${healthy.raw - broken.raw} of ${promised}`);
    });
});
