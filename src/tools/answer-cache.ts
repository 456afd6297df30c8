/** What a tool answered. Its summary and the bytes of its JSON are made when they are first asked for. */
export interface KeptAnswer {
  readonly output: Record<string, unknown>;
  text(): string;
  bytes(): Buffer<ArrayBuffer>;
}

/** Answers by the mark of their version: as long as that holds, the same call has the same answer. */
export interface AnswerCache {
  get(key: string): KeptAnswer | undefined;
  set(key: string, answer: KeptAnswer): void;
}

export function keptAnswer(output: Record<string, unknown>, summarize: () => string): KeptAnswer {
  let text: string | undefined;
  let bytes: Buffer<ArrayBuffer> | undefined;
  return {
    output,
    text() {
      text ??= summarize();
      return text;
    },
    bytes() {
      bytes ??= Buffer.from(JSON.stringify(output));
      return bytes;
    },
  };
}

/** The answers read last, as many as have `maxBytes` of JSON together; one that alone has a quarter of that is not kept. */
export function createAnswerCache(maxBytes: number): AnswerCache {
  // A Map remembers the order of insertion: the first is the one not read for longest.
  const kept = new Map<string, KeptAnswer>();
  let total = 0;
  return {
    get(key) {
      const answer = kept.get(key);
      if (answer !== undefined) {
        kept.delete(key);
        kept.set(key, answer);
      }
      return answer;
    },
    set(key, answer) {
      const size = answer.bytes().length;
      if (size > maxBytes / 4 || kept.has(key)) return;
      kept.set(key, answer);
      total += size;
      for (const [oldest, { bytes }] of kept) {
        if (total <= maxBytes) return;
        kept.delete(oldest);
        total -= bytes().length;
      }
    },
  };
}
