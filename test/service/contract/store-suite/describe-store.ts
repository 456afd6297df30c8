import { after, before, describe } from 'node:test';
import type { Store } from '../../../../src/store/store.ts';
import type { StoreUnderTest } from '../../../support/store-drivers.ts';
import { channelSuite } from './channel-suite.ts';
import { claimsSuite } from './claims-suite.ts';
import { documentsSuite } from './documents-suite.ts';
import { histogramSuite } from './histogram-suite.ts';
import { indexSuite } from './index-suite.ts';
import { jobsOrderSuite } from './jobs-order-suite.ts';
import { jobsTakeoverSuite } from './jobs-recovery-suite.ts';
import { jobsSuite } from './jobs-suite.ts';
import { processesSuite } from './processes-suite.ts';
import { windowsSuite } from './windows-suite.ts';

/** Tests of an open store, by name. */
const PARTS = {
  documents: documentsSuite,
  claims: claimsSuite,
  windows: windowsSuite,
  index: indexSuite,
  histogram: histogramSuite,
  channel: channelSuite,
} satisfies Record<string, (store: () => Store, sweeps: (count: number) => number) => void>;
type Part = keyof typeof PARTS;
const ALL: readonly Part[] = ['documents', 'claims', 'windows', 'index', 'histogram', 'channel'];

/**
 * Every sentence of src/store/store.ts, for one driver.
 * @param open opens an empty store, whose jobs have the lease that is asked for; called for every group of tests
 */
export function describeStore(name: string, open: (leaseMs?: number) => Promise<StoreUnderTest>): void {
  describe(`store: ${name}`, () => {
    describeParts(open, ALL);
    jobsTakeoverSuite(open);
    describe('several processes', () => processesSuite(open));
  });
}

/** The parts of one process: those named, and the queue. */
export function describeParts(open: () => Promise<StoreUnderTest>, parts: readonly Part[]): void {
  for (const part of parts) {
    describe(part, () => {
      let opened: StoreUnderTest | undefined;
      before(async () => {
        opened = await open();
      });
      after(() => opened?.destroy());
      const storeOf = () => {
        if (opened === undefined) throw new Error('The store is not open yet.');
        return opened.store;
      };
      PARTS[part](storeOf, (count) => (opened?.forgetsByItself ? 0 : count));
    });
  }
  describe('jobs', () => jobsSuite(open));
  describe('order of jobs', () => jobsOrderSuite(open));
}
