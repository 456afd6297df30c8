import { anyTime } from '../times.ts';
import { jsonFormat, numberOf, objectOf, stringOf } from './json-lines.ts';

/** Vercel log drains, as lines of JSON (vercel.com/docs/drains): requests have a `proxy` member, builds have none. */
export const VERCEL = jsonFormat({
  name: 'Vercel',
  userAgentKey: 'userAgent',
  sign: 'deploymentId',
  entryOf({ proxy, timestamp }) {
    const { path, method, statusCode, clientIp, userAgent, wafAction, responseByteSize, ...rest } = objectOf(proxy);
    if (typeof path !== 'string') return undefined;
    return {
      address: stringOf(clientIp),
      timeMs: anyTime(rest.timestamp ?? timestamp),
      method: stringOf(method),
      target: path,
      status: numberOf(statusCode),
      bytes: numberOf(responseByteSize),
      userAgent: stringOf(userAgent),
      isChallenge: wafAction === 'challenge' || wafAction === 'deny',
    };
  },
});
