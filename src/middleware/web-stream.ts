import type { Readable } from 'node:stream';

/** A stream of Node as one of the web. Readable.toWeb throws an uncaught error when one that still has bytes is cancelled. */
export function webStream(body: Readable): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await parts.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
