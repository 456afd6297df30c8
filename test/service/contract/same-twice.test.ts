/** The same site scanned twice gives byte-identical answers apart from ids, times, percentile and corpusTotal. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { capableSite } from '../../fixtures/sites/capable-site.ts';
import { carelessPages } from '../../fixtures/sites/careless-pages.ts';
import { someOf } from '../../support/exhaustive.ts';
import { shareTestService } from '../../support/service.ts';
import { rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { serveSite } from '../../support/site-server.ts';

const ITS_OWN = new Set(['id', 'shareToken', 'createdAt', 'completedAt', 'percentile', 'corpusTotal']);

/** The bytes of a response, with the unique values of each scan blanked. */
const sameBytes = (text: string): string =>
  JSON.stringify(JSON.parse(text, (name, value: unknown) => (ITS_OWN.has(name) ? null : value)));

for (const [name, site] of someOf(Object.entries({ capableSite, carelessPages }))) {
  it(`over REST, of ${name}`, async () => {
    const [service, server] = await Promise.all([shareTestService(), serveSite(site)]);
    const key = await service.key();
    const scan = async () => {
      const { id } = await startScan(service, key, { url: `${server.origin}/`, pageLimit: 20 });
      await untilEnded(service, key, id);
      const read = await rest(service, `/api/v1/scans/${id}`, { key });
      const explained = await rest(service, `/api/v1/scans/${id}/explanation`, { key });
      return [sameBytes(read.text), sameBytes(explained.text)];
    };
    const first = await scan();
    assert.ok((first[0] ?? '').length > 10_000, 'there is much that could differ');
    assert.deepEqual(await scan(), first);
    await server.close();
    await service.stop();
  });
}
