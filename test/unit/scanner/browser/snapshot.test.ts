import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controlsIn, pretendersIn, snapshotNodes } from '../../../../src/scanner/browser/snapshot.ts';

const box = (x: number, y: number, width = 80, height = 20) => ({ x, y, width, height });
const button = (name: string, at: ReturnType<typeof box>, ref = name) => ({ role: 'button', name, ref, box: at });

describe('nodes of a snapshot', () => {
  it('in frames have boxes in the page, and are out of sight where the frame does not show them', () => {
    const inner = { role: 'iframe', ref: 'f1e1', box: box(10, 50, 200, 60), children: [button('deep', box(5, 5))] };
    const frame = {
      role: 'iframe',
      ref: 'e2',
      box: box(200, 300, 400, 120),
      children: [button('near', box(8, 8)), button('below', box(8, 500)), inner],
    };
    const controls = controlsIn(snapshotNodes([{ role: 'generic', children: [button('own', box(1, 2)), frame] }]));
    assert.deepEqual(
      controls.map(({ name, box: { x, y }, isOutOfFrame }) => [name, x, y, isOutOfFrame]),
      [
        ['own', 1, 2, false],
        ['near', 208, 308, false],
        ['below', 208, 800, true],
        ['deep', 215, 355, false],
      ],
    );
  });

  it('are skipped where they are malformed, and bounded in depth', () => {
    let deep: unknown = button('deep', box(0, 0));
    for (let level = 0; level < 300; level += 1) deep = { role: 'generic', children: [deep] };
    const nodes = snapshotNodes([{ role: 7 }, 'text', null, deep, button('flat', box(0, 0))]);
    assert.deepEqual(
      controlsIn(nodes).map(({ name }) => name),
      ['flat'],
    );
    assert.ok(nodes.length < 250, `${nodes.length}`);
  });

  it('only look like a control where the pointer is a hand over them and nothing in or around them is one', () => {
    const pointed = (ref: string, children: unknown[] = []) => ({
      role: 'generic',
      ref,
      cursor: 'pointer',
      box: box(0, 0),
      children,
    });
    const nodes = snapshotNodes([
      pointed('alone', ['Winter', pointed('inside')]),
      pointed('holds', [button('b', box(0, 0))]),
      { ...button('around', box(0, 0)), children: [pointed('within')] },
    ]);
    assert.deepEqual(
      pretendersIn(nodes).map(({ ref, text }) => [ref, text]),
      [['alone', 'Winter']],
    );
  });
});
