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
