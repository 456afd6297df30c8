import { SaxesParser } from 'saxes';
import { parseUrl } from '../../../basics/parse-url.ts';

const NAMESPACE = 'https://rslstandard.org/rsl';
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 100;

/** Why reading stopped, in trusted text. */
class Fault extends Error {}

/**
 * The fault of a Really Simple Licensing 1.0 document, a clause in trusted text ("it is not well-formed XML");
 * undefined when it is valid. It is XML with the root `rsl`, or a feed, that licenses some `content` in the RSL
 * namespace. Entities that the file declares are never expanded and nothing external is read.
 * @see https://rslstandard.org/rsl
 */
export function rslProblem(xml: string): string | undefined {
  const parser = new SaxesParser();
  let depth = 0;
  let attributes = 0;
  /** Prefixes that are bound to the RSL namespace, with their colon; '' is the default namespace. */
  const prefixes = new Set<string>();
  let contentCount = 0;

  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Fault(`one of its elements has more than ${MAX_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', ({ name, attributes: values }) => {
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new Fault(`its elements are nested deeper than ${MAX_DEPTH} levels`);
    for (const [key, value] of Object.entries(values)) {
      const prefix = value.trim() === NAMESPACE ? boundPrefix(key) : undefined;
      if (prefix !== undefined) prefixes.add(prefix);
    }
    const localAt = name.indexOf(':') + 1;
    if (name.slice(localAt) === 'content' && prefixes.has(name.slice(0, localAt))) contentCount += 1;
  });
  parser.on('closetag', () => {
    depth -= 1;
  });

  try {
    parser.write(xml.trimStart());
    parser.close();
  } catch (thrown) {
    return thrown instanceof Fault ? thrown.message : 'it is not well-formed XML';
  }
  if (prefixes.size === 0) return 'it does not declare the RSL namespace';
  return contentCount === 0 ? 'it licenses no content' : undefined;
}

/** `xmlns:rsl` binds `rsl:`, `xmlns` binds '', any other attribute nothing. */
function boundPrefix(attribute: string): string | undefined {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? `${attribute.slice('xmlns:'.length)}:` : undefined;
}

const MAX_RULES = 1000;

/**
 * The fault of a /.well-known/tdmrep.json, a clause in trusted text; undefined when it is valid: an array of objects
 * with a `location` (a path), `tdm-reservation` 0 or 1 and optionally a `tdm-policy` (a URL).
 * @see https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 */
export function tdmRepProblem(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'it is not JSON';
  }
  if (!Array.isArray(value)) return 'it is no array of rules';
  if (value.length === 0) return 'it holds no rule';
  const bad = value.slice(0, MAX_RULES).findIndex((rule) => !isRule(rule));
  return bad === -1
    ? undefined
    : `rule ${bad + 1} lacks a location, a tdm-reservation of 0 or 1, or a valid tdm-policy`;
}

function isRule(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  // Any key may be missing, or of any type.
  const { location, 'tdm-reservation': reservation, 'tdm-policy': policy } = rule as Record<string, unknown>;
  const isPolicy = policy === undefined || (typeof policy === 'string' && parseUrl(policy) !== undefined);
  return typeof location === 'string' && location !== '' && (reservation === 0 || reservation === 1) && isPolicy;
}

/** What a site lets be done with its text, in the three words that Content-Signal and Content-Usage share. */
export type Use = 'search' | 'ai-input' | 'ai-train';

export interface UsageStatement {
  readonly use: Use;
  readonly allowed: boolean;
}

export interface UsageLine {
  readonly statements: readonly UsageStatement[];
  /** Members that are no `key=value` of the vocabulary; an empty line is one. */
  readonly badCount: number;
  /** It begins with a path and so holds for a part of the site only. */
  readonly isPartial: boolean;
}

const MAX_MEMBERS = 50;
const SIGNALS: readonly string[] = ['search', 'ai-input', 'ai-train'] satisfies Use[];
/** How an answer may be used, as Cloudflare added to the signals: kept for nothing, for reference, or in full. */
const USE_LEVELS = new Set(['immediate', 'reference', 'full']);
/** Labels of the IETF vocabulary that say the same as a signal; its others are read but not compared. */
const SAME_AS_SIGNAL: Readonly<Record<string, Use>> = { search: 'search', 'train-ai': 'ai-train' };
/** A key of a structured-field dictionary (RFC 9651 section 3.1.2). */
const DICTIONARY_KEY = /^[a-z*][a-z0-9_.*-]*$/;

/** The value of a Content-Signal record or header (contentsignals.org): `search=yes, ai-input=yes, ai-train=no`. */
export function parseContentSignal(value: string): UsageLine {
  return parseLine(value, (key, word) => {
    const name = key.toLowerCase();
    const answer = word.toLowerCase();
    if (name === 'use') return USE_LEVELS.has(answer) ? 'read' : 'bad';
    if (!isSignal(name) || (answer !== 'yes' && answer !== 'no')) return 'bad';
    return { use: name, allowed: answer === 'yes' };
  });
}

/**
 * The value of a Content-Usage record or header (draft-ietf-aipref-attach): a dictionary of labels that are `y` or
 * `n`, in robots.txt after an optional path. The vocabulary is open, so an unknown label is no fault.
 */
export function parseContentUsage(value: string): UsageLine {
  return parseLine(value, (key, word) => {
    const answer = (word.split(';', 1)[0] ?? '').trim();
    if (!DICTIONARY_KEY.test(key) || (answer !== 'y' && answer !== 'n')) return 'bad';
    const use = Object.hasOwn(SAME_AS_SIGNAL, key) ? SAME_AS_SIGNAL[key] : undefined;
    return use === undefined ? 'read' : { use, allowed: answer === 'y' };
  });
}

function parseLine(value: string, read: (key: string, word: string) => UsageStatement | 'read' | 'bad'): UsageLine {
  const trimmed = value.trim();
  const isPartial = trimmed.startsWith('/');
  const pathEnd = isPartial ? trimmed.search(/\s/) : 0;
  const members = (pathEnd === -1 ? '' : trimmed.slice(pathEnd))
    .split(',', MAX_MEMBERS)
    .filter((member) => member.trim() !== '');
  const statements: UsageStatement[] = [];
  let badCount = members.length === 0 ? 1 : 0;
  for (const member of members) {
    const equals = member.indexOf('=');
    const key = equals === -1 ? '' : member.slice(0, equals).trim();
    const meaning = read(key, member.slice(equals + 1).trim());
    if (meaning === 'bad') badCount += 1;
    else if (meaning !== 'read') statements.push(meaning);
  }
  return { statements, badCount, isPartial };
}

const isSignal = (key: string): key is Use => SIGNALS.includes(key);
