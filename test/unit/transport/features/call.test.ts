/** The response to a resource or a prompt that fails, and the log entry for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../../../src/errors.ts';
import { createLog } from '../../../../src/log.ts';
import { RPC, refusalOf, SurfaceError } from '../../../../src/transport/features/call.ts';

const ROWS: readonly (readonly [thrown: unknown, code: number, dataCode: string | undefined, logged: boolean])[] = [
  [new SurfaceError(RPC.invalidParams, 'x'), RPC.invalidParams, undefined, false],
  [new ServiceError('not_found', 'x'), RPC.resourceNotFound, 'not_found', false],
  [new ServiceError('invalid_request', 'x'), RPC.invalidParams, 'invalid_request', false],
  [new ServiceError('missing_key', 'x'), RPC.refused, 'missing_key', false],
  [new ServiceError('rate_limited', 'x', { retryAfterSeconds: 5 }), RPC.refused, 'rate_limited', false],
  [new Error('a secret of the inside'), RPC.internalError, 'internal_error', true],
];

describe('a refusal', () => {
  for (const hasLeft of [false, true]) {
    for (const [thrown, code, dataCode, logged] of ROWS) {
      const isDescribed = logged && !hasLeft;
      it(`of ${dataCode ?? 'the protocol'}${hasLeft ? ', its client gone,' : ''} is ${code}${isDescribed ? ' and is logged' : ''}`, () => {
        const lines: string[] = [];
        const waits: number[] = [];
        const controller = new AbortController();
        if (hasLeft) controller.abort();
        const error = refusalOf(
          thrown,
          {
            caller: { kind: 'address', address: '192.0.2.1' },
            requestId: 'the-request',
            signal: controller.signal,
            onRetryAfter: (seconds) => waits.push(seconds),
          },
          {
            log: createLog('trace', { write: (line) => lines.push(line) }),
            notFoundCode: RPC.resourceNotFound,
            about: { uri: 'x:y' },
          },
        );
        assert.deepEqual([error.code, error.data?.code], [code, dataCode]);
        assert.deepEqual(waits, dataCode === 'rate_limited' ? [5] : []);
        assert.doesNotMatch(error.message, /secret/);
        assert.equal(lines.length, isDescribed ? 1 : 0);
        if (isDescribed) assert.match(lines[0] ?? '', /"requestId":"the-request".*"uri":"x:y"/);
      });
    }
  }
});
