import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { parseUrl } from '../basics/parse-url.ts';
import { ConfigError, settingProblem } from '../errors.ts';
import { LOG_LEVELS } from '../log.ts';
import {
  missingPaymentSetting,
  type PaymentSettings,
  paymentSettings,
  X402_ENVIRONMENT,
} from '../payments/settings.ts';
import { type AllowedPrivateHost, parseAllowedPrivateHosts } from '../scanner/net/submitted-url.ts';

/** Messages of the schemas complete a sentence that begins with the value: `PORT: "x" is not a whole number`. */
const Origin = z
  .string()
  .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), {
    error: 'is not an http or https URL',
    abort: true,
  })
  .refine(
    (text) => new URL(text).href === `${new URL(text).origin}/`,
    'is not an origin: leave out the path, query, fragment and credentials',
  )
  .transform((text) => new URL(text).origin);

const RedisUrl = z
  .string()
  .refine((text) => /^rediss?:$/.test(parseUrl(text)?.protocol ?? ''), 'is not a redis or rediss URL');

/** Written as it is into files and pages: nothing in it ends a line or a link. */
const Contact = z
  .string()
  .regex(/^(?:mailto:[\w.+-]{1,64}@[\w-][\w.-]{0,252}|https:\/\/[^\s<>"'`\\()[\]{}|^@]{1,500})$/, {
    error: 'is not a contact such as mailto:you@example.com or https://example.com/contact',
    abort: true,
  })
  .refine((text) => parseUrl(text) !== undefined, 'is not a URL');

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `is not a whole number from ${min} to ${max}`, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, `is not a whole number from ${min} to ${max}`);

/** What stops processes from outside (systemd, Docker) has to be more patient than this. */
export const MAX_DRAIN_GRACE_MS = 60_000;

