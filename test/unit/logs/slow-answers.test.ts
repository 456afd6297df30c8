import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { MADE_FORMATS } from '../../support/generated-log.ts';

/** Formats whose lines have no time of the answer. */
const TIMELESS = new Set(['combined', 'vhost', 'forwarded', 'fastly', 'vercel']);

describe('slow answers', () => {
  for (const [name, format] of Object.entries(MADE_FORMATS)) {
    it(`are ${TIMELESS.has(name) ? 'unknown to' : 'counted in'} the format ${name}`, async () => {
      const lines = Array.from({ length: 20 }, (_, at) =>
        format.line({
          ...{ address: '192.0.2.10', timeMs: Date.UTC(2026, 10, 1), path: `/p${at}`, status: 200, bytes: 5000 },
          seconds: at < 3 ? 4.25 : 0.1,
          userAgent: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0)',
        }),
      );
      const chunks = (async function* () {
        yield Buffer.from([...(format.header === undefined ? [] : [format.header]), ...lines].join('\n'));
      })();
      const read = await readLog([{ name: 'a.log', chunks }], { identities: createIdentities(new Map()) });
      const [agent] = logReportOf({ read, lists: [], asksDns: false, hasRobots: false }).agents;
      assert.equal(agent?.requests, 20);
      assert.equal(agent.slow, TIMELESS.has(name) ? 0 : 3);
      if (TIMELESS.has(name)) assert.equal(agent.p95Seconds, null);
      else assert.ok(agent.p95Seconds !== null && agent.p95Seconds >= 4.25 && agent.p95Seconds < 4.25 * 1.2);
    });
  }
});
