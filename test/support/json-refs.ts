export type Json = { readonly [name: string]: unknown };

/** The value if it is an object that is not a list, otherwise an empty one. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
/** The value if it is a list, otherwise an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The `$ref`s of one document. */
export class Refs {
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /**
   * The target of a value: itself, or the target of its `$ref` inside the document.
   * @throws Error when the target does not exist
   */
  resolve(value: unknown): Json {
    const { $ref } = objectOf(value);
    if (typeof $ref !== 'string') return objectOf(value);
    let found: unknown = this.#document;
    for (const name of $ref.replace(/^#\//, '').split('/')) found = objectOf(found)[name];
    if (found === undefined) throw new Error(`${$ref} points at nothing`);
    return this.resolve(found);
  }
}
