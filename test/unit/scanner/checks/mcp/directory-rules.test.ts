import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import behaviourAnnotations from '../../../../../src/scanner/checks/mcp/behaviour-annotations.ts';
import toolNames from '../../../../../src/scanner/checks/mcp/tool-names.ts';
import toolTitles from '../../../../../src/scanner/checks/mcp/tool-titles.ts';
import type { Outcome } from '../../../../../src/scanner/model/result.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const metBy = (outcome: Outcome): Record<string, boolean> =>
  Object.fromEntries(
    (outcome.evidence?.directories ?? []).map(({ directory, asks, met }) => [`${directory}: ${asks}`, met]),
  );
const TITLES = 'Claude connectors directory: Every tool has a title.';
const EFFECT = 'Claude connectors directory: Every tool sets readOnlyHint or destructiveHint to true.';
const HINTS = 'ChatGPT app directory: Every tool sets readOnlyHint, destructiveHint and openWorldHint.';
const NAMES = 'Claude connectors directory: Tool names have at most 64 characters.';

describe('rules of directories', () => {
  it('one tool without a title misses the rule, although the check only warns', () => {
    const titled = Array.from({ length: 9 }, (_, at) => tool(`t${at}`));
    const some = toolTitles.evaluate({ handshake: handshake(), tools: [...titled, tool('u', { title: undefined })] });
    assert.equal(some.status, 'warn');
    assert.deepEqual(metBy(some), { [TITLES]: false });
    assert.deepEqual(metBy(toolTitles.evaluate({ handshake: handshake(), tools: titled })), { [TITLES]: true });
  });
  it('readOnlyHint alone meets the rule of Claude and misses that of ChatGPT', () => {
    const of = (annotations: Record<string, boolean>) =>
      metBy(behaviourAnnotations.evaluate({ handshake: handshake(), tools: [tool('a', { annotations })] }));
    assert.deepEqual(of({ readOnlyHint: true }), { [EFFECT]: true, [HINTS]: false });
    assert.deepEqual(of({ readOnlyHint: false, destructiveHint: false, openWorldHint: false }), {
      [EFFECT]: false,
      [HINTS]: true,
    });
  });
  it('a name of 64 characters meets the rule, one of 65 does not', () => {
    const of = (length: number) =>
      metBy(toolNames.evaluate({ handshake: handshake(), tools: [tool('a'.repeat(length))] }));
    assert.deepEqual(of(64), { [NAMES]: true });
    assert.deepEqual(of(65), { [NAMES]: false });
  });
  it('a server without tools has no verdict', () => {
    assert.deepEqual(metBy(toolTitles.evaluate({ handshake: handshake(), tools: [] })), {});
  });
});
