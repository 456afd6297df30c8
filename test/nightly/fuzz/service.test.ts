/** Bodies and payments sent to the real service: each gets a response, and none is an internal error. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { newAddress } from '../../support/ask-doors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { fuzzAsync } from './fuzz.ts';

const TIMEOUT_MS = 5000;
const JSON_TOKENS = ['{', '}', '[', ']', ',', ':', 'null', '"__proto__":', '1e400', '-1', '""', '"\\u0000"', '"url":'];

let service: TestService;
let key: string;
before(async () => {
  service = await startTestService({
    settings: {
      TRUSTED_PROXIES: '1',
      ALLOWED_PRIVATE_HOSTS: '',
      X402_PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      X402_FACILITATOR_URL: 'https://facilitator.invalid',
    },
    // No name is ever asked for, so that no case leaves the machine.
    resolve: async () => {
      throw Object.assign(new Error('not in this test'), { code: 'ENOTFOUND' });
    },
  });
  key = await service.key('team');
});
after(() => service.stop());

async function post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  // An MCP server that cannot be reached is a 502 by contract.
  assert.ok(response.status < 500 || text.includes('mcp_scan_failed'), `${response.status} ${text}`);
}

const ENDPOINTS: readonly { readonly path: string; readonly keyed: boolean; readonly samples: readonly string[] }[] = [
  {
    path: '/api/v1/scans',
    keyed: true,
    samples: ['{"url":"https://site.example/","pageLimit":10,"idempotencyKey":"a"}'],
  },
  { path: '/api/scan', keyed: false, samples: ['{"url":"https://site.example/","payment":true}'] },
  {
    path: '/api/v1/scan/mcp',
    keyed: false,
    samples: ['{"endpoint":"https://site.example/mcp","headers":{"x-a":"b"}}'],
  },
  {
    path: '/api/v1/ask',
    keyed: false,
    samples: [
      '{"query":{"text":"robots"},"prefer":{"mode":"list"},"meta":{"api_version":"0.1"}}',
      '{"query":"robots"}',
    ],
  },
  {
    path: '/mcp',
    keyed: false,
    samples: [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"query":"robots"}}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
    ],
  },
  {
    path: '/api/v1/mcp',
    keyed: true,
    samples: [
      '[{"jsonrpc":"2.0","id":1,"method":"tools/list"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]',
      '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"legible://scans/scn_a"}}',
      '{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"legible://checks/{checkId}"},"argument":{"name":"checkId","value":"S"}}}',
    ],
  },
];

describe('bodies', () => {
  for (const { path, keyed, samples } of ENDPOINTS) {
    fuzzAsync(`POST ${path}`, {
      samples,
      tokens: JSON_TOKENS,
      run: (body) =>
        post(path, body, {
          accept: 'application/json, text/event-stream',
          ...(keyed ? { authorization: `Bearer ${key}` } : {}),
        }),
    });
  }
});

describe('payments', () => {
  fuzzAsync('X-PAYMENT', {
    samples: [Buffer.from('{"x402Version":2,"accepted":{},"payload":{"signature":"0x00"}}').toString('base64')],
    tokens: ['=', 'e30=', 'bnVsbA==', 'AAAA', '-', '_'],
    // HTTP cannot send a header with these characters.
    run: (header) =>
      post('/api/x402/scan', '{"url":"https://site.example/"}', {
        'x-payment': header.replace(/[^\x21-\x7e]/g, '').slice(0, 8000),
      }),
  });
});
