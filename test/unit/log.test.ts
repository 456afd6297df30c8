import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createLog, LOG_LEVELS, redactKeys } from '../../src/log.ts';

fc.configureGlobal({ seed: 1 });

const SECRET = 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0';
const KEY = `svc_live_Ab3dE6gH_${SECRET}`;

/** The contents of log lines. */
function written(write: (log: ReturnType<typeof createLog>) => void, level: (typeof LOG_LEVELS)[number] = 'trace') {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
}

describe('redactKeys', () => {
  const cases: [string, string][] = [
    [`key ${KEY}.`, 'key svc_live_Ab3dE6gH_[redacted].'],
    [`${KEY},${KEY}`, 'svc_live_Ab3dE6gH_[redacted],svc_live_Ab3dE6gH_[redacted]'],
    [`?key=${KEY}&x=1`, '?key=svc_live_Ab3dE6gH_[redacted]&x=1'],
    ['prefix svc_live_Ab3dE6gH alone', 'prefix svc_live_Ab3dE6gH alone'],
    ['nothing here', 'nothing here'],
  ];
  for (const [text, expected] of cases) it(text.slice(0, 40), () => assert.equal(redactKeys(text), expected));
});

describe('a key in a log line', () => {
  const error = Object.assign(new Error(`bad key ${KEY}`, { cause: new Error(`from ${KEY}`) }), { key: KEY });
  const cases: [string, (log: ReturnType<typeof createLog>) => void][] = [
    ['in a message', (log) => log.info(`got ${KEY}`)],
    ['as an argument of a message', (log) => log.info('got %s and %j', KEY, { key: KEY })],
    ['in a member', (log) => log.warn({ key: KEY }, 'a call')],
    ['as the name of a member', (log) => log.warn({ [KEY]: 1 }, 'a call')],
    ['deep inside', (log) => log.info({ a: { b: [{ c: { d: { e: KEY } } }] } })],
    ['in an error, its stack, cause and members', (log) => log.error({ err: error }, 'failed')],
    ['in an error alone', (log) => log.error(error)],
    ['in a URL', (log) => log.info({ url: new URL(`http://a.example/?key=${KEY}`) })],
    ['in a child', (log) => log.child({ key: KEY }).info('a call')],
    ['in a header', (log) => log.info({ headers: { authorization: `Bearer ${KEY}` } })],
  ];
  for (const [where, write] of cases) {
    it(where, () => {
      const lines = written(write);
      assert.equal(lines.length, 1);
      assert.ok(!lines.join().includes(SECRET), lines.join());
    });
  }

  it('is its public half', () =>
    assert.match(written((log) => log.info(KEY)).join(), /svc_live_Ab3dE6gH_\[redacted\]/));

  it('never contains the secret, at any position', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.string().map((text) => `${text}${KEY}${text.replace(/^\w+/, '')}`),
    );
    const nested = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 6 }, leaf, fc.array(tie('node')), fc.dictionary(fc.string(), tie('node'))),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), nested), fc.string(), (members, message) => {
        const [line = ''] = written((log) => log.info(members, `${message} ${KEY}`));
        assert.ok(!line.includes(SECRET), line);
        JSON.parse(line);
      }),
    );
  });
});

describe('headers and members that hold a secret', () => {
  const OPAQUE = 'c2lkPXNlY3JldA==';
  const names = [
    'authorization',
    'Authorization',
    'AUTHORIZATION',
    'proxy-authorization',
    'cookie',
    'Cookie',
    'set-cookie',
    'Set-Cookie',
    'setCookie',
    'x-payment',
    'X-PAYMENT',
    'payment-signature',
    'PAYMENT-SIGNATURE',
    'secret',
    'password',
  ];
  const places: [string, (name: string, value: unknown) => (log: ReturnType<typeof createLog>) => void][] = [
    ['at the top', (name, value) => (log) => log.info({ [name]: value })],
    ['among headers', (name, value) => (log) => log.info({ headers: { [name]: value } })],
    ['in a request', (name, value) => (log) => log.info({ req: { method: 'GET', headers: { [name]: value } } })],
    ['in a list', (name, value) => (log) => log.info({ calls: [{ request: { headers: { [name]: value } } }] })],
    ['in a child', (name, value) => (log) => log.child({ headers: { [name]: value } }).info('x')],
    [
      'on an error',
      (name, value) => (log) =>
        log.error({ err: Object.assign(new Error('x'), { response: { headers: { [name]: value } } }) }),
    ],
  ];
  for (const [place, write] of places) {
    it(`hides them ${place}, however spelt`, () => {
      for (const name of names) {
        const line = written(write(name, OPAQUE)).join();
        assert.ok(!line.includes(OPAQUE), line);
        assert.ok(line.includes(name) && line.includes('[redacted]'), line);
        assert.ok(
          !written(write(name, [OPAQUE, { also: OPAQUE }]))
            .join()
            .includes(OPAQUE),
        );
      }
    });
  }

  it('leaves other members as they are', () => {
    const members = { accept: '*/*', cookies: 2, secretary: 'Ann', author: 'Bob', nothing: null, list: [1, 'a', true] };
    const { level, time, msg, ...rest } = JSON.parse(written((log) => log.info(members, 'said')).join());
    assert.deepEqual([rest, level, msg, typeof time], [members, 30, 'said', 'number']);
  });
});

describe('createLog', () => {
  it('writes one JSON line for each call', () => {
    const lines = written((log) => {
      log.info('one\ntwo');
      log.info({ a: 1n, b: undefined, c: () => 1, d: Number.NaN, e: new Date(0) }, 'odd values');
      const circle: Record<string, unknown> = { name: 'circle' };
      circle.self = circle;
      log.info({ circle }, 'a circle');
    });
    assert.equal(lines.length, 3);
    for (const line of lines) {
      assert.ok(line.endsWith('}\n') && line.indexOf('\n') === line.length - 1, line);
      assert.equal(typeof JSON.parse(line), 'object');
    }
  });

  it('writes what its level lets through', () => {
    for (const [at, level] of LOG_LEVELS.entries()) {
      const lines = written((log) => {
        for (const name of LOG_LEVELS) if (name !== 'silent') log[name](name);
      }, level);
      assert.equal(lines.length, level === 'silent' ? 0 : at + 1, level);
    }
  });
});
