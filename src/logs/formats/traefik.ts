import { loggedSignature } from '../signed-request.ts';
import { anyTime } from '../times.ts';
import { jsonFormat, lowerCased, numberOf, stringOf } from './json-lines.ts';

/** Traefik's JSON access log, with `accessLog.fields.headers.names.User-Agent: keep`. Durations are nanoseconds. */
export const TRAEFIK = jsonFormat({
  name: 'Traefik',
  userAgentKey: 'request_User-Agent',
  sign: 'DownstreamStatus',
  entryOf(record) {
    const { ClientHost, DownstreamStatus, DownstreamContentSize, Duration, RequestMethod, RequestPath, StartUTC } =
      record;
    if (typeof RequestPath !== 'string') return undefined;
    const headers = lowerCased(record);
    return {
      address: stringOf(ClientHost),
      timeMs: anyTime(StartUTC ?? record.time),
      method: stringOf(RequestMethod),
      target: RequestPath,
      status: numberOf(DownstreamStatus),
      bytes: numberOf(DownstreamContentSize),
      userAgent: stringOf(headers['request_user-agent']),
      seconds: typeof Duration === 'number' ? Duration / 1e9 : undefined,
      accept: stringOf(headers.request_accept) || undefined,
      contentType: stringOf(headers['downstream_content-type']) || undefined,
      signatureAgent: stringOf(headers['request_signature-agent']) || undefined,
      signature: loggedSignature(
        stringOf(record.RequestHost),
        stringOf(record.RequestScheme),
        stringOf(headers['request_signature-input']),
        stringOf(headers.request_signature),
      ),
    };
  },
});
