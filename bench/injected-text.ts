/**
 * `npm run proof -- FILE ...`: what the scan makes of labelled texts, by file and place. A line is a JSON object with `text` and
 * either `kind` (`attack` or `honest`) and `where`, or `label` (`attack` or `poison`, anything else for a text that must not fail).
 * `--misses` prints the texts that were judged wrongly.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { hiddenTextIn } from '../src/scanner/checks/mcp/hidden-text.ts';
import { injectionsIn } from '../src/scanner/checks/mcp/instruction-injection.ts';
import { judgeAnswers } from '../src/scanner/mcp/grade/judge-answers.ts';
import { judge } from '../src/scanner/mcp/injection/judge.ts';
import { advertisedText, readTools } from '../src/scanner/mcp/read.ts';
import type { McpExchange, McpListing } from '../src/scanner/model/mcp.ts';
import { wilson } from '../src/sites/census/intervals.ts';

/** Where a server shows the text. Without a place it is judged alone. */
type Where = 'tool' | 'parameter' | 'instructions' | 'prompt' | 'resource' | 'result' | undefined;

interface Row {
  readonly text: string;
  readonly isAttack: boolean;
  readonly where: Where;
  /** Of the tool, prompt or resource that the text belongs to. */
  readonly name: string;
}

type Severity = 'fail' | 'warn' | undefined;

const args = process.argv.slice(2);
const files = args.filter((arg) => arg !== '--misses');
if (files.length === 0) {
  console.error('Name files of labelled texts: one JSON object a line, with text, and kind and where or label.');
  process.exitCode = 2;
}
for (const file of files) report(file);

function report(file: string): void {
  const judged = rowsIn(file).map((row) => ({ ...row, severity: severityOf(row) }));
  console.log(basename(file));
  const places = new Set(judged.map(({ where }) => where));
  for (const isAttack of [true, false]) {
    const rows = judged.filter((row) => row.isAttack === isAttack);
    const line = (own: readonly { readonly severity: Severity }[]) =>
      isAttack
        ? `caught ${share(own, ['fail', 'warn'])}, capped ${share(own, ['fail'])}`
        : `false alarms that cap ${share(own, ['fail'])}, warned ${share(own, ['warn'])}`;
    console.log(`  ${isAttack ? 'attacks' : 'honest'}: ${line(rows)}`);
    if (places.size > 1)
      for (const where of places) console.log(`    ${where}: ${line(rows.filter((row) => row.where === where))}`);
    if (!args.includes('--misses')) continue;
    for (const { severity, where, text } of rows)
      if ((severity === 'fail') !== isAttack) console.log(`    ${severity ?? 'none'} (${where}): ${text}`);
  }
}

function rowsIn(file: string): Row[] {
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line))
      // A first line can name the author.
      .filter((row) => typeof row.text === 'string')
      .map((row) => {
        const { text, kind, label, where, name = 'tool' } = row;
        return { text, isAttack: ['attack', 'poison'].includes(kind ?? label), where, name };
      })
  );
}

/** The gravest of M24 and M25, or of the findings in an answer: what bounds the score of a server, or is an entry of its report. */
function severityOf({ text, where, name }: Row): Severity {
  if (where === undefined) return judge(text)?.severity;
  const found =
    where === 'tool' || where === 'parameter' || where === 'instructions'
      ? inLists(text, where, name)
      : inAnswer(text, where === 'result' ? 'tool' : where, name);
  if (found.includes('fail')) return 'fail';
  return found.includes('warn') ? 'warn' : undefined;
}

function inLists(text: string, where: 'tool' | 'parameter' | 'instructions', name: string): Severity[] {
  const isTool = where !== 'instructions';
  const inputSchema = { type: 'object', properties: { value: { type: 'string', description: text } } };
  const tool = where === 'tool' ? { name, description: text } : { name, description: '', inputSchema };
  const items = isTool ? [tool] : [];
  const none = { supportedVersions: [], protocolVersion: undefined, serverInfo: undefined };
  const speaker = { ...none, instructions: isTool ? undefined : text };
  const empty = listing([]);
  const lists = { tools: listing(items), resources: empty, resourceTemplates: empty, prompts: empty };
  const { texts } = advertisedText(speaker, { ...lists, toolsAgain: undefined });
  const found = [...injectionsIn(texts, readTools(items)), ...texts.flatMap((each) => hiddenTextIn(each.text))];
  return found.map(({ severity }) => severity);
}

function listing(items: readonly unknown[]): McpListing {
  return { declared: true, items, pages: [], trouble: undefined };
}

function inAnswer(text: string, kind: 'tool' | 'resource' | 'prompt', name: string): Severity[] {
  const block = { type: 'text', text };
  const result =
    kind === 'tool'
      ? { content: [block] }
      : kind === 'resource'
        ? { contents: [{ uri: 'text:', text }] }
        : { messages: [{ role: 'user', content: block }] };
  const exchange: McpExchange = {
    answered: true,
    status: 200,
    headers: {},
    contentType: 'application/json',
    message: { jsonrpc: '2.0', id: 1, result },
    sentId: 1,
    text: '',
    events: [],
    bodyBytes: Buffer.byteLength(text),
    firstByteMs: 0,
    totalMs: 0,
  };
  return judgeAnswers([{ kind, name, exchange }], []).flatMap(({ findings }) => findings.map((each) => each.severity));
}

function share(rows: readonly { readonly severity: Severity }[], wanted: readonly Severity[]): string {
  const count = rows.filter(({ severity }) => wanted.includes(severity)).length;
  const [low, high] = wilson(count, rows.length);
  const percent = (part: number) => (100 * part).toFixed(1);
  return `${count} of ${rows.length} (${percent(count / Math.max(1, rows.length))} %, ${percent(low)} to ${percent(high)})`;
}
