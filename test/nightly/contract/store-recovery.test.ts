/** Workers that are killed and suspended, on each store; a kill of each is in the service tier too. */
import { after, describe } from 'node:test';
import { jobsRecoverySuite } from '../../service/contract/store-suite/jobs-recovery-suite.ts';
import { startRedisServer } from '../../support/redis-server.ts';
import { openLmdbUnderTest, openRedisUnderTest } from '../../support/store-drivers.ts';

const redis = await startRedisServer();
after(() => redis.destroy());

describe('store: lmdb', () => jobsRecoverySuite(openLmdbUnderTest));
describe('store: redis', () => jobsRecoverySuite((leaseMs) => openRedisUnderTest(redis, leaseMs)));
