import { anyTime } from '../times.ts';
import { jsonFormat, numberOf, stringOf } from './json-lines.ts';

/** The JSON of Fastly's documentation on log streaming (docs.fastly.com, "Useful log formats"). */
export const FASTLY = jsonFormat({
  name: 'Fastly',
  userAgentKey: 'request_user_agent',
  sign: 'response_status',
  entryOf(record) {
    if (typeof record.url !== 'string') return undefined;
    return {
      address: stringOf(record.client_ip),
      timeMs: anyTime(record.timestamp),
      method: stringOf(record.request_method),
      target: record.url,
      status: numberOf(record.response_status),
      bytes: numberOf(record.response_body_size),
      userAgent: stringOf(record.request_user_agent),
    };
  },
});
