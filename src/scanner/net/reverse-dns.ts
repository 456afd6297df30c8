import { Resolver } from 'node:dns/promises';

const TRY_MS = 2_000;
/** Public resolvers, whose addresses have had names for years. */
const ALWAYS_NAMED = ['8.8.8.8', '1.1.1.1', '9.9.9.9'];
const NOT_THERE = new Set<unknown>(['ENOTFOUND', 'ENODATA']);

/** The DNS of this machine. A name or an address that DNS does not have is an empty list. */
export function createReverseDns(resolver = new Resolver({ timeout: TRY_MS, tries: 2 })) {
  const orNone = (error: unknown): string[] => {
    if (error instanceof Error && 'code' in error && NOT_THERE.has(error.code)) return [];
    throw error;
  };
  return {
    /** Names of an address. Rejects where DNS gives no answer. */
    reverse: (address: string): Promise<readonly string[]> => resolver.reverse(address).catch(orNone),
    /** Whether it has a name for any address that surely has one. Never rejects. */
    async works(): Promise<boolean> {
      const names = await Promise.all(ALWAYS_NAMED.map((address) => resolver.reverse(address).catch(() => [])));
      return names.some(({ length }) => length > 0);
    },
    async resolve(name: string): Promise<readonly string[]> {
      const [v4, v6] = await Promise.all([
        resolver.resolve4(name).catch(orNone),
        resolver.resolve6(name).catch(orNone),
      ]);
      return [...v4, ...v6];
    },
  };
}
