import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { madeLines, newTruth } from '../../support/generated-log.ts';
import { shareTestService, type TestService } from '../../support/service.ts';

const LIMIT_BYTES = 2_000_000_000;

describe('an upload that unpacks to more than 2 GB', () => {
  let service: TestService;
  before(async () => {
    service = await shareTestService();
  });
  after(() => service.stop());

  it('is refused in words that name the command', { timeout: 180_000 }, async () => {
    const text = `${[...madeLines(20_000, () => 'combined', newTruth())].join('\n')}\n`;
    const member = gzipSync(text);
    const members = Math.ceil(LIMIT_BYTES / Buffer.byteLength(text)) + 1;
    assert.ok(member.length * members < 200_000_000, 'it is within the limit of what is sent');
    const response = await fetch(`${service.url}/api/v1/logs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await service.key()}`,
        'content-type': 'text/plain',
        'content-encoding': 'gzip',
      },
      body: Buffer.concat(Array.from({ length: members }, () => member)),
    });
    assert.equal(response.status, 413);
    assert.match(
      await response.text(),
      /The log is larger than 2 GB unpacked\. Send a part of it, or read it with the command: legible logs FILE\./,
    );
  });
});
