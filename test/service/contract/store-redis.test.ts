import { after } from 'node:test';
import { startRedisServer } from '../../support/redis-server.ts';
import { openRedisUnderTest } from '../../support/store-drivers.ts';
import { describeStore } from './store-suite/describe-store.ts';
import { permitsSuite } from './store-suite/permits-suite.ts';

const redis = await startRedisServer();
after(() => redis.destroy());

describeStore('redis', (leaseMs) => openRedisUnderTest(redis, leaseMs));
permitsSuite(() => openRedisUnderTest(redis));
