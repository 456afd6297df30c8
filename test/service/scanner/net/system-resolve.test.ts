/** Names in DNS and in the hosts file, while other name servers are silent. */
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Resolve } from '../../../../src/scanner/net/fetch-types.ts';
import { createSystemResolve } from '../../../../src/scanner/net/resolve-host.ts';

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;
type Answers = Readonly<Record<number, readonly (readonly number[])[]>>;

const V6 = [0x2a, 0, 0x14, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
/** Undefined is silence; a type that a name lacks has no addresses. */
const ZONE: Readonly<Record<string, Answers | undefined>> = {
  'both.test': {
    [A]: [
      [192, 0, 2, 1],
      [192, 0, 2, 2],
    ],
    [AAAA]: [V6],
  },
  'four.test': { [A]: [[192, 0, 2, 1]] },
  'nothing.test': {},
  'halfsilent.test': { [A]: [[192, 0, 2, 1]] },
  'unknown.test': {},
};
const isSilent = (name: string, type: number) =>
  name.startsWith('silent') ||
  (type === AAAA && name.startsWith('halfsilent')) ||
  (type === AAAA && name === 'unknown.test');

let server: Socket;
let folder: string;
let resolve: Resolve;
before(async () => {
  server = createSocket('udp4', (question, { port, address }) => {
    const answer = answerTo(question);
    if (answer !== undefined) server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'legible-hosts-'));
  const hostsFile = join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '127.0.0.1 localhost\n# 192.0.2.9 four.test\n192.0.2.7\tother.test Listed.test # a\nnone four.test\n',
  );
  resolve = createSystemResolve({ servers: [`127.0.0.1:${server.address().port}`], hostsFile, tryMs: 400 });
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** An answer to a DNS message with one question (RFC 1035, section 4). */
function answerTo(message: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const name = labels.join('.').toLowerCase();
  const type = message.readUInt16BE(at + 1);
  if (isSilent(name, type)) return undefined;
  const zone = ZONE[name];
  const addresses = zone?.[type] ?? [];
  const head = Buffer.alloc(12);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (zone === undefined ? NXDOMAIN : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([head, message.subarray(12, at + 5), ...records]);
}

const codeOf = (host: string) => resolve(host).then(String, ({ code }) => code);

describe('untrusted names', () => {
  it('have addresses of both families, by turns', async () =>
    assert.deepEqual(await resolve('both.test'), ['192.0.2.1', '2a00:1450::1', '192.0.2.2']));
  it('may have one family', async () => assert.deepEqual(await resolve('four.test'), ['192.0.2.1']));
  it('may have no answer for one family', async () =>
    assert.deepEqual(await resolve('halfsilent.test'), ['192.0.2.1']));
  for (const [host, code] of [
    ['nowhere.test', 'ENOTFOUND'],
    ['nothing.test', 'ENODATA'],
    ['silent.test', 'ETIMEOUT'],
    ['unknown.test', 'ETIMEOUT'],
    [`${'a'.repeat(64)}.test`, 'EBADNAME'],
  ] as const) {
    it(`fail: ${host.slice(0, 20)} is ${code}`, async () => assert.equal(await codeOf(host), code));
  }
  it('are those of the hosts file first', async () => assert.deepEqual(await resolve('listed.test'), ['192.0.2.7']));
  it('are found while the name servers of others are silent', async () => {
    const silent = Array.from({ length: 100 }, (_, at) => codeOf(`silent${at}.test`));
    const ended = Promise.all(silent);
    assert.deepEqual(await Promise.race([resolve('four.test'), ended]), ['192.0.2.1']);
    assert.deepEqual(new Set(await ended), new Set(['ETIMEOUT']));
  });
});

describe('what the machine resolves by itself', () => {
  it('are names without a dot', async () => assert.match((await resolve('localhost')).join(), /127\.0\.0\.1|::1/));
  it('are hosts under a permit', async () => {
    // A spelling that the C library knows, and DNS does not.
    assert.deepEqual(await resolve('127.1', true), ['127.0.0.1']);
    assert.equal(await codeOf('127.1'), 'ENOTFOUND');
  });
});
