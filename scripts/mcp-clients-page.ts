import { CONDUCTS, CONSTRUCTS, type Construct, type Effect } from '../src/scanner/mcp/client-table.ts';
import { markdownTable } from './markdown-table.ts';

const EFFECTS: Record<Effect, string> = {
  list: 'refuses the whole list',
  tool: 'drops the tool',
  misread: 'misreads it',
  ignored: 'ignores it',
};

/** docs/mcp-clients.md: which client does what with which part of JSON Schema, with source and date. */
export function mcpClientsPage(): string {
  const constructs = Object.entries(CONSTRUCTS).filter(([id]) => CONDUCTS.some(({ construct }) => construct === id));
  return [
    '# MCP clients and JSON Schema',
    '',
    'Schemas that are valid, and clients or model APIs that do not take them. M17 warns where a client of today refuses a tool or the',
    'whole list; parts that are only misread or ignored are legal, and noted. Each row is a report or a page of the project, as of its date:',
    'clients change, and a report may be wrong. Rows with a published fix no longer count.',
    '',
    'This page is generated from `src/scanner/mcp/client-table.ts` (`npm run generate`).',
    ...constructs.flatMap(([id, words]) => ['', `## ${capitalised(words)}`, '', tableOf(id)]),
    '',
  ].join('\n');
}

const tableOf = (id: Construct | string): string =>
  markdownTable([
    ['client', 'effect', 'report', 'date'],
    ...CONDUCTS.filter(({ construct }) => construct === id).map(({ client, effect, says, source, date, mended }) => [
      client,
      EFFECTS[effect],
      `[${says.replaceAll('|', '\\|')}](${source})`,
      mended === undefined ? date : `${date}, fixed ${mended}`,
    ]),
  ]);

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
