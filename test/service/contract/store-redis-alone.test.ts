import { after } from 'node:test';
import { startRedisServer } from '../../support/redis-server.ts';
import { redisSuite } from './store-suite/redis-suite.ts';

const redis = await startRedisServer();
after(() => redis.destroy());

redisSuite(redis);
