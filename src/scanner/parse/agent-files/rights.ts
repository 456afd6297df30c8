import { SaxesParser } from 'saxes';
import { parseUrl } from '../../../parse-url.ts';

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
