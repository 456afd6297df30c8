import { parseUrl } from '../../../basics/parse-url.ts';
import type { CheckRecord, Evidence } from '../../model/result.ts';
import { isPrivateHostname } from '../../net/address-guard.ts';

/** A request whose answer shows a finding. Its URLs are as `webUrl` writes them. */
export interface Request {
  readonly url: string;
  /** Read after `url`, into the same output. */
  readonly others?: readonly string[];
  readonly options?: Evidence['request'];
}

const MAX_URL = 300;
const WRITE_OUT = String.raw`-w '%{http_code} %{content_type} %{redirect_url}\n'`;
/** A tag may be spread over lines. */
const ONE_LINE = "tr -s '[:space:]' ' '";
const OR_NONE = '|| echo none';

/** One word of a POSIX shell, whatever the text contains. A NUL cannot be in one. */
const shellQuoted = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;

/** Text as an extended regular expression that matches it alone. */
export const patternOf = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * The URL as it may be put into a line; undefined when it is not http(s) or too long to paste. A site can write file:
 * and other schemes that curl supports, and readers of the report run the line.
 */
export function webUrl(text: string | undefined): string | undefined {
  const url = parseUrl(text ?? '');
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  return url.href.length > MAX_URL ? undefined : url.href;
}

const isPattern = (url: string): boolean => /[[\]{}]/.test(url);

/** @param flags options of curl apart from those of the request */
function curl({ url, others = [], options = {} }: Request, flags: string): string {
  const { accept, userAgent, headers = {}, body } = options;
  const urls = [url, ...others];
  return [
    `curl -sS${flags}`,
    // Without -g, curl takes brackets and braces for a range of URLs.
    ...(urls.some(isPattern) ? ['-g'] : []),
    ...(accept === undefined ? [] : ['-H', shellQuoted(`Accept: ${accept}`)]),
    ...(userAgent === undefined ? [] : ['-A', shellQuoted(userAgent)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', shellQuoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-H', "'Content-Type: application/json'", '--data-raw', shellQuoted(body)]),
    ...urls.map(shellQuoted),
  ].join(' ');
}

const text = (request: Request): string => curl(request, ' --compressed');

/** The whole answer: status, headers, body. */
export const answer = (request: Request): string => curl(request, 'i');

/** Status, headers and the start of the body. */
export const startOfAnswer = (request: Request): string => `${curl(request, 'i --compressed')} | head -c 2000`;

/** Status, type and, for a redirect, where it leads. */
export const status = (request: Request): string => curl(request, ` -o /dev/null ${WRITE_OUT}`);

/** The status line and the headers whose names match. */
export const headers = (request: Request, names: string): string =>
  `${curl(request, ' -o /dev/null -D -')} | grep -iE ${shellQuoted(`^(HTTP/|(${names}):)`)}`;

/** Each status on the way, and where it leads. */
export const redirects = (request: Request): string =>
  `${curl(request, 'L --max-redirs 10 -o /dev/null -D -')} | grep -iE '^(HTTP/|location:)'`;

/** What matches an extended regular expression in headers and body, a match a line; `none` without one. */
export const matches = (request: Request, pattern: string): string =>
  `${curl(request, 'i --compressed')} | ${ONE_LINE} | grep -aoiE ${shellQuoted(pattern)} ${OR_NONE}`;

/** As `matches`, each with its offset in bytes. */
export const offsets = (request: Request, pattern: string): string =>
  `${curl(request, 'i --compressed')} | ${ONE_LINE} | grep -aobiE ${shellQuoted(pattern)} ${OR_NONE}`;

/** How often each match occurs in the body, which may be gzip by its name. */
export const counts = (request: Request, pattern: string): string =>
  `${text(request)} | gzip -cdf | ${ONE_LINE} | grep -aoiE ${shellQuoted(pattern)} | sort | uniq -c | sort -rn | head -n 20`;

/** Lines of the body that match, with their numbers; `none` without one. */
export const matchingLines = (request: Request, pattern: string): string =>
  `${text(request)} | grep -aniE ${shellQuoted(pattern)} ${OR_NONE}`;

/** Lines of the body by their numbers. */
export const numberedLines = (request: Request, numbers: readonly number[]): string =>
  `${text(request)} | sed -n ${shellQuoted([...new Set(numbers)].map((number) => `${number}p`).join(';'))}`;

export const byteCount = (request: Request): string => `${text(request)} | wc -c`;

export const characterCount = (request: Request): string => `${text(request)} | LC_ALL=C.UTF-8 wc -m`;

/** Where the body is no UTF-8. */
export const encodingError = (request: Request): string =>
  `${text(request)} | iconv -f utf-8 -t utf-8 2>&1 >/dev/null ${OR_NONE}`;

/** What the lines of `view` begin with. */
export const COMMAND = 'legible ';

/** The page as it arrives, for those who do not have the command. */
export const sourceLine = (url: string): string => text({ url });

/** The judgement of one check and its evidence, where no pipe of curl shows it. */
export const view = (request: Request, checkId: string): string => viewWith(request, `--check ${checkId}`);

/** What a real browser shows of the page. */
export const viewInBrowser = (request: Request): string => viewWith(request, '--as browser');

function viewWith({ url }: Request, option: string): string {
  const isPrivate = isPrivateHostname(new URL(url).hostname);
  return `${COMMAND}view ${shellQuoted(url)} ${option}${isPrivate ? ' --allow-private' : ''}`;
}

interface Found {
  readonly record: CheckRecord;
  readonly evidence: Evidence;
  /** The URL of the evidence, with the options of its request. */
  readonly request: Request;
}

/** The shell line that shows a result of one check; undefined where none can. */
export type LineOf = (found: Found) => string | undefined;
