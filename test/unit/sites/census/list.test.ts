import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAllowedPrivateHosts } from '../../../../src/scanner/net/submitted-url.ts';
import { createListCounts, type ListLine, linesOfList, readOptOuts } from '../../../../src/sites/census/list.ts';
import { allOf } from '../../../support/all-of.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const linesIn = async (text: string | Uint8Array, options = {}, size = 7): Promise<ListLine[]> =>
  allOf(linesOfList(chunksOf(typeof text === 'string' ? Buffer.from(text) : text, size), options));

const said = (line: ListLine | undefined) => (line?.is === 'host' ? line.host.url : line?.is);

describe('the list of a census', () => {
  const CASES: readonly (readonly [line: string, becomes: string])[] = [
    ['example.com', 'https://example.com/'],
    ['  http://example.com/docs?a=1#b  ', 'http://example.com/'],
    ['EXAMPLE.com.', 'https://example.com/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['1,example.com', 'https://example.com/'],
    ['https://www.example.com,1000', 'https://www.example.com/'],
    ['example.com\r', 'https://example.com/'],
    ['example.com # a comment', 'https://example.com/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['# a comment', 'empty'],
    ['   ', 'empty'],
    ['origin,rank', 'no host'],
    ['domain', 'no host'],
    ['ftp://example.com/', 'no host'],
    ['not a host', 'no host'],
    ['10.0.0.1', 'refused'],
    ['http://169.254.169.254/', 'refused'],
    ['a\u0000b.example', 'not text'],
    [`example.com/${'x'.repeat(5000)}`, 'too long'],
  ];
  for (const [line, becomes] of CASES) {
    it(`${JSON.stringify(line.slice(0, 40))}: ${becomes}`, async () => {
      assert.deepEqual((await linesIn(line)).map(said), [becomes]);
    });
  }

  it('names each host once, whatever the path and the spelling', async () => {
    const lines = await linesIn('example.com\nhttps://EXAMPLE.com/other\nexample.com:8080\nhttp://example.com/\n');
    assert.deepEqual(lines.map(said), ['https://example.com/', 'duplicate', 'https://example.com:8080/', 'duplicate']);
  });

  it('is read in chunks of any size, with lines of a megabyte and of bytes that are no text', async () => {
    const parts = [
      Buffer.from('one.example\n'),
      Buffer.alloc(1_000_000, 'x'),
      Buffer.from('\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
    ];
    const bytes = Buffer.concat([...parts, Buffer.from('two.example')]);
    for (const size of [1000, 65_536, bytes.length]) {
      const lines = await linesIn(bytes, {}, size);
      assert.deepEqual(
        lines.map(said),
        ['https://one.example/', 'too long', 'not text', 'https://two.example/'],
        `${size}`,
      );
    }
  });

  it('has permits for private hosts that the operator allows, by http where no scheme is named', async () => {
    const [line] = await linesIn('127.0.0.1:8080', { allowed: parseAllowedPrivateHosts('127.0.0.0/8') });
    assert.ok(line?.is === 'host');
    assert.deepEqual(
      [line.host.url, line.host.permit, line.host.isSchemeAssumed],
      ['http://127.0.0.1:8080/', { host: '127.0.0.1', port: 8080 }, false],
    );
  });

  it('leaves out hosts that want no part, with their subdomains', async () => {
    const isOptedOut = await readOptOuts(
      chunksOf(Buffer.from('# wishes\nout.example\nhttps://www.other.example/\n'), 5),
    );
    const lines = await linesIn('out.example\na.b.out.example\nout.example.org\nother.example\n', { isOptedOut });
    assert.deepEqual(lines.map(said), ['opted out', 'opted out', 'https://out.example.org/', 'https://other.example/']);
  });

  it('is counted by what its lines are', async () => {
    const counts = createListCounts();
    for (const line of await linesIn('a.example\n\na.example\nnonsense\n')) counts.add(line);
    const { lines, hosts, empty, duplicate, 'no host': noHost } = counts.counts();
    assert.deepEqual([lines, hosts, empty, duplicate, noHost], [4, 1, 1, 1, 1]);
  });
});
