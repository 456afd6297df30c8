import { loggedSignature } from '../signed-request.ts';
import { anyTime } from '../times.ts';
import { jsonFormat, lowerCased, numberOf, objectOf, stringOf } from './json-lines.ts';

/** Caddy's access log (caddyserver.com/docs/logging): `logger` is `http.log.access…`. */
export const CADDY = jsonFormat({
  name: 'Caddy',
  userAgentKey: 'User-Agent',
  sign: 'request',
  // A log_format of nginx may have the request line under it.
  signIsObject: true,
  entryOf({ ts, request, status, size, duration, resp_headers }) {
    const asked = objectOf(request);
    if (typeof asked.uri !== 'string' || status === undefined) return undefined;
    const [headers, answered] = [lowerCased(objectOf(asked.headers)), lowerCased(objectOf(resp_headers))];
    return {
      address: stringOf(asked.client_ip) || stringOf(asked.remote_ip) || stringOf(asked.remote_addr),
      timeMs: anyTime(ts),
      method: stringOf(asked.method),
      target: asked.uri,
      status: numberOf(status),
      bytes: numberOf(size),
      userAgent: stringOf(headers['user-agent']),
      seconds: typeof duration === 'number' ? duration : undefined,
      accept: stringOf(headers.accept) || undefined,
      contentType: stringOf(answered['content-type']) || undefined,
      signatureAgent: stringOf(headers['signature-agent']) || undefined,
      signature: loggedSignature(
        stringOf(asked.host),
        '',
        stringOf(headers['signature-input']),
        stringOf(headers.signature),
      ),
    };
  },
});
