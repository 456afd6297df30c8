import type { AdvertisedText, McpTool } from '../model/mcp.ts';
import { judge } from './injection/judge.ts';
import { type ServerNames, serverNames } from './injection/server-names.ts';
import { wordsOfName } from './tool-text.ts';

/**
 * Parameters by which a tool asks for what must not pass through a model: passwords, keys, identity and card numbers,
 * one-time codes. Words of the name joined by `_`, lower-case; it is enough that the name ends so.
 */
const SENSITIVE_ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'api_key',
  'apikey',
  'api_secret',
  'secret_key',
  'client_secret',
  'private_key',
  'ssn',
  'social_security_number',
  'card_number',
  'credit_card',
  'cvv',
  'cvc',
  'mfa_code',
  'otp',
  'otp_code',
  'totp',
  'totp_code',
  'two_factor_code',
  'seed_phrase',
];

export interface InjectedText {
  /** The path of the text. */
  readonly at: string;
  readonly severity: 'fail' | 'warn';
  /** Trusted text, then an unescaped piece of the server's text: escape it before display. */
  readonly found: string;
}

/** Shorter texts and keys are names, which command nothing. */
const MIN_CHARS = 12;

/** Where texts of a server command a model or ask for secrets (M25). */
export function injectionsIn(texts: readonly AdvertisedText[], tools: readonly McpTool[] = []): InjectedText[] {
  const collections = new Set(texts.filter(isCollectionType).map(({ path }) => path));
  const whole = serverNames(tools);
  const ofTool = new Map<string, ServerNames>();
  const namesFor = (path: string): ServerNames => {
    const tool = tools.find(({ name }) => path.startsWith(`tools.${name.slice(0, 64)}.`));
    if (tool === undefined) return whole;
    const names = ofTool.get(tool.name) ?? serverNames(tools, tool);
    ofTool.set(tool.name, names);
    return names;
  };
  return texts.flatMap(({ path, kind, text }): InjectedText[] => {
    const asks = kind === 'key' && isParameter(path, text) && isSensitive(text) && !collections.has(`${path}.type`);
    const verdict = text.length < MIN_CHARS ? undefined : judge(text, namesFor(path));
    return [
      ...(verdict === undefined
        ? []
        : [{ at: path, severity: verdict.severity, found: `${verdict.says}: ${verdict.excerpt}` }]),
      ...(asks ? [{ at: path, severity: 'warn' as const, found: `a parameter that asks for a secret: ${text}` }] : []),
    ];
  });
}

/** What holds other values is named by their kind, as the settings of each type of authentication are. */
const isCollectionType = ({ path, kind, text }: AdvertisedText): boolean =>
  kind === 'value' && path.endsWith('.type') && (text === 'array' || text === 'object');

/** A property of an input schema, by the last steps of its path (see advertised-text.ts, which cuts each step). */
const isParameter = (path: string, key: string): boolean =>
  /^tools(?:Again)?\./.test(path) && path.includes('.inputSchema.') && path.endsWith(`.properties.${key.slice(0, 64)}`);

function isSensitive(key: string): boolean {
  const name = wordsOfName(key).join('_');
  return SENSITIVE_ENDINGS.some((ending) => name === ending || name.endsWith(`_${ending}`));
}
