/** Every regular expression of the sources, and what a ReDoS checker says of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertGolden } from './golden.ts';
import { installTools } from './npm-tools.ts';

const SRC = resolve(import.meta.dirname, '../../src');
const RECHECK = '4.5.0';
const PACKAGES = { recheck: RECHECK, '@babel/parser': '7.29.14' };
/** Under test/golden; the verdicts of another version are others. */
const VERDICTS = `regexes-recheck-${RECHECK}.json`;
/** Modules that put patterns together, most of them when they are loaded. */
const MAKES_PATTERNS = /\bRegExp\(/;
/** Calls that make modules build their expressions. Each loads only then, because the watch misses earlier ones. */
const USES: Readonly<Record<string, () => Promise<unknown>>> = {
  'rest-facade/facade.ts': async () => {
    const { createDeprecations, createWaitOf } = await import('../../src/rest-facade/facade.ts');
    const { ROUTES } = await import('../../src/rest-facade/routes.ts');
    const { TOOLS } = await import('../../src/tools/registry.ts');
    const deprecated = { since: '2026-01-01', sunset: '2027-01-01', link: 'https://site.example/' };
    const row = {
      method: 'GET',
      path: '/api/v1/scans/:id',
      tool: 'a',
      operationId: 'a',
      success: 200,
      summary: 'A',
    } as const;
    createDeprecations([{ ...row, deprecated }]);
    createWaitOf(ROUTES, TOOLS);
  },
  'scanner/parse/markdown/markdown-text.ts': async () =>
    (await import('../../src/scanner/parse/markdown/markdown-text.ts')).markdownText('`` a ``'),
  // Patterns of a server's schemas are compiled, and never run.
  'scanner/mcp/schema-faults.ts': async () => {
    const { createSchemaJudge } = await import('../../src/scanner/mcp/schema-faults.ts');
    createSchemaJudge()({ type: 'object', properties: { a: { type: 'string', pattern: '^a$' } } }, 'input');
  },
  'scanner/parse/html/rough-html.ts': async () => {
    const { headLinks, visibleText } = await import('../../src/scanner/parse/html/rough-html.ts');
    headLinks('<script>a</script>');
    visibleText('<script>a</script>');
  },
};

export interface SourceRegex {
  /** File and line, or the file alone for a pattern that is put together. */
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** recheck's answer; `attack` is a text on which the pattern does badly. */
export interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly attack: string | undefined;
}

export interface RegexTools {
  /** Every pattern written in the sources. */
  literals(): readonly SourceRegex[];
  /** The same of one module. @throws Error for a pattern that is put together where it is used */
  literalsOf(text: string): readonly Omit<SourceRegex, 'where'>[];
  check(regex: SourceRegex): Verdict;
}

/** Never rejects: answers why there are no tools when npm cannot be reached. */
export async function openRegexTools(): Promise<RegexTools | { readonly problem: string }> {
  const { folder, problem } = await installTools(PACKAGES);
  if (folder === undefined) return { problem };
  const load = createRequire(join(folder, 'package.json'));
  // recheck runs in this process, without Java or a binary.
  process.env.RECHECK_BACKEND = 'pure';
  // The versions of these packages determine their exports.
  const { parse } = load('@babel/parser') as { parse(text: string, options: object): unknown };
  const { checkSync } = load('recheck') as {
    checkSync(
      source: string,
      flags: string,
      parameters: object,
    ): { status: Verdict['status']; attack?: { string: string } };
  };
  const options = { sourceType: 'module', plugins: ['typescript', 'importAttributes'] };
  const literalsOf = (text: string) => literalsIn(parse(text, options));
  return {
    literals: () =>
      sources().flatMap(({ file, text }) =>
        literalsOf(text).map((each) => ({ ...each, where: `src/${file}:${each.line}` })),
      ),
    literalsOf,
    check({ source, flags }) {
      const { status, attack } = checkSync(source, flags, { timeout: CHECK_TIMEOUT_MS });
      return { status, attack: attack?.string };
    },
  };
}

/** Attacks repeat a piece that is shorter; whole, one is 90 KB. */
const RECORDED_ATTACK = 1000;

/** Recorded verdicts by pattern; of a pattern that is not among them the checker is asked. */
export function recordedVerdicts(): Readonly<Record<string, Verdict>> {
  // Written by recordVerdicts.
  return JSON.parse(readFileSync(resolve(import.meta.dirname, '../golden', VERDICTS), 'utf8'));
}

/** Writes them, under UPDATE_GOLDEN=1. */
export function recordVerdicts(verdicts: Readonly<Record<string, Verdict>>): void {
  const sorted = Object.fromEntries(
    Object.entries(verdicts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { status, attack }]) => [name, { status, attack: attack?.slice(0, RECORDED_ATTACK) }]),
  );
  assertGolden(VERDICTS, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Most are answered at once; a busy machine takes its time for those with counted repeats. */
const CHECK_TIMEOUT_MS = 30_000;

const sources = (): { file: string; text: string }[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs|js)$/.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

function literalsIn(root: unknown): { line: number; source: string; flags: string }[] {
  const found: { line: number; source: string; flags: string }[] = [];
  const left: unknown[] = [root];
  while (left.length > 0) {
    const node = Object(left.pop());
    const line = node.loc?.start.line;
    if (node.type === 'RegExpLiteral') found.push({ line, source: node.pattern, flags: node.flags });
    const [given] = isGivenPattern(node) ? node.arguments : [];
    if (given?.type === 'StringLiteral') found.push({ line, source: given.value, flags: '' });
    if (given?.type === 'TemplateLiteral' || given?.type === 'BinaryExpression') {
      throw new Error(`line ${line}: a pattern that is put together where it is used is seen by nobody`);
    }
    for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) left.push(value);
  }
  return found;
}

