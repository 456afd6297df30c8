import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { contentDigest, matchesDigest } from '../../../../src/auth/bot-signature/signature-base.ts';

const BODY = Buffer.from('{"hello": "world"}\n');
/** Of that body, in RFC 9530, appendix B.1. */
const PUBLISHED = 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:';
const sha512 = (body: string | Buffer) => `sha-512=:${createHash('sha512').update(body).digest('base64')}:`;

describe('Content-Digest', () => {
  it('is made as RFC 9530 has it', () => assert.equal(contentDigest(BODY.toString()), PUBLISHED));

  const rows: [field: string, matches: boolean | undefined][] = [
    [PUBLISHED, true],
    [sha512(BODY), true],
    [`${PUBLISHED}, ${sha512(BODY)}`, true],
    [`${PUBLISHED}, ${sha512('other')}`, false],
    [`${contentDigest('other')}, ${sha512(BODY)}`, false],
    [`md5=:AAAA:, ${PUBLISHED}`, true],
    ['md5=:AAAA:', undefined],
    ['sha-256="text"', undefined],
    ['sha-256=(1 2)', undefined],
    ['sha-256=:AAAA:', false],
    ['', undefined],
    ['sha-256=:', undefined],
  ];
  for (const [field, matches] of rows) {
    it(`${field.slice(0, 60)} ${matches === undefined ? 'says nothing' : matches ? 'fits' : 'does not fit'}`, () =>
      assert.equal(matchesDigest(field, BODY), matches));
  }
});
