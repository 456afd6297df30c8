import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAllowedPrivateHosts, privateHostPermit } from '../../../../src/scanner/net/submitted-url.ts';

describe('parseAllowedPrivateHosts', () => {
  it('reads every kind of entry', () => {
    assert.deepEqual(
      parseAllowedPrivateHosts(
        ' LocalHost , intranet:8080,, 127.0.0.1:80, [::1]:3000, ::1, [fd00::1], 10.0.0.0/8, fd00::/8 ',
      ),
      [
        { host: 'localhost', port: undefined },
        { host: 'intranet', port: 8080 },
        { host: '127.0.0.1', port: 80 },
        { host: '::1', port: 3000 },
        { host: '::1', port: undefined },
        { host: 'fd00::1', port: undefined },
        { cidr: '10.0.0.0/8' },
        { cidr: 'fd00::/8' },
      ],
    );
  });

  it('reads nothing from nothing', () => assert.deepEqual(parseAllowedPrivateHosts(' , '), []));

  for (const entry of [
    'http://localhost',
    'localhost/path',
    'user@localhost',
    'local host',
    'localhost:',
    'localhost:99999',
    'localhost:port',
    '[::1',
    '10.0.0.0/33',
    '10.0.0/x',
    'intranet/8',
    '169.254.169.254',
    '169.254.0.0/16',
    '[fe80::1]:80',
    '?',
  ]) {
    it(`refuses "${entry}" and names it`, () => {
      assert.throws(
        () => parseAllowedPrivateHosts(`localhost, ${entry}`),
        (error: Error) => error.message.includes(`"${entry}"`),
      );
    });
  }
});

describe('privateHostPermit', () => {
  const permit = (url: string, allowed: string) => privateHostPermit(new URL(url), parseAllowedPrivateHosts(allowed));

  it('is for the host and port that were submitted', () => {
    assert.deepEqual(permit('http://localhost:8080/x', 'localhost'), { host: 'localhost', port: 8080 });
    assert.deepEqual(permit('https://intranet/', 'intranet:443'), { host: 'intranet', port: 443 });
    assert.deepEqual(permit('http://[::1]:3000/', '[::1]:3000'), { host: '::1', port: 3000 });
    assert.deepEqual(permit('http://10.1.2.3/', '10.0.0.0/8'), { host: '10.1.2.3', port: 80 });
  });

  it('is not given to anything else', () => {
    assert.equal(permit('https://intranet/', 'intranet:80'), undefined);
    assert.equal(permit('http://a.localhost/', 'localhost'), undefined);
    assert.equal(permit('http://11.0.0.1/', '10.0.0.0/8'), undefined);
    assert.equal(permit('http://[::ffff:10.0.0.1]/', '10.0.0.0/8'), undefined);
    assert.equal(permit('http://intranet/', '0.0.0.0/0'), undefined);
    assert.equal(permit('http://169.254.169.254/', '0.0.0.0/0'), undefined);
  });
});
