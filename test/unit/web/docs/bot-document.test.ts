import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { H3 } from 'h3';
import { botDocument } from '../../../../src/web/docs/bot-document.ts';
import { mountDocs } from '../../../../src/web/docs/mount-docs.ts';
import { createLayout } from '../../../../src/web/layout.ts';

async function page(baseUrl: string, form: 'string' | 'dictionary', operatorContact?: string): Promise<string> {
  const app = new H3();
  const elsewhere = [botDocument({ baseUrl, version: '1.2.3', form, hostConcurrency: 3, operatorContact })];
  mountDocs(app, { articles: [], others: [], elsewhere, layout: createLayout(baseUrl), baseUrl });
  const response = await app.request('/bot');
  assert.equal(response.status, 200);
  return (await response.text()).replaceAll('&quot;', '"');
}

describe('/bot', () => {
  it('says who asks, how to verify it, how to allow and how to block it', async () => {
    const text = await page('https://scan.example', 'string');
    assert.match(text, /LegibleBot\/1\.2\.3 \(\+https:\/\/scan\.example\/bot\)/);
    assert.match(text, /Signature-Agent: "https:\/\/scan\.example"\n/);
    assert.match(text, /\("@authority" "signature-agent"\);created=/);
    assert.match(text, /href="https:\/\/scan\.example\/\.well-known\/http-message-signatures-directory"/);
    assert.match(text, /User-agent: LegibleBot\nAllow: \//);
    assert.match(text, /User-agent: LegibleBot\nDisallow: \//);
    assert.match(text, /at most 3 requests in flight/);
    assert.match(text, /The operator of this installation has named no contact/);
    assert.doesNotMatch(text, /reached over http/);
  });

  it('names the contact of the operator', async () => {
    const text = await page('https://scan.example', 'string', 'mailto:ops@scan.example');
    assert.match(text, /is reached at <a href="mailto:ops@scan\.example">ops@scan\.example<\/a>/);
    assert.doesNotMatch(text, /named no contact/);
  });

  it('shows the form that is sent', async () => {
    const text = await page('https://scan.example', 'dictionary');
    assert.match(
      text,
      /Signature-Agent: sig1="https:\/\/scan\.example\/\.well-known\/http-message-signatures-directory"/,
    );
    assert.match(text, /\("@authority" "signature-agent";key="sig1"\);created=/);
  });

  it('says what an address on http means for signatures', async () =>
    assert.match(await page('http://localhost:3000', 'string'), /verifiers demand an https Signature-Agent/));
});
