import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AdvisedServer, adviceFor } from '../../../../src/cli/mcp-config/advice.ts';

const SERVER: AdvisedServer = {
  problem: null,
  tokens: 300,
  tools: [{ name: 'find', tokens: 300 }],
  answers: [],
  findings: [],
};
const ORDERS = { checkId: 'M25', status: 'fail', message: 'The model is commanded in 1 place.' } as const;
const HINTS = { checkId: 'M19', status: 'warn', message: '0 of 1 tools set all hints.' } as const;
const MANY = {
  tokens: 9_000,
  tools: [
    { name: 'small', tokens: 500 },
    { name: 'large', tokens: 8_500 },
  ],
};

describe('what a user of a server can do', () => {
  it('a server without findings is kept', () => assert.equal(adviceFor(SERVER).act, 'keep'));

  it('faults are for the author, and say which is first', () => {
    const { act, short } = adviceFor({ ...SERVER, findings: [HINTS] });
    assert.equal(act, 'ask');
    assert.match(short, /^ask its author: M19 0 of 1 tools/);
  });

  it('a dear server is restricted, by the dearest tools first', () => {
    const { act, sentences } = adviceFor({ ...SERVER, ...MANY, findings: [HINTS] });
    assert.equal(act, 'restrict');
    assert.match(sentences[0] ?? '', /2 tools of about 9,000 tokens .* large \(8,500\), small \(500\)/);
    assert.match(sentences[1] ?? '', /Ask its author to fix 1 finding/);
  });

  it('orders to the model come before its price, wherever they rank', () => {
    const { act, sentences } = adviceFor({ ...SERVER, ...MANY, findings: [HINTS, ORDERS] });
    assert.equal(act, 'remove');
    assert.match(sentences[0] ?? '', /gives orders to the model\. Read the quoted text/);
  });

  it('praise alone removes no server, a dangerous answer does', () => {
    assert.equal(adviceFor({ ...SERVER, findings: [{ ...ORDERS, status: 'warn' }] }).act, 'ask');
    const answer = {
      kind: 'tool',
      name: 'find',
      tokens: 9,
      state: 'answered',
      findings: [{ severity: 'fail', found: 'a token' }],
    } as const;
    assert.equal(adviceFor({ ...SERVER, answers: [answer] }).act, 'remove');
  });

  it('a server that lists nothing may lack its credentials', () => {
    const listing = { checkId: 'M8', status: 'fail', message: 'tools/list answers with an error.' } as const;
    const { act, short } = adviceFor({ ...SERVER, tokens: 0, tools: [], findings: [listing] });
    assert.equal(act, 'start');
    assert.match(short, /credentials/);
  });

  it('a server that did not start needs a look first', () =>
    assert.equal(adviceFor({ ...SERVER, problem: 'the process ended', tokens: null, tools: [] }).act, 'start'));
});
