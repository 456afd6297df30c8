/** Proxies and clients give up on a connection that is silent for longer than about half a minute. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keepalive\n\n';

/** At the end of the id of a stream's last events. */
export const END = ':end';

/** Whether a client had its whole answer and only asks again, as EventSource does whenever a stream ends. */
export const hasWholeAnswer = (request: Request): boolean =>
  request.headers.get('last-event-id')?.endsWith(END) ?? false;

export interface ServerSentEvent {
  /** Left out, the event reaches `onmessage` of an EventSource. */
  readonly event?: string;
  /** What a client that reconnects sends back as Last-Event-ID. */
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One event in wire format. JSON contains no line breaks, so one data line holds it. */
export function frameOf({ event, id, data }: ServerSentEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Sends events as they come, with a comment whenever none came for a while. The events are only asked for as the client
 * reads, and are ended when it leaves.
 */
export function eventStream(
  events: AsyncIterable<ServerSentEvent> | Iterable<ServerSentEvent>,
  headers: Headers,
  keepAliveMs = KEEP_ALIVE_MS,
): Response {
  const iterator = Symbol.asyncIterator in events ? events[Symbol.asyncIterator]() : events[Symbol.iterator]();
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let hasLeft = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer = setInterval(() => controller.enqueue(encoder.encode(KEEP_ALIVE)), keepAliveMs);
        try {
          const next = await iterator.next();
          if (hasLeft) return;
          if (next.done === true) controller.close();
          else controller.enqueue(encoder.encode(frameOf(next.value)));
        } finally {
          clearInterval(timer);
        }
      },
      async cancel() {
        hasLeft = true;
        clearInterval(timer);
        await iterator.return?.();
      },
    },
    // Produces events only once a reader pulls, because the body of a HEAD response is never read.
    { highWaterMark: 0 },
  );
  headers.set('content-type', 'text/event-stream; charset=utf-8');
  headers.set('cache-control', 'no-store, no-transform');
  headers.set('x-accel-buffering', 'no');
  return new Response(body, { headers });
}
