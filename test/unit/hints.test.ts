/** One hint in the words of every transport. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commandOf } from '../../src/cli/program.ts';
import { messageWithHint, ServiceError } from '../../src/errors.ts';
import { callOf } from '../../src/rest-facade/routes.ts';
import { TOOLS } from '../../src/tools/registry.ts';

const hinted = (tool: string) =>
  new ServiceError('not_found', 'id: there is no such scan.', { hint: { tool, does: 'shows all' } });

it('MCP names the tool, REST the call, the command line the command', () => {
  const error = hinted('list_scans');
  assert.equal(error.message, 'id: there is no such scan.');
  assert.equal(messageWithHint(error), 'id: there is no such scan. list_scans shows all.');
  assert.equal(messageWithHint(error, callOf), 'id: there is no such scan. GET /api/v1/scans shows all.');
  assert.equal(messageWithHint(error, commandOf), 'id: there is no such scan. "legible history" shows all.');
});

it('a caller without a key is named the public row', () => {
  assert.equal(callOf('start_scan'), 'POST /api/v1/scans');
  assert.equal(callOf('start_scan', 'public'), 'POST /api/scan');
  assert.equal(callOf('get_scan'), 'GET /api/v1/scans/{id}');
});

it('a hint to a tool that a transport does not have is left out', () => {
  assert.equal(messageWithHint(hinted('delete_scan'), commandOf), 'id: there is no such scan.');
});

it('every tool has a call of REST', () => {
  assert.deepEqual(
    TOOLS.filter(({ name }) => callOf(name) === undefined).map(({ name }) => name),
    [],
  );
});