/** Every setting, with its default. An empty value counts as unset. */
const Environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: Origin.optional(),
  OPERATOR_CONTACT: Contact.optional(),
  DATA_DIR: z.string().optional(),
  REDIS_URL: RedisUrl.optional(),
  ALLOWED_PRIVATE_HOSTS: z.string().default(''),
  ANONYMOUS_PRIVATE_SCANS: z.enum(['on', 'off'], 'is neither on nor off').default('off'),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  SCAN_CONCURRENCY: whole(1, 64).default(2),
  HOST_CONCURRENCY: whole(1, 64).default(8),
  WORKER_PORT: whole(0, 65_535).optional(),
  DRAIN_GRACE_MS: whole(0, MAX_DRAIN_GRACE_MS).default(0),
  METRICS_TOKEN: z.string().min(16, 'has fewer than 16 characters').optional(),
  ANONYMOUS_SCANS_PER_DAY: whole(1, 1_000_000).default(3),
  ...X402_ENVIRONMENT,
  BOT_SIGNATURE_FORM: z.enum(['string', 'dictionary'], 'is neither string nor dictionary').default('string'),
  BROWSER: z.string().min(1).default('auto'),
  BROWSER_SANDBOX: z.enum(['on', 'off'], 'is neither on nor off').default('on'),
  BROWSER_CONCURRENCY: whole(1, 16).default(1),
  LOG_LEVEL: z.enum(LOG_LEVELS, `is not one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Public origin without a slash at its end; undefined until the listener knows its port. */
  readonly baseUrl: string | undefined;
  /** A mailto: or https: URL by which the operator is reached; undefined: the pages say that none is named. */
  readonly operatorContact: string | undefined;
  readonly dataDir: string;
  /** The Redis that holds everything instead of the embedded store. May carry a password: never to be shown. */
  readonly redisUrl: string | undefined;
  /** Unparsed; the scanner's net layer knows the syntax. */
  readonly allowedPrivateHosts: string;
  /** Whether callers without a key may scan those hosts too. */
  readonly anonymousPrivateScans: boolean;
  readonly trustedProxies: number;
  readonly scanConcurrency: number;
  readonly hostConcurrency: number;
  /** Where a process that only scans answers for its health; undefined for nowhere. */
  readonly workerPort: number | undefined;
  /**
   * How long a process keeps answering after a stop signal. It reports not ready, so that balancers send it no new
   * requests.
   */
  readonly drainGraceMs: number;
  /** The Bearer token of the metrics; undefined: only direct connections from this machine may read them. */
  readonly metricsToken: string | undefined;
  /** Free scans that one client address may start in a day. */
  readonly anonymousScansPerDay: number;
  /** Undefined while scans are not for sale. */
  readonly payments: PaymentSettings | undefined;
  /** The one of the two settings that sell scans which is unset while the other is set. */
  readonly missingPaymentSetting: string | undefined;
  /** How the bot writes Signature-Agent. */
  readonly botSignatureForm: 'string' | 'dictionary';
  /** `auto`, `off`, the path of a browser, or the `ws:` address of one. */
  readonly browser: string;
  /** false only where the operator says so: some machines forbid a browser its sandbox. */
  readonly browserSandbox: boolean;
  /** Browser passes at once. */
  readonly browserConcurrency: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/**
 * Reads the environment.
 * @param defaultDataDir where the embedded store lives when DATA_DIR is unset
 * @throws ConfigError with one line for each bad setting, all of them at once
 */
export function readConfig(environment: NodeJS.ProcessEnv, defaultDataDir = './data'): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path: [name], message }) => {
      return settingProblem(String(name), given[String(name)], message);
    }),
    ...proxyProblems(given),
    ...privateHostProblems(given.ALLOWED_PRIVATE_HOSTS ?? ''),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  const settings = parsed.data;
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    baseUrl: settings.BASE_URL,
    operatorContact: settings.OPERATOR_CONTACT,
    dataDir: settings.DATA_DIR ?? defaultDataDir,
    redisUrl: settings.REDIS_URL,
    allowedPrivateHosts: settings.ALLOWED_PRIVATE_HOSTS,
    anonymousPrivateScans: settings.ANONYMOUS_PRIVATE_SCANS === 'on',
    trustedProxies: settings.TRUSTED_PROXIES,
    scanConcurrency: settings.SCAN_CONCURRENCY,
    hostConcurrency: settings.HOST_CONCURRENCY,
    workerPort: settings.WORKER_PORT,
    drainGraceMs: settings.DRAIN_GRACE_MS,
    metricsToken: settings.METRICS_TOKEN,
    anonymousScansPerDay: settings.ANONYMOUS_SCANS_PER_DAY,
    payments: paymentSettings(settings),
    missingPaymentSetting: missingPaymentSetting(settings),
    botSignatureForm: settings.BOT_SIGNATURE_FORM,
    browser: settings.BROWSER,
    browserSandbox: settings.BROWSER_SANDBOX === 'on',
    browserConcurrency: settings.BROWSER_CONCURRENCY,
    logLevel: settings.LOG_LEVEL,
  });
}

/** An https origin needs a proxy. Both settings are read apart from the others, so that theirs do not hide this problem. */
function proxyProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const parsed = Environment.pick({ BASE_URL: true, TRUSTED_PROXIES: true }).safeParse(given);
  if (!parsed.success || !parsed.data.BASE_URL?.startsWith('https:') || parsed.data.TRUSTED_PROXIES > 0) return [];
  return [
    settingProblem(
      'BASE_URL',
      parsed.data.BASE_URL,
      'needs TRUSTED_PROXIES, the number of proxies in front (at least 1): this process speaks plain http, so TLS ends at a proxy, and without its headers every client looks alike and every key insecure',
    ),
  ];
}

function privateHostProblems(text: string): string[] {
  try {
    parseAllowedPrivateHosts(text);
    return [];
  } catch (error) {
    return allowedHostProblems(error);
  }
}

/** What `parseAllowedPrivateHosts` throws, as sentences about the setting. */
function allowedHostProblems(error: unknown): string[] {
  const reasons = error instanceof Error ? error.message : String(error);
  return reasons.split('\n').map((reason) => `ALLOWED_PRIVATE_HOSTS: ${reason}.`);
}

/** The private hosts that may be scanned. @throws ConfigError that names the entries that are none */
export function readAllowedHosts({ allowedPrivateHosts }: Pick<Config, 'allowedPrivateHosts'>): AllowedPrivateHost[] {
  try {
    return parseAllowedPrivateHosts(allowedPrivateHosts);
  } catch (error) {
    throw new ConfigError(allowedHostProblems(error).join('\n'));
  }
}

/** A server that the command line uses in place of this machine. */
export interface ServerAccess {
  /** Origin without a slash at its end. */
  readonly url: string;
  readonly apiKey: string | undefined;
}

/**
 * The server that LEGIBLE_URL names; undefined when it is unset.
 * @throws ConfigError
 */
export function readServerAccess(environment: NodeJS.ProcessEnv): ServerAccess | undefined {
  const { LEGIBLE_URL: url = '', LEGIBLE_API_KEY: apiKey = '' } = environment;
  if (url === '') return undefined;
  const parsed = Origin.safeParse(url);
  if (parsed.success) return { url: parsed.data, apiKey: apiKey === '' ? undefined : apiKey };
  throw new ConfigError(settingProblem('LEGIBLE_URL', url, parsed.error.issues[0]?.message ?? 'is not an origin'));
}

/** Where commands that need no server keep their data when DATA_DIR is unset. */
export function userDataDir(environment: NodeJS.ProcessEnv): string {
  const given = environment.XDG_DATA_HOME ?? '';
  // The XDG base directory specification treats an empty or relative path as unset.
  return join(isAbsolute(given) ? given : join(homedir(), '.local', 'share'), 'legible');
}
