import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseAllowedPrivateHosts, parseSubmittedUrl } from '../../../../src/scanner/net/submitted-url.ts';

const ACCEPTED: Record<string, string> = {
  'https://example.com': 'https://example.com/',
  'HTTPS://EXAMPLE.com:443/A/../b?q=1#top': 'https://example.com/b?q=1',
  'http://example.com:80/': 'http://example.com/',
  'http://example.com:8080/x': 'http://example.com:8080/x',
  'https://example.com./a': 'https://example.com/a',
  'https://bücher.example/ü': 'https://xn--bcher-kva.example/%C3%BC',
  'https://ＥＸＡＭＰＬＥ.com/': 'https://example.com/',
  '  https://example.com/\n': 'https://example.com/',
  'https:\\\\example.com\\docs': 'https://example.com/docs',
  'https://@example.com/': 'https://example.com/',
  'https://8.8.8.8/': 'https://8.8.8.8/',
  'https://134744072/': 'https://8.8.8.8/',
  'https://[2606:4700::1111]:8443/': 'https://[2606:4700::1111]:8443/',
  'https://localhost.example.com/': 'https://localhost.example.com/',
  'https://notlocal/': 'https://notlocal/',
};

const INVALID: Record<string, RegExp> = {
  '': /absolute URL such as https:/,
  'example.com': /absolute URL/,
  '/docs': /absolute URL/,
  'https://': /absolute URL/,
  'https://exa mple.com/': /absolute URL/,
  'https://example.com:99999/': /absolute URL/,
  'https://[::1': /absolute URL/,
  'https://1.2.3.400/': /absolute URL/,
  'localhost:3000': /start with http/,
  'ftp://example.com/': /start with http/,
  'file:///etc/passwd': /start with http/,
  'javascript:alert(1)': /start with http/,
  'data:text/html,x': /start with http/,
  'gopher://127.0.0.1:6379/_PING': /start with http/,
  'https://user@example.com/': /user name or a password/,
  'https://:secret@example.com/': /user name or a password/,
  'https://example..com/': /empty labels/,
  'https://example.com../': /empty labels/,
  'https://./': /empty labels/,
  [`https://example.com/${'a'.repeat(1981)}`]: /at most 2000 characters/,
  [`https://example.com/${'é'.repeat(400)}`]: /percent-encoded/,
};

const BLOCKED = [
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://127.0.1/',
  'http://１２７.0.0.1/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http://0.0.0.0:3000/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]:6379/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00::1]/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://a.b.localhost/',
  'http://printer.local/',
  'http://local/',
  'http://db.internal:5432/',
  'http://metadata.google.internal/',
  'http://router.home.arpa/',
];

const NEVER = [
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[fe80::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
];

describe('parseSubmittedUrl', () => {
  for (const [text, normalised] of Object.entries(ACCEPTED)) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const parsed = parseSubmittedUrl(text);
      assert.equal(parsed.ok ? parsed.url.href : parsed.message, normalised);
    });
  }
  for (const [text, says] of Object.entries(INVALID)) {
    it(`finds ${JSON.stringify(text.slice(0, 60))} invalid`, () => {
      const parsed = parseSubmittedUrl(text);
      assert.ok(!parsed.ok);
      assert.equal(parsed.code, 'invalid_url');
      assert.match(parsed.message, says);
      assert.match(parsed.message, /^url must /);
    });
  }
  for (const text of [...BLOCKED, ...NEVER]) {
    it(`blocks ${text}`, () => {
      const parsed = parseSubmittedUrl(text);
      assert.ok(!parsed.ok);
      assert.equal(parsed.code, 'blocked_address');
    });
  }

  it('takes exactly 2000 characters', () => {
    assert.ok(parseSubmittedUrl(`https://example.com/${'a'.repeat(1980)}`).ok);
  });

  it('names the given field', () => {
    const parsed = parseSubmittedUrl('nonsense', { field: 'server_url' });
    assert.match(parsed.ok ? '' : parsed.message, /^server_url must/);
  });

  it('lets a listed private host through, on a listed port only', () => {
    const allowed = parseAllowedPrivateHosts('localhost:8080, 10.0.0.0/8');
    assert.ok(parseSubmittedUrl('http://localhost:8080/', { allowed }).ok);
    assert.ok(parseSubmittedUrl('http://10.9.9.9:1234/', { allowed }).ok);
    assert.ok(!parseSubmittedUrl('http://localhost:8081/', { allowed }).ok);
    assert.ok(!parseSubmittedUrl('http://127.0.0.1:8080/', { allowed }).ok);
  });

  it('never lets link-local and metadata addresses through', () => {
    const allowed = parseAllowedPrivateHosts('0.0.0.0/0, ::/0');
    for (const text of NEVER) assert.ok(!parseSubmittedUrl(text, { allowed }).ok, text);
    assert.ok(parseSubmittedUrl('http://127.0.0.1/', { allowed }).ok);
  });

  it('says of a listed link-local or metadata address that it is never scanned', () => {
    for (const entry of ['169.254.169.254', '169.254.169.254:80', '169.254.0.0/16', 'fe80::1', '[fe80::1]:80']) {
      assert.throws(() => parseAllowedPrivateHosts(`localhost, ${entry}`), /never scanned/, entry);
    }
    assert.throws(() => parseAllowedPrivateHosts('a b'), /is not a host/);
  });

  it('answers for any text, with a URL that it accepts again unchanged', () => {
    const urlLike = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'grapheme', maxLength: 30 }).map((host) => `http://${host}/`),
    );
    fc.assert(
      fc.property(urlLike, (text) => {
        const parsed = parseSubmittedUrl(text);
        if (!parsed.ok) return;
        const again = parseSubmittedUrl(parsed.url.href);
        assert.equal(again.ok ? again.url.href : again.message, parsed.url.href);
        assert.match(parsed.url.protocol, /^https?:$/);
        assert.equal(parsed.url.hash + parsed.url.username + parsed.url.password, '');
      }),
      { numRuns: 500 },
    );
  });
});
