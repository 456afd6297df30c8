import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { drawnArrows, HOMES, LEAVES, MAY_IMPORT, roomOf } from '../../scripts/rooms.ts';

/** Of Node's network modules, what opens no connection and asks for no name. */
const STAYS_INSIDE = new Set(['isIP', 'createServer', 'IncomingMessage', 'Server', 'ServerResponse', 'STATUS_CODES']);

const root = resolve(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const edges = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({ file, to })),
);

describe('architecture', () => {
  it('every room has a row', () => {
    assert.deepEqual(
      [...new Set(files.map(roomOf))].filter((layer) => !(layer in MAY_IMPORT) && !LEAVES.includes(layer)),
      [],
    );
  });

  it('a row of the table names only rows above it', () => {
    const rooms = Object.keys(MAY_IMPORT);
    const upward = Object.entries(MAY_IMPORT).flatMap(([room, imports], at) =>
      imports.filter((each) => !rooms.slice(0, at).includes(each)).map((each) => `${room} -> ${each}`),
    );
    assert.deepEqual(upward, []);
  });

  it('the drawing has an arrow for what no other path implies, and no other', () => {
    assert.deepEqual(drawnArrows({ a: [], b: ['a'], c: ['a', 'b'], d: ['a'], e: ['c', 'd', 'a'] }), [
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
      ['e', 'c'],
      ['e', 'd'],
    ]);
  });

  it('no file imports itself through others, type imports included', () => {
    const targets = new Map(files.map((file): [string, string[]] => [file, []]));
    for (const { file, to } of edges) {
      const target = relative(root, resolve(root, dirname(file), to));
      if (targets.has(target)) targets.get(file)?.push(target);
    }
    // Files that import none of the others, or that none of them imports, are taken away until all that is left lies on a circle.
    for (let before = -1; before !== targets.size; ) {
      before = targets.size;
      const imported = new Set([...targets.values()].flat());
      for (const [file, imports] of targets) {
        if (!imported.has(file) || !imports.some((each) => targets.has(each))) targets.delete(file);
      }
    }
    assert.deepEqual([...targets.keys()], []);
  });

  it('imports point inwards', () => {
    const wrong = edges
      .filter(({ to }) => to.startsWith('.') && to.endsWith('.ts'))
      .filter(({ file, to }) => {
        const from = roomOf(file);
        const target = roomOf(relative(root, resolve(root, dirname(file), to)));
        const allowed = MAY_IMPORT[from] ?? [];
        return from !== target && !LEAVES.includes(target) && !allowed.includes(target);
      });
    assert.deepEqual(
      wrong.map(({ file, to }) => `${file} -> ${to}`),
      [],
    );
  });

  it('packages stay at home', () => {
    const wrong = edges.filter(({ file, to }) =>
      Object.entries(HOMES).some(
        ([name, layers]) => (to === name || to.startsWith(`${name}/`)) && !layers.includes(roomOf(file)),
      ),
    );
    assert.deepEqual(
      wrong.map(({ file, to }) => `${file} -> ${to}`),
      [],
    );
  });

  it('only config and the entries read the environment', () => {
    const readers = sources.filter(({ text }) => /process\.env/.test(text)).map(({ file }) => file);
    assert.deepEqual(readers.sort(), [
      'cli.ts',
      'cli/commands/account.ts',
      'cli/local-engine.ts',
      'cli/server-access.ts',
      'cli/stdio-server.ts',
      'main.ts',
      // Passes on what a browser needs, and nothing that is secret.
      'scanner/browser/start-program.ts',
    ]);
  });

  it('every request to the network goes through the guard', () => {
    const out = sources.flatMap(({ file, text }) => {
      const imported = [
        ...text.matchAll(/^import (?!type)([^;]+) from '(node:(?:net|tls|dns|http|https|http2|dgram)[/\w]*)'/gm),
      ];
      const named = imported.flatMap(([, names = '', from]) =>
        names
          .replace(/[{}]/g, '')
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ') && !STAYS_INSIDE.has(name))
          .map((name) => `${file}: ${name} of ${from}`),
      );
      const opened = text.match(/(?:[=(,:?]|await|return) ?fetch\(|globalThis\.fetch|new (?:WebSocket|EventSource)\(/);
      return opened === null ? named : [...named, `${file}: ${opened[0]}`];
    });
    assert.deepEqual(out.sort(), [
      // The server that the user of the command line has just started there.
      'cli/start-server.ts: await fetch(',
      // A reverse proxy's, to the target that its operator names.
      'middleware/gateway/target.ts: Agent as TlsAgent of node:https',
      'middleware/gateway/target.ts: Agent of node:http',
      'middleware/gateway/target.ts: request as requestHttp of node:http',
      'middleware/gateway/target.ts: request as requestHttps of node:https',
      // The browser whose address the operator names.
      'scanner/browser/protocol.ts: new WebSocket(',
      'scanner/net/connector.ts: connect as connectTcp of node:net',
      'scanner/net/connector.ts: connect as connectTls of node:tls',
      'scanner/net/resolve-host.ts: Resolver of node:dns/promises',
      'scanner/net/resolve-host.ts: lookup of node:dns/promises',
      'scanner/net/reverse-dns.ts: Resolver of node:dns/promises',
      // A client's request: to the server that its user names.
      'transport/progress-client.ts: new WebSocket(',
    ]);
  });

  it('no file that people write has more than 500 lines', () => {
    const long = sources
      .filter(({ text }) => !text.startsWith('/** Made by `npm run generate`') && text.split('\n').length > 500)
      .map(({ file }) => file);
    assert.deepEqual(long, []);
  });
});
