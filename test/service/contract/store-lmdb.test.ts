import { openLmdbUnderTest } from '../../support/store-drivers.ts';
import { describeStore } from './store-suite/describe-store.ts';
import { lmdbSuite } from './store-suite/lmdb-suite.ts';

describeStore('lmdb', openLmdbUnderTest);
lmdbSuite();
