/** Secrets that a configuration holds: their names are shown; their values are replaced wherever they would be. */

import { parseUrl } from '../../basics/parse-url.ts';

/** Names of variables, headers and options whose value is a secret. */
const SECRET_NAME =
  /(?:token|secret|passw(?:or)?d|api[_-]?key|access[_-]?key|private[_-]?key|credential|^authorization$|^cookie$|[_-]pat$|[_-]dsn$)/i;
/** Names that end in such a word, and hold a place or a number. */
const NO_SECRET = /(?:_file|_path|_url|_uri|_limit|max_tokens|_budget|-file|-path|-url|_name|_id)$/i;
/** The first characters by which issuers mark their secrets: OpenAI, GitHub, GitLab, Slack, AWS, Google, npm, JWT. */
const ISSUED_START =
  /(?:sk-[\w-]{12}|gh[pousr]_\w{16}|github_pat_\w{16}|glpat-[\w-]{12}|xox[abpr]-[\w-]{10}|AKIA[0-9A-Z]{12}|AIza[\w-]{20}|npm_\w{20}|eyJ[\w-]{12}|ntn_\w{16}|svc_live_\w{8})/;
const SECRET_VALUE = new RegExp(`^(?:Bearer\\s+)?${ISSUED_START.source}`);
/** A password in an address: scheme://user:password@host. */
const PASSWORD_IN_ADDRESS = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,200}:[^\s@/]{1,200}@/i;
const PLACEHOLDER = /^(?:<.{0,100}>|your[-_ ].{0,100}|x{3,100}|\*{3,100}|changeme|)$/i;

/** Whether a named value that is plain text is a secret. */
export const isSecret = (name: string, value: string): boolean =>
  !PLACEHOLDER.test(value.trim()) &&
  ((SECRET_NAME.test(name) && !NO_SECRET.test(name)) || SECRET_VALUE.test(value) || PASSWORD_IN_ADDRESS.test(value));

/** Replaces a secret in a text that is shown. */
export const HIDDEN = '***';

/** Text as it may be shown, with secrets as `***`. */
interface Shown {
  readonly text: string;
  readonly secrets: readonly { readonly name: string; readonly value: string }[];
}

