import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clickableWordsIn } from '../../../../src/scanner/browser/clickable-words.ts';

interface Given {
  readonly name: string;
  readonly style?: readonly [cursor: string, display?: string, visibility?: string];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly listens?: boolean;
  readonly children?: readonly (Given | string)[];
}

/** As DOMSnapshot.captureSnapshot answers it. */
function captured(root: Given) {
  const strings: string[] = [];
  const numberOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const nodes = { parentIndex: [], nodeType: [], nodeName: [], nodeValue: [], attributes: [] } as Record<
    string,
    (number | number[])[]
  >;
  const index: number[] = [];
  const layout = { nodeIndex: [] as number[], styles: [] as number[][], bounds: [] as number[][] };
  const add = (given: Given | string, parent: number): void => {
    const at = nodes.parentIndex?.length ?? 0;
    const {
      name,
      style,
      attributes = {},
      listens,
      children = [],
    } = typeof given === 'string' ? { name: '#text' } : ({ ...given } satisfies Given);
    nodes.parentIndex?.push(parent);
    nodes.nodeType?.push(typeof given === 'string' ? 3 : name === '#document-fragment' ? 11 : 1);
    nodes.nodeName?.push(numberOf(name));
    nodes.nodeValue?.push(typeof given === 'string' ? numberOf(given) : -1);
    nodes.attributes?.push(Object.entries(attributes).flatMap(([key, value]) => [numberOf(key), numberOf(value)]));
    if (listens === true) index.push(at);
    if (name !== '#document-fragment') {
      const [cursor = 'auto', display = 'inline', visibility = 'visible'] = style ?? [];
      layout.nodeIndex.push(at);
      layout.styles.push([cursor, display, visibility].map(numberOf));
      layout.bounds.push([10 * at, 20, 80, 16]);
    }
    for (const child of children) add(child, at);
  };
  add(root, -1);
  return { documents: [{ nodes: { ...nodes, isClickable: { index } }, layout }], strings };
}

const span = (text: string, more: Partial<Given> = {}): Given => ({
  name: 'SPAN',
  style: ['pointer'],
  listens: true,
  children: [text],
  ...more,
});
const found = (...children: (Given | string)[]): string[] =>
  clickableWordsIn(captured({ name: 'P', style: ['auto', 'block'], children })).map(({ text }) => text);

describe('words that react to clicks', () => {
  it('are found with their text, opening tag and box', () => {
    const all = captured({
      name: 'P',
      style: ['auto', 'block'],
      children: ['See ', span(' all\n prices ', { attributes: { class: 'more' } }), '.'],
    });
    assert.deepEqual(clickableWordsIn(all), [
      { text: 'all prices', tag: '<span class="more">', box: { x: 20, y: 20, width: 80, height: 16 } },
    ]);
  });

  it('are not ordinary text: without a listener, a hand or a sight of it', () => {
    assert.deepEqual(found(span('no listener', { listens: false })), []);
    assert.deepEqual(found(span('no hand', { style: ['auto'] })), []);
    assert.deepEqual(found(span('help', { style: ['help'] })), []);
    assert.deepEqual(found(span('unseen', { style: ['pointer', 'inline', 'hidden'] })), []);
    assert.deepEqual(found(span('a block is in the snapshot', { style: ['pointer', 'block'] })), []);
    assert.deepEqual(found(span(' \n ')), []);
    assert.deepEqual(found(span('with an icon', { children: ['x', { name: 'IMG' }] })), []);
  });

  it('are not those of a control, nor of something larger with a hand', () => {
    for (const name of ['A', 'BUTTON', 'LABEL', 'SUMMARY'])
      assert.deepEqual(found({ name, children: [span('inside')] }), [], name);
    assert.deepEqual(found({ name: 'DIV', attributes: { role: 'Tab' }, children: [span('inside')] }), []);
    assert.deepEqual(found(span('itself', { attributes: { role: 'button' } })), []);
    assert.deepEqual(found({ name: 'DIV', style: ['pointer', 'block'], children: [span('part')] }), []);
    assert.deepEqual(found({ name: 'DIV', attributes: { role: 'note' }, children: [span('other role')] }), [
      'other role',
    ]);
  });

  it('are found in shadow roots, whose hosts count as what they are in', () => {
    const host = (cursor: string): Given => ({
      name: 'X-CARD',
      style: [cursor, 'block'],
      children: [{ name: '#document-fragment', children: [span('in a card')] }],
    });
    assert.deepEqual(found(host('auto')), ['in a card']);
    assert.deepEqual(found(host('pointer')), []);
  });

  it('are none where the browser answers something else', () => {
    for (const answer of [undefined, {}, { documents: [], strings: [] }, { documents: 7 }])
      assert.deepEqual(clickableWordsIn(answer), []);
  });
});
