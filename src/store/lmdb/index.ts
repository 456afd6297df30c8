import type { Index, IndexEntry } from '../store.ts';
import type { Environment } from './environment.ts';
import { LAST, textKey } from './keys.ts';

export function openIndex(environment: Environment): Index {
  const byScore = environment.table<[list: string, score: number], string>('index-by-score');
  const byMember = environment.table<[list: string, member: string], number>('index-by-member');
  const counts = environment.table<string, number>('index-counts');

  const addToCount = (list: string, change: number) => counts.put(list, (counts.get(list) ?? 0) + change);
  const entry = ({ key: [, score], value: member }: { key: [string, number]; value: string }): IndexEntry => ({
    score,
    member,
  });

  return {
    add: async (name, wished, member) => {
      if (!Number.isSafeInteger(wished)) throw new RangeError('A score is an integer.');
      const list = textKey(name);
      return environment.write(() => {
        const old = byMember.get([list, textKey(member)]);
        if (old === undefined) addToCount(list, 1);
        else byScore.remove([list, old]);

        // Not -0, which sorts apart from 0.
        let score = wished + 0;
        for (const [, taken] of byScore.keys({ start: [list, score], end: [list, LAST] })) {
          if (taken !== score) break;
          score += 1;
        }
        byScore.put([list, score], member);
        byMember.put([list, textKey(member)], score);
        return score;
      });
    },
    remove: (name, member) =>
      environment.write(() => {
        const list = textKey(name);
        const score = byMember.get([list, textKey(member)]);
        if (score === undefined) return false;
        byMember.remove([list, textKey(member)]);
        byScore.remove([list, score]);
        addToCount(list, -1);
        return true;
      }),
    async newest(name, { limit, below }) {
      const list = textKey(name);
      const start = [list, below ?? LAST];
      return Array.from(byScore.entries({ start, exclusiveStart: true, end: [list], reverse: true, limit }), entry);
    },
    async oldest(name, { limit, below }) {
      const list = textKey(name);
      return Array.from(byScore.entries({ start: [list], end: [list, below ?? LAST], limit }), entry);
    },
    async count(name) {
      return counts.get(textKey(name)) ?? 0;
    },
  };
}
