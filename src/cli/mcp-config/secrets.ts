/** Secrets that a configuration holds as plain text. Only their names leave this file. */

import { parseUrl } from '../../basics/parse-url.ts';

/** Names of variables, headers and options whose value is a secret. */
const SECRET_NAME =
  /(?:token|secret|passw(?:or)?d|api[_-]?key|access[_-]?key|private[_-]?key|credential|^authorization$|^cookie$|[_-]pat$|[_-]dsn$)/i;
/** Names that end in such a word, and hold a place or a number. */
const NO_SECRET = /(?:_file|_path|_url|_uri|_limit|max_tokens|_budget|-file|-path|-url|_name|_id)$/i;
/** The first characters by which issuers mark their secrets: OpenAI, GitHub, GitLab, Slack, AWS, Google, npm, JWT. */
const SECRET_VALUE =
  /^(?:Bearer\s+)?(?:sk-[\w-]{12}|gh[pousr]_\w{16}|github_pat_\w{16}|glpat-[\w-]{12}|xox[abpr]-[\w-]{10}|AKIA[0-9A-Z]{12}|AIza[\w-]{20}|npm_\w{20}|eyJ[\w-]{12}|ntn_\w{16}|svc_live_\w{8})/;
/** A password in an address: scheme://user:password@host. */
const PASSWORD_IN_ADDRESS = /^[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/]{0,200}:[^\s@/]{1,200}@/i;
const PLACEHOLDER = /^(?:<.{0,100}>|your[-_ ].{0,100}|x{3,100}|\*{3,100}|changeme|)$/i;

/** Whether a named value that is plain text is a secret. */
export const isSecret = (name: string, value: string): boolean =>
  !PLACEHOLDER.test(value.trim()) &&
  ((SECRET_NAME.test(name) && !NO_SECRET.test(name)) || SECRET_VALUE.test(value) || PASSWORD_IN_ADDRESS.test(value));

interface ShownArgument {
  /** With secrets as `***`. */
  readonly text: string;
  /** Of the secret; undefined where there is none. */
  readonly secret: string | undefined;
}

/** Arguments as they may be shown. `--api-key X`, `--api-key=X` and values that issuers mark are secrets. */
export function shownArguments(values: readonly string[]): ShownArgument[] {
  return values.map((value, index) => {
    const before = values[index - 1] ?? '';
    const [option, given] = splitOnce(value, '=');
    if (given !== undefined && /^-{0,2}[A-Za-z]/.test(option) && isSecret(option, given)) {
      return { text: `${option}=***`, secret: `argument ${option}` };
    }
    if (/^--?[A-Za-z]/.test(before) && !before.includes('=') && !value.startsWith('-') && isSecret(before, value)) {
      return { text: '***', secret: `argument ${before}` };
    }
    const [name, header] = splitOnce(value, ':');
    if (header !== undefined && /^[A-Za-z][\w-]{0,60}$/.test(name) && !header.startsWith('//')) {
      if (isSecret(name, header.trim())) return { text: `${name}:***`, secret: `argument ${index + 1} (${name})` };
    }
    return isSecret('', value) ? { text: '***', secret: `argument ${index + 1}` } : { text: value, secret: undefined };
  });
}

/** An address as it may be shown, and the names of its secrets. */
export function shownAddress(address: string): { readonly text: string; readonly secrets: readonly string[] } {
  const url = parseUrl(address);
  if (url === undefined) return { text: '(no address)', secrets: [] };
  const secrets: string[] = [];
  if (url.password !== '') {
    secrets.push('password in the address');
    url.password = '***';
  }
  for (const [name, value] of [...url.searchParams]) {
    if (!isSecret(name, value) && !/^(?:key|auth|code|sig|signature)$/i.test(name)) continue;
    secrets.push(`query parameter ${name}`);
    url.searchParams.set(name, '***');
  }
  return { text: url.href, secrets };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
