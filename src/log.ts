import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A whole API key wherever it stands in a string; the public prefix stays so that a line can be traced to a key. */
const KEY = /svc_live_([A-Za-z0-9]{1,16})_[A-Za-z0-9]+/g;
const SECRET_FIELDS = ['authorization', 'cookie', 'setCookie', 'x-payment', 'payment-signature', 'secret', 'password'];

/** Hides the secret half of every API key in a text. */
export const redactKeys = (text: string): string => text.replace(KEY, 'svc_live_$1_[redacted]');

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
      redact: { paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
      hooks: { streamWrite: redactKeys },
    },
    destination,
  );
}
