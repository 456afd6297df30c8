import type { SchemaFault } from './schema-faults.ts';
import type { Subschema } from './subschemas.ts';

const KEYWORD = 'x-mcp-header';
/** RFC 9110, section 5.6.2: token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * What makes `x-mcp-header` declarations of an input schema invalid. A client of 2026-07-28 must leave out the whole tool
 * for one of them.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function headerFaults(subschemas: readonly Subschema[]): SchemaFault[] {
  const taken = new Set<string>();
  return subschemas.flatMap(({ schema, pointer, isPlainProperty }) => {
    if (!Object.hasOwn(schema, KEYWORD)) return [];
    const name = schema[KEYWORD];
    const says = faultOf(name, schema.type, isPlainProperty && pointer !== '', taken);
    if (typeof name === 'string') taken.add(name.toLowerCase());
    return says === undefined ? [] : [{ pointer: `${pointer}/${KEYWORD}`, says }];
  });
}

function faultOf(name: unknown, type: unknown, isReachable: boolean, taken: ReadonlySet<string>): string | undefined {
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'is no name of a header';
  if (taken.has(name.toLowerCase())) return 'names the same header as another parameter';
  if (!isReachable) return 'does not stand on a plain property';
  return TYPES.includes(type) ? undefined : 'stands on a parameter that is no string, integer or boolean';
}
