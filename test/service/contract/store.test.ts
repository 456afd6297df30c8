import { after } from 'node:test';
import { startRedisServer } from '../../support/redis-server.ts';
import { openLmdbUnderTest, openRedisUnderTest } from '../../support/store-drivers.ts';
import { describeStore } from './store-suite/describe-store.ts';
import { lmdbSuite } from './store-suite/lmdb-suite.ts';
import { redisSuite } from './store-suite/redis-suite.ts';
import { turnsSuite } from './store-suite/turns-suite.ts';

const redis = await startRedisServer();
after(() => redis.destroy());

describeStore('lmdb', openLmdbUnderTest);
describeStore('redis', (leaseMs) => openRedisUnderTest(redis, leaseMs));
turnsSuite(() => openRedisUnderTest(redis));
lmdbSuite();
redisSuite(redis);
