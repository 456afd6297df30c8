/** Characters of the JSON of a value. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** Characters of a tool result. */
export const resultSize = (text: string, structuredContent: object): number =>
  sizeOf({ content: [{ type: 'text', text }], structuredContent });
