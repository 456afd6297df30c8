import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ErrorCode, ServiceError, STATUS_OF } from '../../../src/errors.ts';
import { refusalHeaders } from '../../../src/http/errors.ts';

const BASE_URL = 'https://scan.example';
const CHALLENGE =
  'Bearer realm="legible", resource_metadata="https://scan.example/.well-known/oauth-protected-resource"';

describe('refusalHeaders', () => {
  it('challenges who sent no key, without an error (RFC 6750, section 3.1)', () => {
    assert.deepEqual(refusalHeaders(new ServiceError('missing_key', 'x'), BASE_URL), { 'www-authenticate': CHALLENGE });
  });

  it('says that a key was not valid', () => {
    assert.deepEqual(refusalHeaders(new ServiceError('invalid_key', 'x'), BASE_URL), {
      'www-authenticate': `${CHALLENGE}, error="invalid_token", error_description="API key malformed, unknown or revoked"`,
    });
  });

  it('challenges no other caller', () => {
    // Object.keys forgets which strings the keys are.
    for (const code of Object.keys(STATUS_OF) as ErrorCode[]) {
      const headers = refusalHeaders(new ServiceError(code, 'x'), BASE_URL);
      assert.equal('www-authenticate' in headers, STATUS_OF[code] === 401, code);
    }
  });

  it('says when to come back, where that helps', () => {
    const headers = refusalHeaders(new ServiceError('rate_limited', 'x', { retryAfterSeconds: 7 }), BASE_URL);
    assert.deepEqual(headers, { 'retry-after': '7' });
    assert.deepEqual(refusalHeaders(new ServiceError('not_found', 'x'), BASE_URL), {});
  });
});
