/** Calls of `ask` over REST, each from a separate address by default, because the limit counts by address. */
import assert from 'node:assert/strict';
import { AskAnswer, AskFailure } from '../../src/schema/ask.ts';
import { shareTestService, startTestService, type TestService, type TestServiceOptions } from './service.ts';
import type { Reached } from './service-doors.ts';

/** The service behind one proxy, so that a call can say where it comes from; shared when nothing else is asked of it. */
export const startAskService = (options?: TestServiceOptions): Promise<TestService> =>
  options === undefined
    ? shareTestService({ TRUSTED_PROXIES: '1' })
    : startTestService({ ...options, settings: { TRUSTED_PROXIES: '1', ...options.settings } });

let count = 0;
/** An address that no call came from yet. */
export function newAddress(): string {
  count += 1;
  return `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
}

export interface AskCall {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly signal?: AbortSignal;
}

/** POST when there is a body, else GET. A string is sent as it is, anything else as JSON. */
export const askOver = (
  { url }: Reached,
  path: string,
  { body, headers = {}, address = newAddress(), signal }: AskCall = {},
): Promise<Response> =>
  fetch(url + path, {
    headers: {
      'x-forwarded-for': address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

/** The answer in a response; fails the test when it is another. Nothing the contract does not know may be in it. */
export async function answerIn(response: Response): Promise<AskAnswer> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return AskAnswer.strict().parse(JSON.parse(text));
}

/** The failure in a response of that status. */
export async function failureIn(response: Response, status: number): Promise<AskFailure['error']> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  const failure = AskFailure.strict().parse(JSON.parse(text));
  assert.equal(failure._meta.response_type, 'failure');
  return failure.error;
}

/** `code: message` of the common error envelope in a response of that status. */
export async function envelopeIn(response: Response, status: number): Promise<string> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  const { error, ...others } = JSON.parse(text) as { error: { code: string; message: string } };
  assert.deepEqual(others, {});
  return `${error.code}: ${error.message}`;
}
