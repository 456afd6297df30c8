import { openConnection } from './connection.ts';

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
