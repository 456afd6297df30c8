import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LogAnswer } from '../../../src/schema/log-report.ts';
import { madeLines, newTruth } from '../../support/generated-log.ts';
import { shareTestService, type TestService } from '../../support/service.ts';

const MAX_PACKED_BYTES = 200_000_000;
const MAX_UNPACKED_BYTES = 2_000_000_000;
/** More than for a quarter of the upload. Three quarters of it are 150 MB. */
const MAX_GROWTH_BYTES = 60_000_000;
const SAMPLE_MS = 50;

describe('a large upload', () => {
  let service: TestService;
  before(async () => {
    service = await shareTestService();
  });
  after(() => service.stop());

  /** Sends a member of gzip again and again. */
  const upload = async (member: Uint8Array, count: number): Promise<Response> => {
    let left = count;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left === 0) controller.close();
        else controller.enqueue(member);
        left -= 1;
      },
    });
    // A member that Node needs for a stream, and that the DOM's type lacks.
    const streamed = { duplex: 'half' };
    return fetch(`${service.url}/api/v1/logs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await service.key()}`,
        'content-type': 'text/plain',
        'content-encoding': 'gzip',
      },
      body,
      ...streamed,
    });
  };

  /** With the largest resident memory of this process, in which the service is and the sender. */
  const sent = async (member: Uint8Array, count: number): Promise<{ response: Response; peakBytes: number }> => {
    let peakBytes = 0;
    const sampler = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    }, SAMPLE_MS);
    const response = await upload(member, count);
    clearInterval(sampler);
    return { response, peakBytes };
  };

  it('of nearly 200 MB packed is read to its end, in memory that does not grow with it', {
    timeout: 180_000,
  }, async () => {
    const truth = newTruth();
    // Stored without compression, because no log of 200 MB packed is below 2 GB unpacked otherwise.
    const member = gzipSync(`${[...madeLines(5000, () => 'combined', truth)].join('\n')}\n`, { level: 0 });
    const members = Math.floor(MAX_PACKED_BYTES / member.length);
    assert.ok(members * member.length > MAX_PACKED_BYTES - 2_000_000);
    const small = await sent(member, Math.floor(members / 4));
    const large = await sent(member, members);
    const { response } = large;
    assert.equal(response.status, 201, await response.clone().text());
    const { report } = LogAnswer.parse(await response.json());
    assert.equal(report?.lines.requests, truth.requests * members);
    assert.equal(report?.lines.agents, truth.agents * members);
    assert.deepEqual(report?.leftOut, []);
    const grown = large.peakBytes - small.peakBytes;
    assert.ok(grown < MAX_GROWTH_BYTES, `${Math.round(grown / 1e6)} MB more than for a quarter of it`);
  });

  it('that unpacks to more than 2 GB is refused in words that name the command', { timeout: 180_000 }, async () => {
    const text = `${[...madeLines(20_000, () => 'combined', newTruth())].join('\n')}\n`;
    const member = gzipSync(text);
    const members = Math.ceil(MAX_UNPACKED_BYTES / Buffer.byteLength(text)) + 1;
    assert.ok(member.length * members < MAX_PACKED_BYTES, 'it is within the limit of what is sent');
    const response = await upload(member, members);
    assert.equal(response.status, 413);
    assert.match(
      await response.text(),
      /The log is larger than 2 GB unpacked\. Send a part of it, or read it with the command: legible logs FILE\./,
    );
  });
});
