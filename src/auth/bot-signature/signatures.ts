import { isIP } from 'node:net';
import { type InnerList, type Item, isInnerList, parseItem, SerializeError } from 'structured-headers';
import { parseUrl } from '../../basics/parse-url.ts';
import { DIRECTORY_PATH, EXAMPLE_KEYS, REQUEST_TAG, Refused, SIGNATURE_BYTES } from './profile.ts';
import {
  BadComponent,
  readDictionary,
  type SignedMessage,
  signatureBase,
  UnsupportedComponent,
} from './signature-base.ts';

const MAX_FIELD_LENGTH = 4096;
const MAX_SIGNATURES = 3;
const MAX_COMPONENTS = 20;
/** How far a sender's clock may be ahead of this machine's. */
const CLOCK_SKEW_SECONDS = 30;
/** Times are integers (RFC 9421, section 2.3). Matched in the text, because the parser reads 1.0 as the integer 1. */
const FRACTIONAL_TIME = /; *(?:created|expires)=-?\d+\./;
const THUMBPRINT = /^[\w-]{43}$/;

/** Requirements in addition to the draft. */
export interface BotRules {
  /** Thumbprints never accepted. */
  readonly refusedKeys: ReadonlySet<string>;
  /** From `created` to `expires`. */
  readonly maxLifetimeSeconds: number;
}

/** The draft recommends a day at most; an hour bounds what replay protection has to remember. */
export const RULES: BotRules = { refusedKeys: EXAMPLE_KEYS, maxLifetimeSeconds: 3600 };

/** How long a signature can be valid from when it is first accepted, in milliseconds. */
export const longestValidMs = ({ maxLifetimeSeconds }: BotRules): number =>
  (maxLifetimeSeconds + CLOCK_SKEW_SECONDS) * 1000;

/** A signature that keeps every rule that can be checked without its key. */
export interface ReadSignature {
  /** Where the agent's keys are. */
  readonly agentUrl: URL;
  readonly keyId: string;
  /** The text that was signed: the covered components and the parameters (RFC 9421, section 2.5). */
  readonly base: string;
  readonly bytes: Uint8Array;
  /** Identifies the signature for the replay check: its nonce, or else its bytes. */
  readonly nonce: string;
  readonly coversContent: boolean;
}

interface LabelledSignature {
  readonly label: string;
  readonly input: InnerList;
  readonly bytes: Uint8Array | undefined;
}

/**
 * The signatures of a request with the Web Bot Auth tag, in the order they were sent.
 * @throws Refused when the fields are too large or unreadable, a time has a fraction, or there are more than three
 */
export function webBotAuthSignatures(message: SignedMessage): LabelledSignature[] {
  const [inputField, signatureField] = ['signature-input', 'signature'].map((name) => message.header(name));
  if (inputField === undefined) return [];
  const fields = [inputField, signatureField ?? '', message.header('signature-agent') ?? ''];
  if (fields.some(({ length }) => length > MAX_FIELD_LENGTH)) throw new Refused('invalid', 'too_large');
  const inputs = readDictionary(inputField);
  const values = readDictionary(signatureField ?? '');
  if (inputs === undefined || values === undefined) throw new Refused('invalid', 'unreadable');
  const found: LabelledSignature[] = [];
  for (const [label, input] of inputs) {
    if (!isInnerList(input) || input[1].get('tag') !== REQUEST_TAG) continue;
    const value = values.get(label);
    const bytes = value !== undefined && !isInnerList(value) && value[0] instanceof ArrayBuffer ? value[0] : undefined;
    found.push({ label, input, bytes: bytes && new Uint8Array(bytes) });
  }
  if (found.length > MAX_SIGNATURES) throw new Refused('invalid', 'too_many_signatures');
  if (found.length > 0 && FRACTIONAL_TIME.test(outsideStrings(inputField))) {
    throw new Refused('invalid', 'bad_parameters');
  }
  return found;
}

/**
 * Holds one signature to the profile: everything that needs no key and no network.
 * @param nowSeconds Unix time
 * @throws Refused
 */