/** `Bearer X` and `Basic X`. */
const AUTHORIZATION = /(?<![\w-])(Bearer|Basic)(\s{1,5})([^\s"',;]{6,2000})/gi;
/** `name=value`, `name: value` and `"name":"value"`, as in shell commands, connection strings, queries and JSON. */
const NAMED = /(?<![\w-])(-{0,2}[A-Za-z][\w-]{0,80})(\\?["']?\s?[=:]\s?\\?["']?)([^\s"',;&*\\][^\s"',;&\\]{0,2000})/g;
/** `--name value`. */
const OPTION = /(?<![\w-])(--?[A-Za-z][\w-]{0,80})(\s{1,5})([^\s"'*-][^\s"']{0,2000})/g;
/** Short names that hold a secret in a query, and something else elsewhere. */
const QUERY = /([?&](?:key|auth|code|sig|signature))(=)([^&\s"'*#]{1,2000})/gi;
const ISSUED = new RegExp(`(?<![\\w-])()()((?:${ISSUED_START.source})[\\w.-]{0,2000})`, 'g');
const PASSWORD = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,200})(:)([^\s@/*][^\s@/]{0,200})(?=@)/gi;

/** Secrets anywhere in a text: a shell command, a connection string, an address, JSON. */
function shownText(given: string): Shown {
  const secrets: { name: string; value: string }[] = [];
  const without = (text: string, pattern: RegExp, isOne: (name: string, value: string) => boolean): string =>
    text.replace(pattern, (whole: string, name: string, between: string, value: string) => {
      if (!isOne(name, value)) return whole;
      secrets.push({ name, value });
      return `${name}${between}${HIDDEN}`;
    });
  const isGiven = (_name: string, value: string) => !PLACEHOLDER.test(value);
  let text = without(given, AUTHORIZATION, isGiven);
  text = without(text, PASSWORD, isGiven);
  text = without(text, NAMED, (name, value) => !/^(?:Bearer|Basic)$/i.test(value) && isSecret(name, value));
  text = without(text, OPTION, isSecret);
  text = without(text, QUERY, isGiven);
  text = without(text, ISSUED, isGiven);
  return { text, secrets };
}

/** A text with `***` in the place of each secret that it shows. */
export const masked = (text: string): string => shownText(text).text;

interface ShownArgument {
  /** With secrets as `***`. */
  readonly text: string;
  /** Its name; undefined where there is none. */
  readonly secret: string | undefined;
  /** The secrets themselves, to be kept out of everything that is shown. */
  readonly values: readonly string[];
}

/** Arguments as they may be shown. `--api-key X`, `--api-key=X` and values that issuers mark are secrets. */
export function shownArguments(values: readonly string[]): ShownArgument[] {
  return values.map((value, index) => {
    const before = values[index - 1] ?? '';
    const [option, given] = splitOnce(value, '=');
    if (given !== undefined && /^-{0,2}[A-Za-z][\w-]{0,80}$/.test(option) && isSecret(option, given)) {
      return { text: `${option}=***`, secret: `argument ${option}`, values: [given] };
    }
    if (/^--?[A-Za-z]/.test(before) && !before.includes('=') && !value.startsWith('-') && isSecret(before, value)) {
      return { text: '***', secret: `argument ${before}`, values: [value] };
    }
    const [name, header] = splitOnce(value, ':');
    if (header !== undefined && /^[A-Za-z][\w-]{0,60}$/.test(name) && !header.startsWith('//')) {
      if (isSecret(name, header.trim())) {
        return { text: `${name}:***`, secret: `argument ${index + 1} (${name})`, values: [header.trim()] };
      }
    }
    const { text, secrets } = shownText(value);
    const [first] = secrets;
    if (first === undefined) return { text, secret: undefined, values: [] };
    const named = SECRET_NAME.test(first.name) ? ` (${first.name})` : '';
    return { text, secret: `argument ${index + 1}${named}`, values: secrets.map((each) => each.value) };
  });
}

/** A part of a path that is a key, as in addresses that a service makes for one user: long, of small and capital letters with digits, or hexadecimal. */
const isKeyOfPath = (part: string): boolean =>
  /^[0-9a-f-]{32,}$/i.test(part) ||
  (/^[\w-]{20,}$/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part));

/** An address as it may be shown, the names of its secrets, and the secrets. */
export function shownAddress(address: string): {
  readonly text: string;
  readonly secrets: readonly string[];
  readonly values: readonly string[];
} {
  const url = parseUrl(address);
  if (url === undefined) return { text: shownText(address).text, secrets: [], values: [] };
  const secrets: string[] = [];
  const values: string[] = [];
  const add = (name: string, value: string) => {
    secrets.push(name);
    values.push(value);
  };
  if (url.password !== '') {
    add('password in the address', decoded(url.password));
    url.password = '***';
  }
  const path = url.pathname.split('/');
  for (const part of path.filter(isKeyOfPath)) add('key in the path of the address', part);
  url.pathname = path.map((part) => (isKeyOfPath(part) ? '***' : part)).join('/');
  for (const [name, value] of [...url.searchParams]) {
    if (!isSecret(name, value) && !/^(?:key|auth|code|sig|signature)$/i.test(name)) continue;
    add(`query parameter ${name}`, value);
    url.searchParams.set(name, '***');
  }
  return { text: url.href, secrets, values };
}

/** Named secrets of an environment or of headers; of `Bearer X` both forms. */
export const secretValues = (named: Readonly<Record<string, string>>): string[] =>
  Object.entries(named).flatMap(([name, value]) =>
    isSecret(name, value)
      ? [value, ...value.split(/\s+/).slice(1)]
      : shownText(value).secrets.map((each) => each.value),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Shorter ones are words that servers use as well. */
const MIN_REDACTED_CHARS = 8;
/** What a JSON text may hold of a server's answers, and how deeply. */
const MAX_DEPTH = 200;

/** Replaces secrets in every text of what a server answered: it may repeat the token that it was given. */
export function createRedaction(secrets: readonly string[]): <T>(value: T) => T {
  const own = [...new Set(secrets)].filter((each) => each.length >= MIN_REDACTED_CHARS);
  // The longest first, because one may be part of another.
  own.sort((a, b) => b.length - a.length);
  if (own.length === 0) return (value) => value;
  const inText = (text: string): string => own.reduce((left, secret) => left.replaceAll(secret, '***'), text);
  const inside = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return inText(value);
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => inside(each, depth + 1));
    // Maps, sets and dates of the transcript hold no text of the server that is shown.
    if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [inText(name), inside(each, depth + 1)]));
  };
  // The shape stays: texts alone change.
  return <T>(value: T) => inside(value, 0) as T;
}
