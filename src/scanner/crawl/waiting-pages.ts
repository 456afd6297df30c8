import type { PageDigest } from '../model/page.ts';
import { chooseEvenly } from './choose-evenly.ts';

export type FoundBy = PageDigest['foundBy'];
export interface Candidate {
  readonly url: string;
  readonly foundBy: FoundBy;
}

/** Its multiples stay apart from each other modulo 1, so later waves look between the pages of earlier ones. */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
/** Choices made for one wave before it is left short: a site may disallow most of what it links to. */
const MAX_ROUNDS = 10;

/** Pages that wait to be read, and the waves that are chosen of them. */
interface WaitingPages {
  add(candidate: Candidate): void;
  /** The root is read first, and alone. */
  addRoot(candidate: Candidate): void;
  has(url: string): boolean;
  delete(url: string): void;
  /** Whether `nextWave` answers the root. */
  readonly beginsWithRoot: boolean;
  /** Up to `size` URLs, sorted; the root alone first; empty when nothing is left. */
  nextWave(size: number): Candidate[];
}

/** @param mayFetch whether our own bot is allowed to read a URL */
export function createWaitingPages(mayFetch: (url: string) => boolean): WaitingPages {
  const waiting = new Map<string, Candidate>();
  let root: Candidate | undefined;
  let waves = 0;
  return {
    add: (candidate) => void waiting.set(candidate.url, candidate),
    addRoot(candidate) {
      root = candidate;
    },
    has: (url) => waiting.has(url),
    delete: (url) => void waiting.delete(url),
    get beginsWithRoot() {
      return root !== undefined;
    },
    nextWave(size) {
      if (root !== undefined) {
        const first = [root];
        root = undefined;
        return first;
      }
      const wave: Candidate[] = [];
      const phase = (waves * GOLDEN_RATIO) % 1;
      waves += 1;
      // Only chosen URLs are matched against robots.txt, because a hostile one can make each match slow.
      for (let round = 0; round < MAX_ROUNDS && wave.length < size && waiting.size > 0; round += 1) {
        for (const url of chooseEvenly([...waiting.keys()], size - wave.length, phase)) {
          const candidate = waiting.get(url);
          waiting.delete(url);
          if (candidate !== undefined && mayFetch(url)) wave.push(candidate);
        }
      }
      return wave.sort((a, b) => (a.url < b.url ? -1 : 1));
    },
  };
}
