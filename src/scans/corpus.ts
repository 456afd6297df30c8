import { RUBRIC } from '../scanner/checks/rubric.ts';
import type { ScanReport } from '../scanner/model/scan.ts';
import type { Store } from '../store/store.ts';

export interface Place {
  /** Share of the other sites this score beats, 0 to 100, rounded down; null while the corpus is too small to quote. */
  readonly percentile: number | null;
  /** How many other sites that is; null together with percentile. */
  readonly corpusTotal: number | null;
}

/** Fewer sites than this say nothing (catalogue.md section 6). */
const SMALLEST_CORPUS = 20;
const NOWHERE: Place = { percentile: null, corpusTotal: null };

/** The scores of all sites scanned so far, the latest of each host, by major version of the rubric. */
export interface Corpus {
  /** The rank of a finished scan among other sites. Enters its own score, when it qualifies for the comparison. */
  place(report: Pick<ScanReport, 'score' | 'host' | 'entersCorpus'>, rubricVersion: string): Promise<Place>;
  /** Enters the score of a host that was scanned elsewhere under the rubric of today. */
  enter(host: string, score: number): Promise<void>;
  /** The latest score of a host under the rubric of today; undefined when it has none to measure others by. */
  scoreOf(host: string): Promise<number | undefined>;
}

export function createCorpus({ histogram }: Pick<Store, 'histogram'>): Corpus {
  return {
    async place({ score, host, entersCorpus }, rubricVersion) {
      if (score === undefined || score.lowConfidence) return NOWHERE;
      const name = scoresUnder(rubricVersion);
      const [counts, own] = await Promise.all([histogram.counts(name), histogram.bucketOf(name, host)]);
      if (entersCorpus) await histogram.set(name, host, score.score);
      const others = counts.map((count, bucket) => (bucket === own ? count - 1 : count));
      const total = sum(others);
      if (total < SMALLEST_CORPUS) return NOWHERE;
      return { percentile: Math.floor((100 * sum(others.slice(0, score.score))) / total), corpusTotal: total };
    },
    async enter(host, score) {
      await histogram.set(scoresUnder(RUBRIC.version), host, score);
    },
    scoreOf: (host) => histogram.bucketOf(scoresUnder(RUBRIC.version), host),
  };
}

const scoresUnder = (rubricVersion: string): string => `site-scores:${rubricVersion.split('.', 1)[0]}`;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
