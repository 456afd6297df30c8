/** Valid parts of schemas that some clients refuse or misread, by the table of clients. Pure. */
import { isObject } from '../parse/json/json.ts';
import { CONSTRUCTS, type Construct, effectsOf, isRefused } from './client-table.ts';
import { dialectOf, resolvedIn, type Subschema, subschemasOf } from './schema-faults.ts';
import { parametersOf } from './tools.ts';

/** What model APIs take as the key of a parameter. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const TYPED_BY = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'];
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'];
/** What Gemini takes beside a reference; `$comment` and `title` are told to no model. */
const NEIGHBOURS: ReadonlySet<string> = new Set(['$ref', 'description', 'default']);
/** Of little use to most clients, although none is known to refuse them. */
const WARNED: ReadonlySet<Construct> = new Set(['several-types', 'dialect']);
const MAX_FAULTS = 100;
/** Subschemas that are read for references; a schema with more is read in part. */
const MAX_READ = 5_000;

export interface PortabilityFault {
  /** A keyword of the root, the path of a parameter such as `filter.tags[].name`, or a JSON pointer. */
  readonly at: string;
  readonly construct: Construct;
  /** In trusted text: the construct, and who refuses it. */
  readonly says: string;
  /** False for what is legal and only misread or ignored by some. */
  readonly isRefused: boolean;
}

/** Constructs of an input schema that some clients refuse, ignore or misread. */
export function portabilityFaults(inputSchema: unknown): PortabilityFault[] {
  if (!isObject(inputSchema)) return [];
  const found: (readonly [at: string, construct: Construct])[] = [
    ...(dialectOf(inputSchema) === 'other' ? [['$schema', 'dialect'] as const] : []),
    ...ALTERNATIVES.filter((keyword) => keyword in inputSchema).map(
      (keyword) => [keyword, 'top-alternatives'] as const,
    ),
    ...parametersOf(inputSchema).flatMap(({ path, key, schema }) => {
      const constructs: (Construct | false)[] = [
        // The API reads the keys of the root alone, so that `pipeline[].$search` is in order.
        path === key && !KEY.test(key) && 'property-key',
        !TYPED_BY.some((keyword) => schema !== undefined && keyword in schema) && 'untyped',
        Array.isArray(schema?.type) && 'several-types',
        schema?.type === 'array' && !('items' in schema) && !('prefixItems' in schema) && 'array-without-items',
      ];
      return constructs.filter((each) => each !== false).map((each) => [path, each] as const);
    }),
    ...nestedConstructs(inputSchema),
  ];
  return found.slice(0, MAX_FAULTS).map(([at, construct]) => faultOf(at, construct));
}

/** References of an output schema that some clients cannot read: no model API sees the rest of it. */
export const outputPortabilityFaults = (outputSchema: unknown): PortabilityFault[] =>
  isObject(outputSchema)
    ? nestedConstructs(outputSchema)
        .filter(([, construct]) => construct === 'circular-reference')
        .slice(0, MAX_FAULTS)
        .map(([at, construct]) => faultOf(at, construct))
    : [];

function faultOf(at: string, construct: Construct): PortabilityFault {
  const effects = effectsOf(construct);
  const says = `${CONSTRUCTS[construct]}${effects === '' ? ', which few clients know' : ` (${effects})`}`;
  return { at, construct, says, isRefused: isRefused(construct) || WARNED.has(construct) };
}

/** By JSON pointers, because references and items can be anywhere. */
function nestedConstructs(root: Readonly<Record<string, unknown>>): (readonly [at: string, construct: Construct])[] {
  const subschemas: Subschema[] = [];
  for (const each of subschemasOf(root)) {
    if (subschemas.length === MAX_READ) break;
    subschemas.push(each);
  }
  const circular = circularPointers(root, subschemas);
  return subschemas.flatMap(({ schema, pointer }) => {
    const { $ref: reference, items } = schema;
    const constructs: (Construct | false)[] =
      typeof reference === 'string'
        ? [
            'reference',
            Object.keys(schema).some((key) => !NEIGHBOURS.has(key)) && pointer !== '' && 'reference-neighbours',
            /^#\/properties\//.test(reference) && 'reference-into-properties',
            circular.has(pointer) && 'circular-reference',
          ]
        : [isObject(items) && hasArrayAlternative(items) && 'alternatives-in-items'];
    return constructs.filter((each) => each !== false).map((each) => [pointer, each] as const);
  });
}

const hasArrayAlternative = (items: Readonly<Record<string, unknown>>): boolean =>
  ['anyOf', 'oneOf'].some((keyword) => {
    const list = items[keyword];
    return Array.isArray(list) && list.some((each) => isObject(each) && (each.type === 'array' || 'items' in each));
  });

/** Pointers of references that lead back to themselves. Each reference is an edge from the place it is in to its target. */
function circularPointers(root: Readonly<Record<string, unknown>>, subschemas: readonly Subschema[]): Set<string> {
  const pointerOf = new Map(subschemas.map(({ schema, pointer }) => [schema, pointer]));
  const edges = subschemas.flatMap(({ schema, pointer }) => {
    const target = typeof schema.$ref === 'string' ? resolvedIn(root, schema.$ref) : undefined;
    const to = isObject(target) ? pointerOf.get(target) : undefined;
    return to === undefined ? [] : [{ from: pointer, to }];
  });
  const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
  // A target leads on to every reference inside of it. References of one schema are few; both limits bound the work.
  const some = edges.slice(0, MAX_EDGES);
  const next = some.map(({ to }) => some.flatMap((edge, at) => (isWithin(edge.from, to) ? [at] : [])));
  return new Set(some.filter((_, at) => leadsTo(at, at, next)).map(({ from }) => from));
}

const MAX_EDGES = 60;

function leadsTo(start: number, goal: number, next: readonly (readonly number[])[]): boolean {
  const seen = new Set<number>();
  const pending = [...(next[start] ?? [])];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at === goal) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    pending.push(...(next[at] ?? []));
  }
  return false;
}
