import { SaxesParser } from 'saxes';

const NAMESPACE = 'https://rslstandard.org/rsl';
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 100;

/** Why reading stopped, in our words. */
class Fault extends Error {}

/**
 * What is wrong with a Really Simple Licensing 1.0 document, a clause in our words ("it is not well-formed XML");
 * undefined when it can be read. It is XML with the root `rsl`, or a feed, that licenses some `content` in the RSL
 * namespace. Entities that the file declares are never expanded and nothing external is read.
 *
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
