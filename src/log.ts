import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Matches a whole API key anywhere in a string. The public prefix stays, so that a log line can be traced to a key. */
const KEY = /svc_live_([A-Za-z0-9]{1,16})_[A-Za-z0-9]{1,200}/g;
/** Members whose whole value is hidden: lower-case and without '-' and '_', so that every spelling is met. */
const SECRET_NAMES = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'xpayment',
  'paymentsignature',
  'secret',
  'password',
]);

/** Hides the secret half of every API key in a text. */
export const redactKeys = (text: string): string => text.replace(KEY, 'svc_live_$1_[redacted]');

/** A log line without secrets. It redacts the finished line, so that nested errors and headers are covered too. */
const redactLine = (line: string): string => redactKeys(`${JSON.stringify(JSON.parse(line), hideSecrets)}\n`);

const hideSecrets = (name: string, value: unknown): unknown =>
  SECRET_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, '')) ? '[redacted]' : value;

/**
 * JSON lines on stderr (stdout belongs to results and to MCP over stdio).
 * @param destination where lines go instead of stderr; tests pass one
 */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
) {
  return pino(
    {
      level,
      base: null,
      hooks: { streamWrite: redactLine },
    },
    destination,
  );
}
