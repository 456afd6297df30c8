/** The last lines of what a process of a configuration wrote to its error stream, as they may be shown. */

import { quote } from '../../scanner/checks/evidence.ts';
import { HIDDEN, masked, secretValues, shownArguments } from './secrets.ts';

/** A value with a digit and a letter and no space or slash looks like a key, whatever its variable is called. */
const LIKE_A_KEY = /^(?=[^\s/]{0,4096}\d)(?=[^\s/]{0,4096}[A-Za-z])[^\s/]{8,4096}$/;
/** Shorter values would take ordinary words out of a text. */
const MIN_SECRET = 4;

/** The values that a process may not be quoted with: secrets of its arguments and environment, line by line. */
export function secretsOf(values: readonly string[], env: Readonly<Record<string, string>>): string[] {
  const ofArguments = shownArguments(values).flatMap((shown) => shown.values);
  const ofVariables = [...secretValues(env), ...Object.values(env).filter((value) => LIKE_A_KEY.test(value))];
  return [...ofArguments, ...ofVariables]
    .flatMap((value) => [value, ...value.split(/[\r\n]+/), value.replace(/^Bearer\s+/i, '')])
    .map((value) => value.trim())
    .filter((value) => value.length >= MIN_SECRET);
}

const MAX_TAIL_LINES = 8;
const MAX_TAIL_CHARS = 300;
/** Colours and movements of the cursor (ECMA-48 control sequences). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what begins a control sequence
const TERMINAL_SEQUENCE = /\u001b\[[\d;?]{0,32}[ -/]{0,4}[@-~]/g;
/** Frames of Node.js and Java, which push the error itself out of the last lines. */
const STACK_FRAME = /^at \S/;
const IN_ADDRESS = /\b([a-z][a-z0-9+.-]{1,30}:\/\/)[^\s@/"'<>]{1,300}@/gi;

/** The last lines of what a process wrote, cut, without control characters, and without secrets. */
export function printableTail(text: string, secrets: readonly string[]): string[] {
  // The longest first: a secret may be a part of another.
  const known = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  const plain = known.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text.replace(TERMINAL_SEQUENCE, ''));
  return masked(plain.replace(IN_ADDRESS, `$1${HIDDEN}@`))
    .split(/\r\n?|\n/)
    .map((line) => quote(line, MAX_TAIL_CHARS))
    .filter((line) => line !== '' && !STACK_FRAME.test(line))
    .slice(-MAX_TAIL_LINES);
}

/** As it is, in an address, in JSON and in Basic credentials. */
const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret)
    .toString('base64')
    .replace(/={1,2}$/, ''),
];
