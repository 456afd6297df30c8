import { isObject } from '../../parse/json-ld/json-ld.ts';
import { parametersOf } from '../parameters.ts';
import { dialectOf } from './meta-schema.ts';

/** What model APIs take as the key of a parameter. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const TYPED_BY = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];

export interface PortabilityFault {
  /** A keyword of the root, or the path of a parameter such as `filter.tags[].name`. */
  readonly at: string;
  /** In trusted text. */
  readonly says: string;
}

/**
 * Valid constructs of an input schema that some clients refuse, ignore or misread: alternatives at the top, parameters
 * without a type or of several, keys that model APIs refuse, and an uncommon dialect.
 */
export function portabilityFaults(inputSchema: unknown): PortabilityFault[] {
  if (!isObject(inputSchema)) return [];
  const combined = ['anyOf', 'oneOf', 'allOf'].filter((keyword) => keyword in inputSchema);
  return [
    ...(dialectOf(inputSchema) === 'other' ? [{ at: '$schema', says: 'is a dialect that few clients know' }] : []),
    ...combined.map((keyword) => ({ at: keyword, says: 'alternatives at the top level' })),
    ...parametersOf(inputSchema).flatMap(({ path, key, schema }) => {
      const says = [
        !KEY.test(key) && 'a key that model APIs refuse',
        !TYPED_BY.some((keyword) => schema !== undefined && keyword in schema) && 'a parameter without a type',
        Array.isArray(schema?.type) && 'a parameter with a list of types',
      ].filter((fault) => fault !== false);
      return says.map((fault) => ({ at: path, says: fault }));
    }),
  ];
}
