import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { parseUrl } from '../basics/parse-url.ts';
import { ConfigError } from '../errors.ts';
import { type AllowedPrivateHost, parseAllowedPrivateHosts } from '../scanner/net/submitted-url.ts';
import { withScheme } from '../scanner/parse/url/normalise-url.ts';
import { ReportCover } from '../schema/report-cover.ts';
import { nearestOf } from '../tools/read-input.ts';
import { startScan } from '../tools/start-scan.ts';
import { CheckId, CheckIds, FailOn } from './check-ids.ts';
import { FORMATS } from './render.ts';

const CONFIG_FILE = 'legible.config.json';

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that the scanner sets itself: another value would break the request or the connection. */
const OURS =
  'accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  );

const whole = (min: number, max: number) => {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, error).max(max, error);
};
const text = z.string({ error: 'expected text' }).min(1, { error: 'expected text', abort: true });
const HeaderName = text
  .transform((name) => name.toLowerCase())
  .refine((name) => TOKEN.test(name), 'expected the name of a header')
  .refine((name) => !OURS.includes(name), { error: ({ input }) => `${input} is the scanner's own to set` });
const HeaderValue = z
  .string({ error: 'expected the value of a header as text' })
  .max(8192, 'expected a value of at most 8192 characters')
  .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'expected a value of one line');
const FormatName = text.refine((name) => FORMATS.includes(name), `expected one of ${FORMATS.join(', ')}`);

const MAX_IGNORED = 100;
const MAX_REASON = 500;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Findings that the owner accepts: they stay in the report with the reason, and `failOn` passes over them. */
const Ignore = z
  .array(
    z.strictObject({
      check: CheckId,
      paths: startScan.input.shape.exclude,
      reason: z
        .string({ error: 'expected a reason as text in each entry' })
        .min(1, { error: 'expected a reason as text in each entry', abort: true })
        .max(MAX_REASON, `expected a reason of at most ${MAX_REASON} characters`),
      until: text
        .refine((day) => DAY.test(day) && !Number.isNaN(Date.parse(day)), 'expected a day such as 2027-03-31')
        .optional(),
    }),
    { error: 'expected a list of objects with check and reason' },
  )
  .max(MAX_IGNORED, `expected at most ${MAX_IGNORED} entries`);

/** The settings of a scan, from the command line or legible.config.json; all are optional. */
export const ScanSettings = z.strictObject({
  $schema: z.string().optional(),
  url: text.transform(withScheme).optional(),
  pages: whole(1, 2000).optional(),
  format: FormatName.optional(),
  output: z.record(FormatName, text).optional(),
  failUnder: whole(0, 100).optional(),
  failOn: FailOn.optional(),
  warnUnder: whole(0, 100).optional(),
  warnOn: FailOn.optional(),
  headers: z.record(HeaderName, HeaderValue, { error: 'expected an object of names and values' }).optional(),
  userAgent: HeaderValue.min(1, 'expected text').optional(),
  exclude: startScan.input.shape.exclude,
  canonicalOrigin: startScan.input.shape.canonicalOrigin,
  checks: CheckIds.optional(),
  skip: CheckIds.optional(),
  ignore: Ignore.optional(),
  report: ReportCover.strict().optional(),
  urls: text.optional(),
  dist: text.optional(),
  concurrency: whole(1, 32).optional(),
  delay: whole(0, 5000).optional(),
  allowPrivate: z.boolean({ error: 'expected true or false' }).optional(),
  ignoreRobots: z.boolean({ error: 'expected true or false' }).optional(),
  baseline: text.optional(),
  browser: z.boolean({ error: 'expected true or false' }).optional(),
});
export type ScanSettings = z.output<typeof ScanSettings>;

/**
 * The settings of the configuration file.
 * @param given the file that the command line names; undefined for legible.config.json, which may be absent
 * @throws ConfigError that names the file, the member and the expected value
 */
export async function readConfigFile(given: string | undefined): Promise<ScanSettings> {
  const file = given ?? CONFIG_FILE;
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if (given === undefined && error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new ConfigError(`${file}: cannot be read (${reasonOf(error)})`);
  }
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw new ConfigError(`${file}: expected JSON (${reasonOf(error)})`);
  }
  return parseSettings(json, file);
}

/** The source of settings whose errors name options. */
export const COMMAND_LINE = 'command line';

/** @param source COMMAND_LINE, or the file, which begins every error message */
export function parseSettings(json: unknown, source: string): ScanSettings {
  const parsed = ScanSettings.safeParse(json);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.flatMap((issue) =>
    source === COMMAND_LINE ? `${optionOf(String(issue.path[0] ?? 'url'))}: ${reasonIn(issue)}` : linesOf(issue),
  );
  throw new ConfigError((source === COMMAND_LINE ? lines : lines.map((line) => `${source}: ${line}`)).join('\n'));
}

/** The option of a setting: `--fail-on` of `failOn`. The URL is an argument. */
export function optionOf(setting: string): string {
  if (setting === 'url') return setting;
  const name = setting === 'headers' ? 'header' : setting;
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function linesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(unknownSetting);
  return [issue.path.length === 0 ? 'expected an object' : `${issue.path.join('.')}: ${reasonIn(issue)}`];
}

const reasonIn = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;

function unknownSetting(name: string): string {
  const known = Object.keys(ScanSettings.shape).filter((each) => each !== '$schema');
  const nearest = nearestOf(name, known);
  const remedy = nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${nearest}?`;
  return `there is no setting ${JSON.stringify(name)}. ${remedy}`;
}

/** Why something could not be done. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** For commander: the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** For commander: a number without sign or fraction. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/**
 * The names and values of a repeated option, such as `--header 'Name: value'`; undefined when it was not given.
 * @throws ConfigError without the values, which may be secrets
 */
export function pairsOf(
  option: string,
  separator: string,
  lines: readonly string[] | undefined,
): Record<string, string> | undefined {
  if (lines === undefined) return undefined;
  const seen = new Set<string>();
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(separator);
      if (at < 1) throw new ConfigError(`${option}: expected a name, "${separator}" and a value`);
      const name = line.slice(0, at).trim();
      // Otherwise one of them would be ignored in silence.
      if (seen.has(name.toLowerCase())) throw new ConfigError(`${option}: expected each name once, not ${name} twice`);
      seen.add(name.toLowerCase());
      return [name, line.slice(at + 1).trim()];
    }),
  );
}

/** The URL's host when private hosts are allowed, else none. */
export function allowedHosts(url: string, isAllowed: boolean | undefined): string[] {
  const host = isAllowed === true ? parseUrl(url)?.host : undefined;
  return host === undefined ? [] : [host];
}

/** The same as the scanner takes them. */
export const allowedPrivateHosts = (url: string, isAllowed: boolean | undefined): AllowedPrivateHost[] =>
  parseAllowedPrivateHosts(allowedHosts(url, isAllowed).join(','));
