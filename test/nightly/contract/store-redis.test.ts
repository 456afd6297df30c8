import { after } from 'node:test';
import { describeStore } from '../../service/contract/store-suite/describe-store.ts';
import { permitsSuite } from '../../service/contract/store-suite/permits-suite.ts';
import { startRedisServer } from '../../support/redis-server.ts';
import { openRedisUnderTest } from '../../support/store-drivers.ts';

const redis = await startRedisServer();
after(() => redis.destroy());

describeStore('redis', (leaseMs) => openRedisUnderTest(redis, leaseMs));
permitsSuite(() => openRedisUnderTest(redis));
