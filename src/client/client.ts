import type {
  AskAnswer,
  AskWithBodyInput,
  Calls,
  Scan,
  StartScanInput as StartScanMembers,
  StartScanResponse,
} from './calls.ts';
import { OPERATIONS, type OperationId } from './operations.ts';
import { type ClientOptions, createSend, LegibleError, wait as realWait } from './send.ts';

export type * from './calls.ts';
export { type ClientOptions, LegibleError };

export interface StartScanInput extends Omit<StartScanMembers, 'fresh' | 'idempotencyKey'> {
  /** 1 to 255 of A-Z, a-z, 0-9, _ and -. Within a day the same key answers the same scan; default a new one a call. */
  readonly idempotencyKey?: string | undefined;
}

export interface WaitOptions {
  /** Between two reads of the scan, in milliseconds; default 1,000. */
  readonly pollMs?: number | undefined;
  /** Called with the state of the scan, without its pages, after every read. */
  readonly onProgress?: ((scan: Scan) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AskInput {
  /** 1 to 2,000 characters. */
  readonly query: string;
  readonly mode?: 'list' | 'summarize' | undefined;
  readonly itemType?: AskWithBodyInput['itemType'];
  /** The query before this one. */
  readonly prev?: string | undefined;
}

/**
 * The API, typed. Every method rejects with a LegibleError, after the retries that the service prescribes: with
 * `not_found` for a scan that is not there, is not yours or was deleted.
 */
export interface LegibleClient extends Omit<Calls, 'startScan' | 'askWithBody'> {
  /** Starts a scan and answers at once; `waitForScan` waits for its end. */
  startScan(input: StartScanInput, signal?: AbortSignal): Promise<StartScanResponse>;
  /** Answers a question from the library of the service. */
  ask(input: AskInput, signal?: AbortSignal): Promise<AskAnswer>;
  /** Waits for the end of a scan; answers it without its pages, also when it failed. */
  waitForScan(id: string, options?: WaitOptions): Promise<Scan>;
}

const POLL_MS = 1000;

/**
 * A client of one server. Needs nothing but `fetch`.
 * @throws TypeError for a key that must not be sent, such as over plain http
 */
export function createClient(options: ClientOptions): LegibleClient {
  const send = createSend(options);
  const { wait = realWait } = options;
  const callOf = (id: string) => [
    id,
    // It is a key of OPERATIONS.
    (input: object = {}, signal?: AbortSignal) => send(id as OperationId, input, signal),
  ];
  // Calls has a method for each operation, and the server's own schemas make the answers.
  const { askWithBody: ask, ...calls }: Calls = Object.fromEntries(Object.keys(OPERATIONS).map(callOf));
  return {
    ...calls,
    ask,
    // With a key of its own a start that is sent again, because its answer was lost, is still one scan.
    startScan: (input, signal) =>
      calls.startScan({ ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() }, signal),
    async waitForScan(id, { pollMs = POLL_MS, onProgress, signal } = {}) {
      for (;;) {
        const scan = await calls.getScan({ id, pages: 'none' }, signal);
        onProgress?.(scan);
        if (scan.status !== 'running') return scan;
        await wait(pollMs, signal);
      }
    },
  };
}
