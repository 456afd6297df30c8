import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { AskFailure } from '../../../src/schema/ask.ts';
import { legibleUnder } from '../../support/service-process.ts';

const FOREIGN = 'who won the world cup';

describe('legible ask without an answer', () => {
  it('says so on stderr alone, and exits with 2', async () => {
    const { code, stdout, stderr } = await legibleUnder({}, 'ask', FOREIGN);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^legible: Nothing here matches the query\./);
  });

  it('prints the failure of the other doors as JSON', async () => {
    const { code, stdout } = await legibleUnder({}, 'ask', FOREIGN, '--format', 'json');
    assert.equal(code, 2);
    const { _meta, error } = AskFailure.parse(JSON.parse(stdout));
    assert.deepEqual([_meta.response_type, _meta.mode, error.code], ['failure', 'summarize', 'NO_RESULTS']);
  });

  it('prints the failure of a server as JSON', async () => {
    const meta = { response_type: 'failure', version: '0.1', mode: 'summarize' };
    const body = JSON.stringify({ _meta: meta, error: { code: 'NO_RESULTS', message: 'Nothing here matches.' } });
    const server = createServer((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const environment = { LEGIBLE_URL: `http://127.0.0.1:${port}` };
      const { code, stdout } = await legibleUnder(environment, 'ask', FOREIGN, '--format', 'json');
      assert.equal(code, 2);
      assert.deepEqual(JSON.parse(stdout), JSON.parse(body));
    } finally {
      server.close();
    }
  });
});
