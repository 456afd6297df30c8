import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SKILL } from '../src/cli/skill-text.ts';
import { ALL_CHECKS } from '../src/scanner/checks/catalogue.ts';
import type { CheckResult } from '../src/schema/scan.ts';
import { actorsPage } from './actors-page.ts';
import { censusColumns } from './census-columns.ts';
import { checkIndex, checkPage, pageName } from './check-docs.ts';
import { clientCalls } from './client-calls.ts';
import { clientOperations } from './client-operations.ts';
import { dotProductsWasm } from './dot-products-wasm.ts';
import { importDiagram } from './import-diagram.ts';
import { libraryPages } from './library-pages.ts';
import { licencesPage } from './licences.ts';
import { mcpClientsPage } from './mcp-clients-page.ts';
import { readersPage } from './readers-page.ts';
import { toolTable } from './tool-table.ts';
import { upstreamPage } from './upstream-page.ts';

const PAGES = 'docs/checks';
const TOOLS_PAGE = 'docs/tools.md';
const ARCHITECTURE = 'docs/architecture.md';
const CENSUS = 'docs/census.md';
const READERS = 'docs/readers.md';
const ACTORS = 'docs/actors.md';
const MCP_CLIENTS = 'docs/mcp-clients.md';
const LICENCES = 'docs/licences.md';
const CLIENT_OPERATIONS = 'src/client/operations.ts';
const CLIENT_CALLS = 'src/client/calls.ts';
const DOT_PRODUCTS = 'src/library/dot-products-wasm.ts';
const UPSTREAM = 'docs/upstream.md';
const LOCK_FILE = 'package-lock.json';

/**
 * Every file that is generated, in whole or between markers, by its path under the root.
 * @param examples a result of each check that is no pass, by id; a page without one has no example
 */
export function generatedFiles(root: string, examples: ReadonlyMap<string, CheckResult>): Map<string, string> {
  const withSection = (path: string, name: string, content: string): [string, string] => [
    path,
    replaceSection(readFileSync(join(root, path), 'utf8'), name, content),
  ];
  return new Map([
    ...ALL_CHECKS.map((check): [string, string] => [
      `${PAGES}/${pageName(check)}`,
      checkPage(check, examples.get(check.id)),
    ]),
    [`${PAGES}/README.md`, checkIndex()],
    ...libraryPages(),
    [READERS, readersPage()],
    [ACTORS, actorsPage()],
    [MCP_CLIENTS, mcpClientsPage()],
    [CLIENT_OPERATIONS, clientOperations()],
    [CLIENT_CALLS, clientCalls()],
    [DOT_PRODUCTS, dotProductsWasm(DOT_PRODUCTS)],
    [UPSTREAM, upstreamPage()],
    [LICENCES, licencesPage(readFileSync(join(root, LOCK_FILE), 'utf8'))],
    [`examples/claude-plugin/skills/${SKILL.name}/SKILL.md`, SKILL.text],
    withSection(CENSUS, 'columns', censusColumns()),
    withSection(TOOLS_PAGE, 'tools', toolTable()),
    withSection(ARCHITECTURE, 'imports', importDiagram()),
  ]);
}

/** Paths that differ from what would be written now, and pages of checks that are gone. */
export function outOfDate(root: string, files: ReadonlyMap<string, string>): string[] {
  const changed = [...files].filter(([path, text]) => readIfThere(join(root, path)) !== text).map(([path]) => path);
  return [...changed, ...leftOver(root, files)];
}

/** Brings all of them up to date. */
export function writeGenerated(root: string, files: ReadonlyMap<string, string>): void {
  for (const path of leftOver(root, files)) rmSync(join(root, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/**
 * The text with other content between `<!-- generated: name -->` and the next `<!-- end -->`.
 * @throws Error when the markers are not there
 */
export function replaceSection(text: string, name: string, content: string): string {
  const opening = `<!-- generated: ${name} -->\n`;
  const start = text.indexOf(opening);
  const end = text.indexOf('<!-- end -->', start);
  if (start < 0 || end < 0) throw new Error(`There is no section between "${opening.trim()}" and "<!-- end -->".`);
  return `${text.slice(0, start + opening.length)}\n${content}\n\n${text.slice(end)}`;
}

const leftOver = (root: string, files: ReadonlyMap<string, string>): string[] =>
  existsSync(join(root, PAGES))
    ? readdirSync(join(root, PAGES))
        .map((name) => `${PAGES}/${name}`)
        .filter((path) => !files.has(path))
    : [];

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
