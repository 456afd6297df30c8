/** Every endpoint with an ETag handles If-None-Match alike. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shareTestService, type TestService } from '../../support/service.ts';
import { startScan, untilEnded } from '../../support/service-doors.ts';

const ENDPOINTS = [
  '/assets/styles.css',
  '/docs',
  '/docs.md',
  '/bot',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/http-message-signatures-directory',
];

describe('If-None-Match', () => {
  let service: TestService;
  let key = '';
  let scan = '';
  before(async () => {
    service = await shareTestService();
    key = await service.key();
    // A closed port: the scan fails, and its record changes no more.
    const { id, pollUrl } = await startScan(service, key, { url: 'http://127.0.0.1:9/' });
    await untilEnded(service, key, id);
    scan = new URL(pollUrl, service.url).pathname;
  });
  after(() => service.stop());

  async function read(path: string, ifNoneMatch?: string) {
    const response = await fetch(service.url + path, {
      headers: {
        ...(path === scan ? { authorization: `Bearer ${key}` } : {}),
        ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
      },
    });
    return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() };
  }

  for (const endpoint of [...ENDPOINTS, 'a scan']) {
    it(`of ${endpoint}`, async () => {
      const path = endpoint === 'a scan' ? scan : endpoint;
      const { status, etag, text } = await read(path);
      assert.equal(status, 200);
      assert.match(etag, /^(?:W\/)?"[^"]+"$/);
      assert.notEqual(text, '');
      const opaque = etag.slice(etag.indexOf('"'));
      for (const held of [etag, opaque, `W/${opaque}`, `"x", W/${opaque}`, `${opaque},"x"`, '*']) {
        assert.deepEqual(await read(path, held), { status: 304, etag, text: '' }, held);
      }
      for (const other of ['"x"', 'W/"x", "y"', opaque.slice(1, -1), `"x${opaque.slice(1)}`]) {
        assert.equal((await read(path, other)).status, 200, other);
      }
    });
  }
});