export function readSignature(
  message: SignedMessage,
  { label, input, bytes }: LabelledSignature,
  nowSeconds: number,
  rules: BotRules,
): ReadSignature {
  const [components, parameters] = input;
  if (bytes?.length !== SIGNATURE_BYTES) throw new Refused('invalid', 'no_signature_value');
  const [created, expires] = [integer(parameters.get('created')), integer(parameters.get('expires'))];
  const keyId = parameters.get('keyid');
  if (created === undefined || expires === undefined || typeof keyId !== 'string' || !THUMBPRINT.test(keyId)) {
    throw new Refused('invalid', 'bad_parameters');
  }
  if (created > nowSeconds + CLOCK_SKEW_SECONDS) throw new Refused('invalid', 'not_yet_valid');
  if (expires <= nowSeconds) throw new Refused('invalid', 'expired');
  if (expires - created > rules.maxLifetimeSeconds) throw new Refused('invalid', 'lives_too_long');
  if ((parameters.get('alg') ?? 'ed25519') !== 'ed25519') throw new Refused('invalid', 'unknown_algorithm');
  if (rules.refusedKeys.has(keyId)) throw new Refused('invalid', 'example_key');
  const nonce = parameters.get('nonce') ?? Buffer.from(bytes).toString('base64');
  if (typeof nonce !== 'string') throw new Refused('invalid', 'bad_parameters');
  if (components.length > MAX_COMPONENTS) throw new Refused('invalid', 'bad_component');
  const bindsTarget = components.some(
    ([name, { size }]) => size === 0 && (name === '@authority' || name === '@target-uri'),
  );
  if (!bindsTarget) throw new Refused('invalid', 'target_not_covered');
  return {
    agentUrl: readSignatureAgent(message.header('signature-agent'), label, components),
    keyId,
    base: baseOf(message, input),
    bytes,
    nonce,
    coversContent: components.some(([name]) => name === 'content-digest'),
  };
}

/** A structured field without what its strings say. */
const outsideStrings = (field: string): string =>
  field
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join('""');

const integer = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? Number(value) : undefined);

function baseOf(message: SignedMessage, input: InnerList): string {
  try {
    return signatureBase(message, input);
  } catch (error) {
    if (error instanceof UnsupportedComponent) throw new Refused('unverified', 'unsupported_component');
    // The parser takes some values that have no written form.
    if (error instanceof BadComponent || error instanceof SerializeError) throw new Refused('invalid', 'bad_component');
    throw error;
  }
}

const MAX_URL_LENGTH = 1000;

/**
 * Where the keys of the agent behind one signature are published. Reads the Dictionary of today, whose member under the
 * signature's label is the URL of a JWK Set, and the bare String of the drafts before, whose origin has a directory.
 * @param field the Signature-Agent header as sent
 * @param components what the signature covers: the member must be among it
 * @throws Refused
 */
function readSignatureAgent(field: string | undefined, label: string, components: readonly Item[]): URL {
  if (field === undefined) throw new Refused('unverified', 'no_agent');
  const isLegacy = field.trimStart().startsWith('"');
  const value = isLegacy ? legacyValue(field) : memberValue(field, label);
  const isCovered = components.some(
    ([name, parameters]) =>
      name === 'signature-agent' &&
      !parameters.has('req') &&
      (isLegacy ? parameters.size === 0 : parameters.get('key') === label),
  );
  if (!isCovered) throw new Refused('invalid', 'agent_not_covered');
  const url = agentUrl(value);
  if (isLegacy && url.pathname === '/' && url.search === '') url.pathname = DIRECTORY_PATH;
  return url;
}

function legacyValue(field: string): unknown {
  try {
    const [value, parameters] = parseItem(field);
    if (parameters.size === 0) return value;
  } catch {
    // Falls through to the refusal of anything that is no such Item.
  }
  throw new Refused('invalid', 'bad_agent');
}

function memberValue(field: string, label: string): unknown {
  const member = readDictionary(field)?.get(label);
  if (member === undefined || isInnerList(member)) throw new Refused('invalid', 'bad_agent');
  const [value, parameters] = member;
  // A member with parameters is ignored, whatever their values.
  if (parameters.size > 0) throw new Refused('unverified', 'no_agent');
  return value;
}

/** An https URL on a named host and the default port: no other form identifies an agent. */
function agentUrl(value: unknown): URL {
  const url = typeof value === 'string' && value.length <= MAX_URL_LENGTH ? parseUrl(value) : undefined;
  if (url !== undefined) {
    const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.port === '';
    const { hostname } = url;
    // A trailing dot would be a second spelling of the same host, that of this service included.
    const isNamed = /[^.]\.[^.]+$/.test(hostname) && isIP(hostname) === 0 && !hostname.startsWith('[');
    if (url.protocol === 'https:' && isPlain && isNamed) return url;
  }
  throw new Refused('invalid', 'bad_agent');
}
