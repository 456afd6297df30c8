import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, ownText } from './walk.ts';

const MAX_SCRIPTS = 20;
const MAX_CONTENT = 2000;
const JAVASCRIPT_TYPES = new Set(['', 'text/javascript', 'application/javascript', 'module']);

type RedirectScript = PageFacts['redirectScript'];

/** What sends a browser on to another page although the answer is a 200. */
export function redirectScriptCollector(pageUrl: string): Collector<RedirectScript> {
  let refresh: ReturnType<typeof parseRefresh>;
  const scripts: string[] = [];
  return {
    wants: { tags: ['meta', 'script'] },
    enter(element) {
      if (element.tagName === 'meta' && refresh === undefined) {
        if (attributeOf(element, 'http-equiv')?.trim().toLowerCase() !== 'refresh') return;
        refresh = parseRefresh(attributeOf(element, 'content') ?? '');
      } else if (element.tagName === 'script' && scripts.length < MAX_SCRIPTS) {
        const type = (attributeOf(element, 'type') ?? '').trim().toLowerCase();
        if (!JAVASCRIPT_TYPES.has(type) || attributeOf(element, 'src') !== undefined) return;
        const code = ownText(element);
        if (code.includes('location')) scripts.push(code);
      }
    },
    facts(resolve) {
      const url = refresh === undefined ? undefined : resolve(refresh.href);
      const isElsewhere = url !== undefined && url !== resolve(pageUrl);
      return {
        metaRefresh: refresh !== undefined && isElsewhere ? { url, delaySeconds: refresh.delaySeconds } : undefined,
        assignsLocation: scripts.some(assignsLocation),
      };
    },
  };
}

/**
 * `5; url=/next`, by the HTML standard's shared declarative refresh steps: the separator may be `;`, `,` or a space,
 * `url=` may be missing, and the URL quoted. Undefined for a reload (no URL) and for invalid content.
 */
export function parseRefresh(content: string): { readonly href: string; readonly delaySeconds: number } | undefined {
  const text = content.trim().slice(0, MAX_CONTENT);
  const delay = /^[0-9.]+/.exec(text)?.[0];
  if (delay === undefined) return undefined;
  const rest = text.slice(delay.length).trimStart();
  const target = rest.startsWith(';') || rest.startsWith(',') ? rest.slice(1).trimStart() : rest;
  const named = /^url\s*=\s*/i.exec(target);
  const quoted = named === null ? target : target.slice(named[0].length);
  const quote = quoted[0];
  const href = quote === '"' || quote === "'" ? (quoted.slice(1).split(quote, 1)[0] ?? '') : quoted;
  const delaySeconds = Number.parseInt(delay, 10);
  return href.trim() === ''
    ? undefined
    : { href: href.trim(), delaySeconds: Number.isNaN(delaySeconds) ? 0 : delaySeconds };
}

/** Longer scripts are read to here. */
const MAX_CODE = 100_000;

/** Words after which a statement has not ended, or is one that may never run. */
const OPENERS = new Set('else do return typeof void new in of case throw var let const await yield delete'.split(' '));
const CONDITIONS = new Set(['if', 'while', 'for', 'with']);
const GLOBALS = new Set(['window', 'document', 'self', 'top', 'parent', 'globalThis']);

/**
 * Whether a script sends the browser elsewhere as soon as it runs: a statement at the top level, outside every block,
 * function and condition, that assigns `location` or `location.href` or calls `location.replace` or `.assign`. Errs to
 * "no". Linear: a scanner that knows strings, comments and brackets, not a parser.
 */
