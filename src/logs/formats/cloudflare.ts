import { loggedSignature } from '../signed-request.ts';
import { anyTime } from '../times.ts';
import { jsonFormat, lowerCased, numberOf, objectOf, stringOf } from './json-lines.ts';

const CHALLENGES = /challenge|block/i;

/** Cloudflare Logpush, data set HTTP requests (developers.cloudflare.com/logs/logpush). */
export const CLOUDFLARE = jsonFormat({
  name: 'Cloudflare Logpush',
  userAgentKey: 'ClientRequestUserAgent',
  sign: 'EdgeResponseStatus',
  entryOf(record) {
    const target = stringOf(record.ClientRequestURI) || stringOf(record.ClientRequestPath);
    if (target === '') return undefined;
    const action = stringOf(record.SecurityAction) || stringOf(record.WAFAction);
    const milliseconds = record.EdgeTimeToFirstByteMs;
    const headers = lowerCased(objectOf(record.RequestHeaders));
    return {
      address: stringOf(record.ClientIP),
      timeMs: anyTime(record.EdgeStartTimestamp),
      method: stringOf(record.ClientRequestMethod),
      target,
      status: numberOf(record.EdgeResponseStatus),
      bytes: numberOf(record.EdgeResponseBytes),
      userAgent: stringOf(record.ClientRequestUserAgent),
      seconds: typeof milliseconds === 'number' ? milliseconds / 1000 : undefined,
      contentType: stringOf(record.EdgeResponseContentType) || undefined,
      signatureAgent: stringOf(headers['signature-agent']) || undefined,
      signature: loggedSignature(
        stringOf(record.ClientRequestHost),
        stringOf(record.ClientRequestScheme),
        stringOf(headers['signature-input']),
        stringOf(headers.signature),
      ),
      isChallenge: CHALLENGES.test(action),
      isVerified: stringOf(record.VerifiedBotCategory) !== '',
    };
  },
});
