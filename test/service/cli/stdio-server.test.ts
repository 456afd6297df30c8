import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStdioServer } from '../../../src/cli/stdio-server.ts';
import { MCP_LIMITS } from '../../../src/scanner/mcp/session/wire.ts';

const start = (script: string) => startStdioServer([process.execPath, '-e', script], { env: {} });

/** The lines of a server until it ends or has written `count`. */
async function linesOf(script: string, count = Number.POSITIVE_INFINITY) {
  const server = await start(script);
  const lines: string[] = [];
  await new Promise<void>((resolve) => {
    server.onLine((line) => {
      if (line !== undefined) lines.push(line);
      if (line === undefined || lines.length >= count) resolve();
    });
  });
  return { server, lines };
}

describe('a server over stdio', { concurrency: 2 }, () => {
  it('a line that arrives in pieces, within a character too, is one line', async () => {
    const { server, lines } = await linesOf(
      `const bytes = Buffer.from('one\\ngrün\\nrest');
       process.stdout.write(bytes.subarray(0, 7), () => setTimeout(() => process.stdout.write(bytes.subarray(7)), 50));`,
    );
    assert.deepEqual(lines, ['one', 'grün']);
    assert.equal(server.ending, 'the process ended with exit code 0');
    await server.stop();
  });

  it('a line without an end, and lines without an end, stop at the limits of a hosted server', async () => {
    for (const text of ['a'.repeat(1_000), `${'1'.repeat(99)}\\n`.repeat(10)]) {
      const script = `const more = () => { while (process.stdout.write('${text}')); process.stdout.once('drain', more); }; more();`;
      const { server, lines } = await linesOf(script);
      assert.equal(server.ending, 'the process wrote more than a session may hold');
      assert.ok(lines.length <= MCP_LIMITS.sessionBytes);
      await server.stop();
    }
  });

  it('stop returns although a process of another group holds the output, and ends one that ignores SIGTERM', async () => {
    const stays = `process.on('SIGTERM', () => undefined); setTimeout(() => undefined, 15_000); console.log(process.pid);`;
    const { server, lines } = await linesOf(
      `const { spawn } = require('node:child_process');
       const stays = ${JSON.stringify(stays)};
       for (const detached of [false, true]) spawn(process.execPath, ['-e', stays], { detached, stdio: 'inherit' });
       process.on('SIGTERM', () => undefined);
       setInterval(() => undefined, 60_000);`,
      2,
    );
    const startedAt = performance.now();
    await server.stop();
    assert.ok(performance.now() - startedAt < 6_000);
    assert.equal(server.ending, 'the process was ended by SIGKILL');
    await sleep(200);
    const alive = lines.map(Number).filter(isAlive);
    for (const pid of alive) process.kill(pid, 'SIGKILL');
    // Only Linux tells the environment of a process that left the group.
    assert.ok(alive.length <= (process.platform === 'linux' ? 0 : 1), `${alive.length} live on`);
  });

  it('one that ends at once: its last lines, without the values of its variables', async () => {
    const env = { API_TOKEN: 'tide-77-secret' };
    const script = `console.error('x'.repeat(40_000)); console.error('Error: ' + process.env.API_TOKEN + ' is refused'); process.exit(3)`;
    const server = await startStdioServer([process.execPath, '-e', script], { env });
    await new Promise<void>((resolve) => server.onLine((line) => line === undefined && resolve()));
    assert.equal(server.ending, 'the process ended with exit code 3');
    assert.deepEqual(await server.lastErrors(), ['Error: *** is refused']);
    await server.stop();
  });

  it('one whose error stream another process holds: its end is told at once', async () => {
    const { server } = await linesOf(
      `const { spawn } = require('node:child_process');
       spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 15_000)'], { detached: true, stdio: ['ignore', 'ignore', 'inherit'] }).unref();
       console.error('no port');`,
    );
    const startedAt = performance.now();
    assert.deepEqual(await server.lastErrors(), ['no port']);
    assert.ok(performance.now() - startedAt < 3_000);
    await server.stop();
  });

  it('one that writes without end to its error stream is not held up', async () => {
    const { server, lines } = await linesOf(
      `console.error('y'.repeat(4_000_000)); process.stdout.write('ready\\n'); setInterval(() => undefined, 60_000)`,
      1,
    );
    assert.deepEqual(lines, ['ready']);
    await server.stop();
  });

  it('a command that does not exist: the error says that it cannot be started', async () => {
    await assert.rejects(startStdioServer(['no-such-program-anywhere'], { env: {} }), /cannot be started \(ENOENT\)/);
  });
});

/** A process that has ended stays in the table until its parent asks for it. */
const isAlive = (pid: number): boolean =>
  /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