export function assignsLocation(source: string): boolean {
  if (!source.includes('location')) return false;
  const code = source.slice(0, MAX_CODE);
  let depth = 0;
  /** Whether a statement can begin here: yes after `;` or `}`, after a line break only if the last one can be over. */
  let mayStart = true;
  let mayStartOnNextLine = true;
  let word = '';
  const conditionAt: boolean[] = [];
  for (let index = 0; index < code.length; ) {
    const char = code[index] ?? '';
    const skipped = skipQuiet(code, index);
    if (skipped > index) {
      if (code.slice(index, skipped).includes('\n') && mayStartOnNextLine) mayStart = true;
      index = skipped;
    } else if (isQuote(char) || (char === '/' && (mayStart || !mayStartOnNextLine))) {
      // A slash where no division can stand begins a regular expression.
      index = endOfString(code, index);
      mayStart = false;
      mayStartOnNextLine = true;
      word = '';
    } else if (isWordCharacter(char)) {
      const end = endOfWord(code, index);
      word = code.slice(index, end);
      if (depth === 0 && mayStart && leavesPage(code, index)) return true;
      mayStart = false;
      mayStartOnNextLine = !OPENERS.has(word);
      index = end;
    } else {
      if (char === '(' || char === '[' || char === '{') {
        conditionAt[depth] = char === '(' && CONDITIONS.has(word);
        depth += 1;
      } else if (char === ')' || char === ']' || char === '}') depth = Math.max(0, depth - 1);
      const isClosed = char === ')' || char === ']';
      mayStart = char === ';' || char === '}';
      mayStartOnNextLine = mayStart || (isClosed && conditionAt[depth] !== true);
      word = '';
      index += 1;
    }
  }
  return false;
}

/** Whether the expression that begins here is `[window.]location[.href] =` or a call of its replace or assign. */
function leavesPage(code: string, start: number): boolean {
  const path: string[] = [];
  let index = start;
  for (;;) {
    const end = endOfWord(code, index);
    path.push(code.slice(index, end));
    index = skipQuiet(code, end);
    if (code[index] !== '.' || path.length > 3) break;
    index = skipQuiet(code, index + 1);
  }
  if (path[0] !== undefined && GLOBALS.has(path[0])) path.shift();
  const [object, member, ...rest] = path;
  if (object !== 'location' || rest.length > 0) return false;
  if (member === undefined || member === 'href') return code[index] === '=' && code[index + 1] !== '=';
  return (member === 'replace' || member === 'assign') && code[index] === '(';
}

/** Past white space and comments. */
function skipQuiet(code: string, start: number): number {
  let index = start;
  for (;;) {
    while (index < code.length && code.charCodeAt(index) <= 0x20) index += 1;
    if (code.startsWith('//', index) || code.startsWith('<!--', index)) index = endAfter(code, '\n', index);
    else if (code.startsWith('/*', index)) index = endAfter(code, '*/', index + 2);
    else return index;
  }
}

function endAfter(code: string, mark: string, from: number): number {
  const at = code.indexOf(mark, from);
  return at === -1 ? code.length : at + mark.length;
}

const isQuote = (char: string): boolean => char === '"' || char === "'" || char === '`';

/** Past a string or regular expression; a slash in a class of the latter does not end it. */
function endOfString(code: string, start: number): number {
  const quote = code[start];
  let inClass = false;
  for (let index = start + 1; index < code.length; index += 1) {
    const char = code[index];
    if (char === '\\') index += 1;
    else if (quote === '/' && (char === '[' || char === ']')) inClass = char === '[';
    else if ((char === quote && !inClass) || (char === '\n' && quote !== '`')) return index + 1;
  }
  return code.length;
}

function isWordCharacter(char: string): boolean {
  const code = char.charCodeAt(0);
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x24 ||
    code === 0x5f ||
    code > 0x7f
  );
}

function endOfWord(code: string, start: number): number {
  let index = start;
  while (index < code.length && isWordCharacter(code[index] ?? '')) index += 1;
  return index;
}

const MAX_REFRESH_SECONDS = 5;
/** A page with less visible text is there to send its reader on and for nothing else. */
const MAX_CHARS = 1024;

/** How a page sends its reader on to another one although it answers 200 (catalogue, P2); undefined when it does not. */
export function sendsOn({ redirectScript, bodyCharCount }: PageFacts): 'refresh' | 'script' | undefined {
  const { metaRefresh, assignsLocation } = redirectScript;
  if (metaRefresh !== undefined && metaRefresh.delaySeconds <= MAX_REFRESH_SECONDS) return 'refresh';
  return assignsLocation && bodyCharCount < MAX_CHARS ? 'script' : undefined;
}

/** Nothing but such a signpost: a page without content of its own. */
export const isSignpost = (facts: PageFacts): boolean =>
  sendsOn(facts) !== undefined && facts.bodyCharCount < MAX_CHARS;
