import { createHash } from 'node:crypto';
import { createClient } from '@keyv/redis';
import { ServiceError } from '../../errors.ts';

type RedisClient = ReturnType<typeof makeClient>;
/** What a client of any modules and types has. */
interface AnyClient {
  readonly isOpen: boolean;
  on(event: 'error' | 'connect', listener: () => void): unknown;
  unref(): void;
}

/** A script in Lua. Every key it touches is given, or belongs to a job of the queue it is given; all lie in one slot. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** Ways to call Redis, with a deadline on every call. */
export interface Calls {
  /**
   * Runs commands. When Redis is unavailable or too slow the call rejects with a ServiceError `unavailable`, at the
   * latest after `CALL_MS`; a sent command may still take effect.
   */
  run<Result>(action: (client: RedisClient) => Promise<Result>): Promise<Result>;
  /** Runs a script; the answer is what Lua returned. */
  evaluate(script: Script, keys: readonly string[], parameters: readonly (string | number)[]): Promise<unknown>;
}

/** One Redis. From a call that it left without an answer until it answers again, calls are refused at once. */
export interface Connection extends Calls {
  /** For BullMQ, which speaks to it by itself. */
  readonly client: RedisClient;
  /** Calls that are sent even while Redis is silent: their late work has to run as soon as it responds. */
  readonly patient: Calls;
  /** A second connection, for subscriptions; it goes with this one. */
  subscriber(): Promise<RedisClient>;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
const CALL_MS = 3_000;
const CLOSE_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;
/** Rare enough for a Redis that starts, frequent enough that callers do not wait for a connection after it is back. */
const MAX_RECONNECT_MS = 200;
/** Redis errors that are bugs of the caller; every other failure is temporary. */
const OUR_MISTAKE = /^(?:ERR|WRONGTYPE|NOSCRIPT|NOPERM|NOAUTH|WRONGPASS)\b/;

const scripts = new Set<string>();

/** Defines a script, which every connection loads when it is made. */
export function script(text: string): Script {
  scripts.add(text);
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** Connects within 10 s or rejects with a ServiceError `unavailable`; from then on it comes back by itself. */
export async function openConnection(url: string): Promise<Connection> {
  const client = makeClient(url);
  let second: RedisClient | undefined;
  let subscribing: Promise<RedisClient> | undefined;
  let closed = false;

  await within(CONNECT_MS, client.connect()).catch((error: unknown) => {
    client.destroy();
    throw unavailable(error);
  });

  /** Set by a call without an answer; any answer, and a new connection, is the end of it. */
  let isSilent = false;
  const hear = () => {
    isSilent = false;
  };
  client.on('ready', hear);
  function noteSilence(): void {
    if (isSilent) return;
    isSilent = true;
    // Answers come in order: this one when Redis has caught up. Without one, the connection is made anew.
    client.ping().then(hear, () => undefined);
  }

  const callsThat = ({ areRefused }: { areRefused: () => boolean }): Calls => {
    const run: Calls['run'] = async (action) => {
      if (closed) throw new Error('The store is closed.');
      if (areRefused()) throw unavailable(new Error('Redis has left an earlier call without an answer.'));
      const work = action(client);
      work.then(hear, () => undefined);
      try {
        return await within(CALL_MS, work);
      } catch (error) {
        if (error instanceof TypeError || (error instanceof Error && OUR_MISTAKE.test(error.message))) throw error;
        if (error instanceof NoAnswer) noteSilence();
        throw unavailable(error);
      }
    };
    return {
      run,
      evaluate: ({ text, sha }, keys, parameters) => {
        const options = { keys: [...keys], arguments: parameters.map(String) };
        return run<unknown>((redis) =>
          redis.evalSha(sha, options).catch((error: unknown) => {
            // Redis lost its scripts after this connection was made.
            if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return redis.eval(text, options);
            throw error;
          }),
        );
      },
    };
  };

  return {
    client,
    ...callsThat({ areRefused: () => isSilent }),
    patient: callsThat({ areRefused: () => false }),
    subscriber() {
      subscribing ??= (async () => {
        second = makeClient(url);
        await second.connect();
        return second;
      })();
      return subscribing;
    },
    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([client, second].map(end));
    },
  };
}

function makeClient(url: string) {
  const client = createClient({
    url,
    // A call while Redis is away is refused at once, not kept for later.
    disableOfflineQueue: true,
    // A connection on which nothing comes back, not even the answer to a PING, is given up and made anew.
    pingInterval: 2_000,
    socket: {
      connectTimeout: 5_000,
      socketTimeout: 6_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 10), MAX_RECONNECT_MS) + Math.random() * 100,
    },
  });
  settle(client);
  // BullMQ makes one for every worker.
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (overrides) => settle(duplicate(overrides));
  // Sent before any other command, so that no call needs a second round trip for a script that Redis does not have.
  client.on('ready', () => {
    for (const text of scripts) client.scriptLoad(text).catch(() => undefined);
  });
  // Every collection of documents listens.
  client.setMaxListeners(0);
  return client;
}

/** Keeps a client from ending the process when its connection is lost, and from keeping it alive once destroyed. */
function settle<Client extends AnyClient>(client: Client): Client {
  // Every call that suffers rejects by itself; without a listener the first lost connection would end the process.
  client.on('error', () => undefined);
  // The library forgets a connection that was under way when its client was destroyed, and would go on with it for ever.
  client.on('connect', () => {
    if (client.isOpen) return;
    client.unref();
    throw new Error('The client was destroyed while it was connecting.');
  });
  return client;
}

/** Waits for responses to sent commands, although their callers may be gone; without Redis that may take for ever. */
async function end(client: RedisClient | undefined): Promise<void> {
  if (client === undefined) return;
  // Answers come in order. Not `close`, which waits for them without end and after which nothing can be destroyed.
  if (client.isReady) await within(CLOSE_MS, client.ping()).catch(() => undefined);
  if (client.isOpen) client.destroy();
}

class NoAnswer extends Error {
  constructor(timeoutMs: number) {
    super(`No answer from Redis within ${timeoutMs} ms.`);
  }
}

async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const unavailable = (cause: unknown): ServiceError =>
  new ServiceError(
    'unavailable',
    `The store cannot be reached just now. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    },
  );

/** Nothing that separates the parts of a key, marks a hash tag or means something in a pattern. */
const PLAIN = /^[\w.-]{1,100}$/;

/** The prefix of a reference to a text by its SHA-256. */
export const HASHED = '~';

/** A text of any length and content as one part of a key: itself when it is short and plain, else its SHA-256. */
export function keyPart(text: string): string {
  return PLAIN.test(text) ? text : HASHED + createHash('sha256').update(text, 'utf16le').digest('base64url');
}

const KEEPS_EVERYTHING = 'noeviction';

/**
 * The policy by which a Redis deletes keys once its memory is full; undefined when it deletes none, or does not say. Any
 * other policy loses scans, payments and locks without an error.
 */
export async function evictionPolicyOf(url: string): Promise<string | undefined> {
  const connection = await openConnection(url);
  try {
    // INFO, not CONFIG: providers of Redis often forbid the latter.
    const memory = await connection.run((redis) => redis.info('memory'));
    const [, policy] = /^maxmemory_policy:([\w-]+)/m.exec(memory) ?? [];
    return policy === KEEPS_EVERYTHING ? undefined : policy;
  } finally {
    await connection.close();
  }
}
