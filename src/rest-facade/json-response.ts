import { FastResponse } from 'srvx';

/** As Response.json makes it, without the stream that the standard's class makes of every body. @param json as text or in UTF-8 */
export function jsonResponse(json: string | Buffer<ArrayBuffer>, status: number, headers: Headers): Response {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(body.length));
  return new FastResponse(body, { status, headers });
}
