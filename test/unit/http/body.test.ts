import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../../src/errors.ts';
import { readBodyText } from '../../../src/http/body.ts';

fc.configureGlobal({ seed: 1 });

const LIMIT = 1000;
const isTooLarge = (error: unknown) =>
  error instanceof ServiceError && error.code === 'payload_too_large' && /\b1000 bytes\b/.test(error.message);

/** A request whose body comes in the given pieces; `read` counts how many were asked for. */
function inPieces(pieces: readonly Uint8Array[], headers: Record<string, string> = {}) {
  const seen = { read: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[seen.read];
        if (piece === undefined) return controller.close();
        seen.read += 1;
        controller.enqueue(piece);
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { request: streamed(body, headers), seen };
}
/** Node requires `duplex` with a stream; the type of the browser's RequestInit lacks it. */
function streamed(body: ReadableStream, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', body, headers, duplex: 'half' };
  return new Request('http://site.example/', init);
}
const whole = (body: string | undefined, headers: Record<string, string> = {}) =>
  new Request('http://site.example/', { method: 'POST', ...(body === undefined ? {} : { body }), headers });
const bytes = (count: number) => new Uint8Array(count).fill(120);

describe('readBodyText', () => {
  const read: [string, Request, string][] = [
    ['no body', whole(undefined), ''],
    ['an empty body', whole(''), ''],
    ['a text', whole('{"a":"é漢😀"}'), '{"a":"é漢😀"}'],
    ['a body at the limit', whole('x'.repeat(LIMIT)), 'x'.repeat(LIMIT)],
    [
      'a body at the limit that says so',
      whole('x'.repeat(LIMIT), { 'content-length': String(LIMIT) }),
      'x'.repeat(LIMIT),
    ],
    ['a body with a byte order mark', whole('\ufeff{}'), '{}'],
    ['a length that is no number', whole('abc', { 'content-length': 'many' }), 'abc'],
  ];
  for (const [what, request, text] of read) {
    it(`reads ${what}`, async () => assert.equal(await readBodyText(request, LIMIT), text));
  }

  it('refuses a length over the limit before it reads', async () => {
    const { request, seen } = inPieces([bytes(1)], { 'content-length': String(LIMIT + 1) });
    await assert.rejects(readBodyText(request, LIMIT), isTooLarge);
    assert.equal(seen.read, 0);
  });

  it('counts bytes and not characters', async () => {
    await assert.rejects(readBodyText(whole('é'.repeat(LIMIT / 2 + 1)), LIMIT), isTooLarge);
    assert.equal(await readBodyText(whole('é'.repeat(LIMIT / 2)), LIMIT), 'é'.repeat(LIMIT / 2));
  });

  it('takes pieces up to the limit', async () => {
    const { request } = inPieces([bytes(400), bytes(0), bytes(599), bytes(1)]);
    assert.equal(await readBodyText(request, LIMIT), 'x'.repeat(LIMIT));
  });

  it('stops at the first piece over the limit and lets the rest go', async () => {
    const { request, seen } = inPieces(Array.from({ length: 50 }, () => bytes(300)));
    await assert.rejects(readBodyText(request, LIMIT), isTooLarge);
    assert.deepEqual(seen, { read: 4, cancelled: true });
  });

  it('does not believe a length that is too small', async () => {
    const { request } = inPieces([bytes(600), bytes(600)], { 'content-length': '5' });
    await assert.rejects(readBodyText(request, LIMIT), isTooLarge);
  });

  it('rejects when the body breaks off', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('the connection is gone'));
      },
    });
    await assert.rejects(
      readBodyText(streamed(body), LIMIT),
      (error) => error instanceof ServiceError && error.code === 'invalid_request' && /broke off/.test(error.message),
    );
  });

  it('puts characters together that were cut between pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(60)), async (text, cuts) => {
        const sent = new TextEncoder().encode(text);
        const edges = [0, ...cuts.filter((cut) => cut < sent.length).sort((a, b) => a - b), sent.length];
        const pieces = edges.slice(1).map((edge, at) => sent.slice(edges[at], edge));
        const { request } = inPieces(pieces);
        assert.equal(await readBodyText(request, LIMIT), text.replace(/^\ufeff/, ''));
      }),
    );
  });
});
