/** Nothing that was signed can be changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type InnerList, parseDictionary, serializeInnerList } from 'structured-headers';
import { contentDigest } from '../../../../src/auth/bot-signature/signature-base.ts';
import { parseUrl } from '../../../../src/basics/parse-url.ts';
import { runsOf } from '../../../support/exhaustive.ts';
import { AGENT, type Sent, sign, verifierOf } from './bot-bench.ts';

const verify = verifierOf();
const isVerified = async (sent: Sent) => (await verify(sent)).state === 'verified';

const BODY = '{"query":"what is llms.txt"}';
const sent = sign({
  url: 'https://example.com/api/v1/ask?a=1&b=2',
  method: 'POST',
  body: BODY,
  headers: { 'signature-agent': `sig1="${AGENT}"`, 'x-intent': 'search', 'content-digest': contentDigest(BODY) },
  components: [
    '@method',
    '@authority',
    '@path',
    '@query',
    'x-intent',
    'content-digest',
    ['signature-agent', { key: 'sig1' }],
  ],
  parameters: { nonce: 'bm9uY2U=' },
});
const RUNS = { numRuns: runsOf(400), seed: 9421 };

/** A text with one character replaced, added or taken away. */
const edited = (text: string) =>
  fc
    .record({
      at: fc.nat(text.length - 1),
      by: fc.constantFrom(...'abcXYZ019"=;()/:,.-_ \\?&'),
      how: fc.constantFrom('replace', 'insert', 'delete'),
    })
    .map(
      ({ at, by, how }) =>
        text.slice(0, at) + (how === 'delete' ? '' : by) + text.slice(how === 'insert' ? at : at + 1),
    )
    .filter((other) => other !== text);

const field = (name: string): string => sent.headers[name] ?? '';

/** What a Signature-Input says, however it is spelled. */
function meaningOf(value: string): string | undefined {
  try {
    const inputs = [...parseDictionary(value)].map(
      ([label, member]) => `${label}=${serializeInnerList(member as InnerList)}`,
    );
    return inputs.join(', ');
  } catch {
    return undefined;
  }
}

describe('mutations', () => {
  it('the request as it was sent is verified', async () => assert.equal(await isVerified(sent), true));

  it('of Signature-Input', async () => {
    await fc.assert(
      fc.asyncProperty(edited(field('signature-input')), async (value) => {
        // White space between the parts is not signed: it says the same.
        fc.pre(meaningOf(value) !== meaningOf(field('signature-input')));
        assert.equal(await isVerified({ ...sent, headers: { ...sent.headers, 'signature-input': value } }), false);
      }),
      RUNS,
    );
  });

  it('of the signature, bit by bit', async () => {
    const bytes = Buffer.from(field('signature').slice('sig1=:'.length, -1), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const signature = `sig1=:${flipped.toString('base64')}:`;
      assert.equal(await isVerified({ ...sent, headers: { ...sent.headers, signature } }), false, `bit ${bit}`);
    }
  });

  it('of a covered field', async () => {
    for (const name of ['x-intent', 'content-digest', 'signature-agent']) {
      await fc.assert(
        fc.asyncProperty(edited(field(name)), async (value) => {
          fc.pre(value.trim() !== field(name));
          if (name === 'signature-agent') fc.pre(agentIn(value) !== AGENT);
          assert.equal(await isVerified({ ...sent, headers: { ...sent.headers, [name]: value } }), false);
        }),
        RUNS,
      );
    }
  });

  it('of the target, the method and the body', async () => {
    await fc.assert(
      fc.asyncProperty(edited(sent.url), async (url) => {
        fc.pre(parseUrl(url) !== undefined && meansAnother(url));
        assert.equal(await isVerified({ ...sent, url }), false);
      }),
      RUNS,
    );
    for (const method of ['GET', 'PUT', 'post']) assert.equal(await isVerified({ ...sent, method }), false);
    await fc.assert(
      fc.asyncProperty(edited(BODY), async (body) => assert.equal(await isVerified({ ...sent, body }), false)),
      RUNS,
    );
  });

  it('of the order, the number and the presence of the covered components', async () => {
    const components = /\((.*?)\)/.exec(field('signature-input'))?.[1]?.split(' ') ?? [];
    assert.equal(components.length, 7);
    const others = fc.shuffledSubarray(components).filter((some) => some.join() !== components.join());
    await fc.assert(
      fc.asyncProperty(others, async (some) => {
        const value = field('signature-input').replace(/\(.*?\)/, `(${some.join(' ')})`);
        assert.equal(await isVerified({ ...sent, headers: { ...sent.headers, 'signature-input': value } }), false);
      }),
      RUNS,
    );
  });

  it('any structured value in any place is never an error', async () => {
    const bare = fc.oneof(
      fc.integer().map(String),
      fc.constantFrom(
        '1.5',
        '-0',
        '999999999999999',
        '999999999999.999',
        '@1',
        '@-1',
        '@999999999999999',
        '?1',
        ':AAA=:',
      ),
      fc.constantFrom('token', '*a/b:c', '"text"', '"@authority"', '"@path"', '"signature-agent"', '%"f%c3%bc"', '""'),
    );
    const parameter = fc.tuple(fc.constantFrom('key', 'req', 'name', 'sf', 'bs', 'nonce', 'alg', 'x'), bare);
    const parameters = fc
      .array(parameter, { maxLength: 3 })
      .map((all) => all.map(([name, value]) => `;${name}=${value}`).join(''));
    const items = fc.array(
      fc.tuple(bare, parameters).map((parts) => parts.join('')),
      { maxLength: 4 },
    );
    const rest = /\);.*/.exec(field('signature-input'))?.[0] ?? '';
    const input = fc
      .tuple(items, fc.boolean(), parameters)
      .map(
        ([some, covers, more]) =>
          `sig1=("@authority" ${covers ? '"signature-agent";key="sig1" ' : ''}${some.join(' ')}${rest}${more}`,
      );
    await fc.assert(
      fc.asyncProperty(
        input,
        fc.oneof(
          bare.map((value) => `sig1=${value}`),
          fc.constant(field('signature')),
        ),
        async (value, signature) => {
          fc.pre(meaningOf(value) !== meaningOf(field('signature-input')));
          const headers = { ...sent.headers, 'signature-input': value, signature };
          assert.equal(await isVerified({ ...sent, headers }), false);
        },
      ),
      RUNS,
    );
  });

  it('garbage is never verified, and never an error', async () => {
    const text = fc.string({ maxLength: 300 });
    const dictionary = edited(field('signature-input')).chain((value) => edited(value));
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, dictionary), text, text, async (input, signature, agent) => {
        const headers = { 'signature-input': input, signature, 'signature-agent': agent };
        assert.equal(await isVerified({ ...sent, headers }), false);
      }),
      RUNS,
    );
  });
});

/** The URL of the member that counts, however the rest of the field is spelled. */
function agentIn(value: string): unknown {
  try {
    const member = parseDictionary(value).get('sig1');
    return member !== undefined && member[1] instanceof Map && member[1].size === 0 ? member[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Fragments, credentials, the scheme and the default port are not covered here. */
function meansAnother(url: string): boolean {
  const [one, other] = [new URL(url), new URL(sent.url)];
  return one.host !== other.host || one.pathname !== other.pathname || one.search !== other.search;
}