/** Methods that read a string argument as a pattern; `split` and `replace` take it literally. */
const TAKE_PATTERNS = new Set(['match', 'matchAll', 'search']);
const isGivenPattern = ({ type, callee }: { type?: string; callee?: { property?: { name?: string } } }): boolean =>
  (type === 'CallExpression' || type === 'OptionalCallExpression') && TAKE_PATTERNS.has(callee?.property?.name ?? '');

/** The module of the sources that a call came from: another one may have loaded it before. */
const callerOf = (stack: string): string => /\/(src\/[^\s:?)]+\.ts)/.exec(stack)?.[1] ?? 'src';

/**
 * Loads the modules that put patterns together, uses those that do it later, and answers what they made. Once a process:
 * modules load once.
 * @throws Error when a module made none
 */
export async function madePatterns(): Promise<readonly SourceRegex[]> {
  const made: SourceRegex[] = [];
  const Original = globalThis.RegExp;
  const seen = (regex: RegExp): RegExp => {
    made.push({ where: callerOf(new Error().stack ?? ''), source: regex.source, flags: regex.flags });
    return regex;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, parameters, newTarget) => seen(Reflect.construct(target, parameters, newTarget)),
    apply: (target, self, parameters) => seen(Reflect.apply(target, self, parameters)),
  });
  try {
    for (const { file: each, text } of sources()) {
      if (!MAKES_PATTERNS.test(text)) continue;
      await import(pathToFileURL(join(SRC, each)).href);
      await USES[each]?.();
      if (!made.some(({ where }) => where === `src/${each}`))
        throw new Error(`${each} makes patterns that nobody sees`);
    }
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

/** Whether it can repeat anything without end. Without such a quantifier a match ends within a fixed number of steps. */
export function repeatsWithoutEnd(source: string): boolean {
  const bare = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  return /[*+]|\{\d*,\}/.test(bare);
}

/**
 * The same with each set that holds sets (which recheck does not know) as one letter: `a` for a difference, `h` for any
 * other. Good where the sets of a pattern have no character in common.
 */
export function withoutSetOperations(source: string): string {
  let written = '';
  let set = '';
  let depth = 0;
  for (const [piece] of source.matchAll(/\\p\{[^}]{1,40}\}|\\.|./gsu)) {
    if (piece === '[') depth += 1;
    if (depth === 0) written += piece;
    else set += piece;
    if (piece !== ']') continue;
    depth -= 1;
    if (depth > 0) continue;
    if (!set.slice(1).includes('[')) written += set;
    else written += set.includes('--') ? 'a' : 'h';
    set = '';
  }
  return written;
}
