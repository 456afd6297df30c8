/** `legible stdio` as a process: what ends it, and that nothing but messages is on its stdout. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { programOf } from '../../support/program.ts';
import { newDataDir, startTestService } from '../../support/service.ts';
import { answerOf, readScan, startScan, toolCall, untilEnded } from '../../support/service-doors.ts';
import { serveSite } from '../../support/site-server.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A package that prints whenever the process gets a signal. */
const NOISY = 'data:text/javascript,process.on("SIGUSR2",()=>console.log("noise"))';
/** Two processes scan side by side. */
const PATIENCE_MS = 60_000;
const ping = (id: number, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params });

let dataDir: string;
before(async () => {
  dataDir = await newDataDir();
});
after(() => rm(dataDir, { recursive: true, force: true }));

let started: ChildProcess | undefined;
// One that did not end as it should does not outlive its test.
afterEach(() => started?.kill('SIGKILL'));

async function start(folder = dataDir) {
  const [program, ...parameters] = programOf('src/cli.ts', ['--import', NOISY]);
  const child = spawn(program, [...parameters, 'stdio'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  });
  started = child;
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (line: string) => child.stdin.write(`${line}\n`);
  /** The next message on stdout. */
  const next = async () => Object(JSON.parse(String((await lines.next()).value)));
  send(ping(1));
  assert.equal((await next()).id, 1);
  return { child, exited, send, next, said: () => said };
}

describe('legible stdio', () => {
  it('ends, and says why, after a line that is longer than it reads', { timeout: 60_000 }, async () => {
    const { send, exited, said } = await start();
    send(ping(2, { padding: 'x'.repeat(1024 * 1024) }));
    assert.deepEqual(await exited, [0, null]);
    assert.match(said(), /exceeded maximum size of 1048576 bytes/);
  });

  it('ends on a stop signal', { timeout: 60_000 }, async () => {
    const { child, exited } = await start();
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });

  it('reports invalid messages on stderr and continues; output of packages goes there too', {
    timeout: 60_000,
  }, async () => {
    const { child, send, next, said, exited } = await start();
    const told = once(child.stderr, 'data');
    child.kill('SIGUSR2');
    await told;
    send('{"a":1}');
    send(ping(2));
    assert.equal((await next()).id, 2);
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
    assert.match(said(), /noise/);
    assert.match(said(), /MCP over stdio/);
  });

  it('sends a client of the earlier era nothing that its revision does not know', { timeout: 60_000 }, async () => {
    const { child, send, next, exited } = await start();
    send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }));
    assert.deepEqual(Object.keys((await next()).result), ['tools']);
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
  });

  it('answers each invalid request with the same words as other transports', { timeout: 60_000 }, async () => {
    const { child, send, next, exited } = await start();
    for (const [line, id, code, words] of [
      ['{"jsonrpc":"2.0","id":2,"method":"tools/list","params":[]}', 2, -32600, /params/],
      [`[${ping(3)}]`, 3, -32600, /^Batches/],
      ['{"jsonrpc":"2.0","id":4,"method":"initialize","params":{}}', 4, -32602, /^params\.protocolVersion: expected/],
    ] as const) {
      send(line);
      const { id: answered, error } = await next();
      assert.deepEqual([answered, error.code], [id, code]);
      assert.match(error.message, words);
    }
    send(ping(5));
    assert.equal((await next()).id, 5);
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
  });

  it('works on the data of a server that runs, which goes on with its own', { timeout: 120_000 }, async (t) => {
    const [service, site] = await Promise.all([startTestService(), serveSite(tinyLegit)]);
    t.after(() => site.close());
    t.after(() => service.stop());
    const key = await service.key();
    const { send, next, child, exited } = await start(service.dataDir);
    const call = async (name: string, input: object) => {
      send(JSON.stringify(toolCall(name, input)));
      return answerOf((await next()).result);
    };
    const theirs = await startScan(service, key, { url: site.origin, pageLimit: 2 });
    const { output, text } = await call('start_scan', { url: site.origin, pageLimit: 2 });
    const { id } = Object(output);
    assert.ok(id, text);
    // A bearer of the token may read it on any transport of the same data.
    const { report } = Object((await call('get_scan', { id })).output);
    const shareToken = String(report).slice('/s/'.length);
    assert.equal((await untilEnded(service, key, shareToken, PATIENCE_MS)).status, 'completed');
    assert.equal((await untilEnded(service, key, theirs.id, PATIENCE_MS)).status, 'completed');
    assert.equal(Object((await call('get_scan', { id })).output).status, 'completed');
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
    assert.equal((await readScan(service, key, theirs.id)).id, theirs.id, 'the server goes on');
  });
});
