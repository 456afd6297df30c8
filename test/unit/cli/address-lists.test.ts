import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readAddressLists } from '../../../src/cli/logs/address-lists.ts';
import { refreshRanges } from '../../../src/cli/logs/refresh-ranges.ts';
import { readSignatureKeys } from '../../../src/cli/logs/signature-keys.ts';
import { AGENT_IDENTITIES } from '../../../src/scanner/known-agents.ts';
import type { Fetcher, FetchResult } from '../../../src/scanner/net/fetch-types.ts';
import { answered } from '../../support/artifacts.ts';
import { GPTBOT_LIST } from '../../support/generated-log.ts';

const DIRECTORIES = new Map([
  ['chatgpt.com.jwks.json', 'https://chatgpt.com/.well-known/http-message-signatures-directory'],
  ['agent.bot.goog.jwks.json', 'https://agent.bot.goog/.well-known/http-message-signatures-directory'],
]);
const OFFICIAL = new Map([...AGENT_IDENTITIES.flatMap(({ lists }) => Object.entries(lists)), ...DIRECTORIES]);
const KEYS = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', x: Buffer.alloc(32, 9).toString('base64url') }],
});

/** Answers by file name; other lists cannot be reached. */
function fetcherOf(answers: Readonly<Record<string, { status: number; body: string }>>) {
  const asked: string[] = [];
  let isClosed = false;
  const fetcher: Fetcher = {
    async fetch({ url, maxRedirects }): Promise<FetchResult> {
      asked.push(url);
      assert.equal(maxRedirects, [...DIRECTORIES.values()].includes(url) ? 0 : undefined, url);
      const file = [...OFFICIAL].find(([, address]) => address === url)?.[0] ?? '';
      const found = answers[file];
      if (found === undefined)
        return { ok: false, url, hops: [], failure: { code: 'dns', message: 'the host does not exist' } };
      const body = Buffer.from(found.body);
      return { ok: true, answer: answered(url, { status: found.status }), body, firstByteMs: 1, totalMs: 1 };
    },
    async close() {
      isClosed = true;
    },
  };
  return { fetcher, asked, isClosed: () => isClosed };
}

describe('address lists of operators', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-ranges-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('are refreshed from their official addresses, and an answer that is no list leaves the old one', async () => {
    const old = GPTBOT_LIST.replace('192.0.2.0/24', '198.51.100.0/24');
    await writeFile(join(folder, 'googlebot.json'), old);
    const { fetcher, asked, isClosed } = fetcherOf({
      'gptbot.json': { status: 200, body: GPTBOT_LIST },
      'googlebot.json': { status: 200, body: '<html>moved</html>' },
      'bingbot.json': { status: 404, body: GPTBOT_LIST },
    });
    await refreshRanges(folder, fetcher);
    assert.deepEqual(asked.sort(), [...OFFICIAL.values()].sort());
    assert.ok(asked.every((url) => url.startsWith('https://')));
    assert.equal(isClosed(), true);
    assert.deepEqual((await readdir(folder)).sort(), ['googlebot.json', 'gptbot.json']);
    assert.equal(await readFile(join(folder, 'gptbot.json'), 'utf8'), GPTBOT_LIST);
    assert.equal(await readFile(join(folder, 'googlebot.json'), 'utf8'), old);
  });

  it('come with the keys of agents that sign, and an answer without a key leaves those that are there', async () => {
    const keys = await mkdtemp(join(tmpdir(), 'legible-ranges-'));
    const { fetcher } = fetcherOf({ 'chatgpt.com.jwks.json': { status: 200, body: KEYS } });
    await refreshRanges(keys, fetcher);
    assert.deepEqual(await readdir(keys), ['chatgpt.com.jwks.json']);
    for (const answer of [
      { status: 200, body: '{"keys":[]}' },
      { status: 302, body: KEYS.replace('Ed25519', 'P-256') },
    ])
      await refreshRanges(keys, fetcherOf({ 'chatgpt.com.jwks.json': answer }).fetcher);
    assert.equal((await readSignatureKeys(keys)).get('chatgpt.com')?.size, 1);
    await rm(keys, { recursive: true });
  });

  it('are read by their official names, with their own date or that of the file', async () => {
    const at = new Date('2026-11-20T00:00:00Z');
    await writeFile(join(folder, 'googlebot.json'), '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}');
    await utimes(join(folder, 'googlebot.json'), at, at);
    await writeFile(join(folder, 'notes.json'), 'not a list');
    const lists = await readAddressLists(folder, at.getTime());
    assert.deepEqual([...lists.keys()], ['googlebot.json', 'gptbot.json']);
    assert.equal(lists.get('gptbot.json')?.createdAt, '2026-11-01T00:00:00');
    assert.equal(lists.get('googlebot.json')?.createdAt, at.toISOString());
  });

  it('are refused when one of them cannot be used, and when there is none', async () => {
    const other = await mkdtemp(join(tmpdir(), 'legible-ranges-'));
    await assert.rejects(readAddressLists(other, Date.now()), /has none of the files/);
    const keyFile = join(other, 'chatgpt.com.jwks.json');
    await writeFile(keyFile, KEYS);
    assert.equal((await readAddressLists(other, Date.now())).size, 0, 'a folder may have keys alone');
    assert.deepEqual([...(await readSignatureKeys(other)).keys()], ['chatgpt.com']);
    for (const content of ['no JSON', '{"keys":[]}', '{"keys":[{"kty":"RSA"}]}']) {
      await writeFile(keyFile, content);
      await assert.rejects(readSignatureKeys(other), /chatgpt\.com\.jwks\.json.* has no Ed25519 key/);
    }
    await writeFile(join(other, 'gptbot.json'), '{"prefixes":["300.0.0.1/8"]}');
    await assert.rejects(readAddressLists(other, Date.now()), /gptbot\.json cannot be used: one of its prefixes/);
    await rm(other, { recursive: true });
  });
});
