import { readFileSync } from 'node:fs';

/** A text of an MCP server, and its label. */
export interface CorpusRow {
  readonly id: string;
  /** `preference`: praise of its own tool. `capability`: a dangerous tool, honestly described. Neither is an attack. */
  readonly label: 'poison' | 'benign' | 'preference' | 'capability';
  readonly where: 'description' | 'param' | 'instructions';
  readonly family: string;
  readonly source: string;
  readonly text: string;
}

const ADVICE = `Set INJECTION_CORPUS to a file of lines of JSON, each with id, label (poison, benign, preference or capability), where
(description, param or instructions), family, source and text. The texts are others' and not part of this repository; public
collections are agent-threat-rules, SAFE-MCP, mcp-scanner (Cisco), MCPSecBench and mcp-injection-experiments (Invariant Labs).`;

/** @throws Error when no corpus is named */
export function readCorpus(file = process.env.INJECTION_CORPUS): CorpusRow[] {
  if (file === undefined || file === '') throw new Error(ADVICE);
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      // The file is the developer's own.
      .map((line) => JSON.parse(line) as CorpusRow)
  );
}
