import { requestOf, secondsOf } from '../entry.ts';
import { loggedSignature } from '../signed-request.ts';
import { anyTime } from '../times.ts';
import { jsonFormat, numberOf, stringOf } from './json-lines.ts';

/** A `log_format … escape=json` of nginx whose members are called as its variables. */
export const NGINX_JSON = jsonFormat({
  name: 'nginx JSON',
  writers: ['nginx'],
  userAgentKey: 'http_user_agent',
  // Caddy has a status, too.
  sign: 'http_user_agent',
  entryOf(record) {
    const request = requestOf(stringOf(record.request));
    const target = stringOf(record.request_uri) || request?.target || stringOf(record.uri);
    if (target === '') return undefined;
    return {
      address: stringOf(record.remote_addr),
      timeMs: anyTime(record.time_iso8601 ?? record.msec ?? record.time_local ?? record.time),
      method: stringOf(record.request_method) || (request?.method ?? ''),
      target,
      status: numberOf(record.status),
      bytes: numberOf(record.body_bytes_sent ?? record.bytes_sent),
      userAgent: stringOf(record.http_user_agent),
      seconds: secondsOf(stringOf(record.request_time)),
      accept: stringOf(record.http_accept) || undefined,
      contentType: stringOf(record.sent_http_content_type) || undefined,
      signatureAgent: stringOf(record.http_signature_agent) || undefined,
      signature: loggedSignature(
        stringOf(record.host ?? record.http_host ?? record.server_name),
        stringOf(record.scheme),
        stringOf(record.http_signature_input),
        stringOf(record.http_signature),
      ),
    };
  },
});
