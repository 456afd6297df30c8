type Schema = Readonly<Record<string, unknown>>;

/** Levels of objects that are spelt out; the members of lists never are. */
const DEPTH = 2;

/**
 * An output schema as far as an agent needs it to decide on a call: names and types of what it gets. Looser than the
 * whole, so that whatever fits the whole fits this; bounds, texts and the shape of list members stand in the OpenAPI
 * description, and would be paid for in every conversation.
 */
export function briefSchema(schema: unknown, depth = DEPTH): Schema {
  const { type, properties, required, enum: values, anyOf, items } = Object(schema) as Schema;
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((each) => briefSchema(each, depth)) };
  if (type === 'array') return { type, items: { type: Object(items).type ?? 'object' } };
  if (type !== 'object')
    return { ...(type === undefined ? {} : { type }), ...(values === undefined ? {} : { enum: values }) };
  if (depth === 0 || properties === undefined) return { type };
  const members = Object.entries(Object(properties)).map(([name, member]) => [name, briefSchema(member, depth - 1)]);
  const isWhole = depth === DEPTH && required !== undefined;
  return { type, properties: Object.fromEntries(members), ...(isWhole ? { required } : {}) };
}
