import { isIP } from 'node:net';
import { type Item, isInnerList, parseItem } from 'structured-headers';
import { DIRECTORY_PATH, Refused } from './profile.ts';
import { readDictionary } from './signature-base.ts';

const MAX_URL_LENGTH = 1000;

/**
 * Where the keys of the agent behind one signature are published. Reads the Dictionary of today, whose member under the
 * signature's label is the URL of a JWK Set, and the bare String of the drafts before, whose origin has a directory.
 * @param field the Signature-Agent header as sent
 * @param components what the signature covers: the member must be among it
 * @throws Refused
 */
export function readSignatureAgent(field: string | undefined, label: string, components: readonly Item[]): URL {
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
  // A member with parameters must be ignored, whatever they say.
  if (parameters.size > 0) throw new Refused('unverified', 'no_agent');
  return value;
}

/** An https URL on a named host's own port: nothing else can be an agent that strangers recognise. */
function agentUrl(value: unknown): URL {
  if (typeof value === 'string' && value.length <= MAX_URL_LENGTH && URL.canParse(value)) {
    const url = new URL(value);
    const isPlain = url.username === '' && url.password === '' && url.hash === '' && url.port === '';
    const { hostname } = url;
    // With a dot at its end a name is another text for the same host, ours included.
    const isNamed = /[^.]\.[^.]+$/.test(hostname) && isIP(hostname) === 0 && !hostname.startsWith('[');
    if (url.protocol === 'https:' && isPlain && isNamed) return url;
  }
  throw new Refused('invalid', 'bad_agent');
}
