/** A cache of the values that were used last, within a number of bytes. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /** A value that is larger than the whole cache is not kept. */
  set(key: string, value: Value, bytes: number): void;
  /** Bytes held now, by the sizes that were given. */
  bytes(): number;
}

/** Of a key and its place in the map. */
const ENTRY_BYTES = 200;

/** @param maxBytes 0 keeps nothing */
export function boundedCache<Value>(maxBytes: number): BoundedCache<Value> {
  // A Map keeps the order of insertion: the first is the one whose use is longest ago.
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let held = 0;
  const remove = (key: string): void => {
    held -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      const bytes = size + ENTRY_BYTES;
      remove(key);
      if (bytes > maxBytes) return;
      entries.set(key, { value, bytes });
      held += bytes;
      for (const oldest of entries.keys()) {
        if (held <= maxBytes) break;
        remove(oldest);
      }
    },
    bytes: () => held,
  };
}
