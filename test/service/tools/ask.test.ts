/** `ask` over MCP: structured output, Markdown, and failures in the envelope that REST has for them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { AskAnswer, AskFailure } from '../../../src/schema/ask.ts';
import { ask } from '../../../src/tools/ask.ts';
import { answerIn, askOver } from '../../support/ask-doors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, callTool, connectMcp, rpc, toolCall } from '../../support/service-doors.ts';

let service: TestService;
let key: string;
let client: Client;
before(async () => {
  service = await startTestService();
  key = await service.key('team');
  // This client checks every structured result, also of a failed call, against the output schema.
  client = await connectMcp(service, key);
});
after(async () => {
  await client.close();
  await service.stop();
});

const call = async (input: Record<string, unknown>) =>
  answerOf(await client.callTool({ name: ask.name, arguments: input }));

describe('ask over MCP', () => {
  it('answers what REST answers, and a list in Markdown', async () => {
    const query = { query: 'how is the score computed', mode: 'summarize', query_id: 'q' };
    const { output, text, failed } = await call(query);
    assert.equal(failed, false);
    const answer = AskAnswer.strict().parse(output);
    assert.deepEqual(answer, await answerIn(await askOver(service, '/api/v1/ask', { body: query })));
    const lines = answer.results.map(
      ({ name, url, description }, at) => `${at + 1}. [${name}](${url}): ${description}`,
    );
    assert.ok(answer.summary?.includes('\n\n```text\n'));
    assert.equal(text, [answer.summary, '', ...lines].join('\n'));
    assert.ok(text.length < 8000);
  });

  it('takes the object form and prev, and does not stream', async () => {
    const { output } = await call({
      query: { text: 'and weights?', itemType: 'methodology' },
      prev: 'score',
      streaming: true,
    });
    const { results, _meta } = AskAnswer.parse(output);
    assert.ok(results.every(({ url }) => url.includes('/docs/methodology/')));
    assert.match(_meta.decontextualized_query ?? '', / score$/);
  });

  for (const [input, code, words] of [
    [{ query: 'qwertzuiop' }, 'NO_RESULTS', /^Nothing here matches/],
    [{ query: 'score', site: 'example.com' }, 'NO_RESULTS', /^site: /],
    [{}, 'INVALID_QUERY', /^query: expected /],
    [{ query: [] }, 'INVALID_QUERY', /^query: expected /],
    [{ query: 'a', itemType: 'x', mode: 'summarize' }, 'INVALID_QUERY', /^itemType: expected one of /],
  ] as const) {
    it(`fails for ${JSON.stringify(input)} with ${code}, in both blocks`, async () => {
      const { output, text, failed } = await call(input);
      assert.ok(failed);
      const { error, _meta } = AskFailure.strict().parse(output);
      assert.deepEqual(JSON.parse(text), output);
      assert.equal(error.code, code);
      assert.match(error.message, words);
      assert.equal(_meta.mode, 'mode' in input ? 'summarize' : 'list');
    });
  }

  it('is refused after 60 in a minute, shared with REST, with the seconds to wait', async () => {
    const pro = await service.key();
    const headers = { authorization: `Bearer ${pro}` };
    for (let at = 0; at < 59; at += 1) await answerIn(await askOver(service, '/ask?query=score', { headers }));
    assert.equal((await callTool(service, pro, ask.name, { query: 'score' })).failed, false);
    const reply = await rpc(service, pro, toolCall(ask.name, { query: 'score' }));
    const { output, failed } = answerOf(Object(reply.body).result);
    assert.ok(failed);
    const { error } = AskFailure.parse(output);
    assert.equal(error.code, 'RATE_LIMITED');
    assert.match(error.message, / \d+ s\.$/);
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
  });

  it('is listed with an output schema that is an object and has answers and failures', async () => {
    const { tools } = await client.listTools();
    const { inputSchema, outputSchema, annotations } = tools.find(({ name }) => name === ask.name) ?? assert.fail();
    assert.equal(outputSchema?.type, 'object');
    assert.deepEqual(Object.keys(outputSchema?.properties ?? {}).sort(), [
      '_meta',
      'error',
      'mode',
      'query',
      'query_id',
      'results',
      'site',
      'summary',
    ]);
    assert.deepEqual(inputSchema.required, ['query']);
    for (const [name, member] of Object.entries(inputSchema.properties ?? {})) {
      assert.equal(typeof Object(member).description, 'string', `${name} is described`);
    }
    assert.equal(annotations?.readOnlyHint, true);
  });
});
