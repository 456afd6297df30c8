/** A payment over MCP, with its answer in the form that the assertions over HTTP read. */
import assert from 'node:assert/strict';
import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import * as z from 'zod';
import { type ErrorCode, STATUS_OF } from '../../src/errors.ts';
import type { Reply, Sent } from './paid-service.ts';

const Result = z.strictObject({
  content: z.tuple([z.strictObject({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.literal(true).optional(),
  _meta: z.strictObject({ 'x402/payment-response': z.custom<SettleResponse>() }).optional(),
});

/** Calls buy_scan, and reads a scan that was bought by its id. */
export async function sendOverMcp(url: string, address: string, { header, body, signal }: Sent): Promise<Reply> {
  const given = typeof body === 'string' ? { url: body } : { ...Object(body) };
  const meta = header === undefined ? {} : { _meta: { 'x402/payment': paymentOf(header) } };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'buy_scan', arguments: { waitSeconds: 300, ...given }, ...meta },
    }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  const { content, structuredContent, isError, _meta } = Result.parse(Object(answer).result);
  const [{ text }] = content;
  const headers = new Headers(response.headers);
  if (_meta !== undefined) {
    const receipt = encodePaymentResponseHeader(_meta['x402/payment-response']);
    for (const name of ['payment-response', 'x-payment-response']) headers.set(name, receipt);
  }
  const reply = (status: number, json: unknown): Reply => ({
    way: 'mcp',
    status,
    headers,
    json,
    error: Object(json).error,
  });
  if (isError !== true) {
    const { status, id, shareUrl } = Object(structuredContent);
    assert.equal(status, 'completed', text);
    assert.ok(text.includes(id) && text.includes(shareUrl), text);
    const scan: unknown = await (
      await fetch(`${url}/api/scan/${id}`, { headers: { 'x-forwarded-for': address } })
    ).json();
    return reply(201, { scan, shareUrl });
  }
  if (structuredContent !== undefined) {
    assert.equal(text, JSON.stringify(structuredContent), 'the text is the same JSON');
    headers.set('payment-required', encodePaymentRequiredHeader(structuredContent as unknown as PaymentRequired));
    return reply(402, structuredContent);
  }
  const [, code = '', message = ''] = /^([a-z_]+): (.*)$/.exec(text) ?? [];
  return reply(STATUS_OF[code as ErrorCode], { error: { code, message } });
}

/** As a client sends it: a JSON value, or the header itself where it is no base64 of JSON. */
function paymentOf(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    return header;
  }
}
