import assert from 'node:assert/strict';
import { it } from 'node:test';
import check, { givesGuidance, tellingNames } from '../../../../../src/scanner/checks/mcp/usage-guidance.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const silent = (name: string) => tool(name, { description: 'Deletes a calendar event of the current account.' });
const many = (count: number, make: (name: string) => ReturnType<typeof tool>) =>
  Array.from({ length: count }, (_, at) => make(`${make === silent ? 'silent' : 'guided'}_${at}`));
const of = (guided: number, mute: number) => ({
  handshake: handshake(),
  tools: [...many(guided, tool), ...many(mute, silent)],
});

const siblings = tellingNames([tool('search_docs'), tool('getPage'), tool('search'), tool('list.all')]);
const GIVES: readonly string[] = [
  'Use this when the exact path is known.',
  'Looks up an order. Not for refunds.',
  'Returns the page as Markdown.',
  'Example: get_page {"path": "/a"}.',
  'Requires an open session.',
  'Reads what search_docs found.',
  'Takes the output of getPage.',
  'Opens what list.all.',
  'Call this before sending.',
  '返回页面内容',
  'Renvoie le contenu de la page.',
  'Gibt den Inhalt der Seite zurück.',
];
const LACKS: readonly string[] = [
  'Deletes a calendar event of the current account.',
  'Full text search over all pages.',
  'Creates a payment link for a product',
  '',
];
for (const text of GIVES)
  it(`guides: ${text}`, () => assert.equal(givesGuidance(tool('get_page', { description: text }), siblings), true));
for (const text of LACKS)
  it(`does not guide: ${text}`, () =>
    assert.equal(givesGuidance(tool('get_page', { description: text }), siblings), false));
it('its own name is no sibling', () =>
  assert.equal(givesGuidance(tool('search_docs', { description: 'The search_docs tool.' }), siblings), false));
it('a description that is no text gives none', () =>
  assert.equal(givesGuidance(tool('a', { description: { returns: 'x' } }), siblings), false));

checkTable(check, [
  {
    when: 'all say when, and none what a call changes, costs or is limited to',
    given: of(3, 0),
    expect: 'pass',
    credit: 0.85,
  },
  {
    when: 'all say when, and what a call is limited to',
    given: {
      handshake: handshake(),
      tools: [tool('find', { description: 'Finds pages. Use it when a word is known. Returns at most 20 pages.' })],
    },
    expect: 'pass',
  },
  { when: 'all tools', given: of(3, 0), expect: 'pass' },
  { when: '7 of 10', given: of(7, 3), expect: 'pass', says: /^7 of 10/ },
  { when: '69 of 100', given: of(69, 31), expect: 'warn' },
  { when: '3 of 10', given: of(3, 7), expect: 'warn' },
  { when: '29 of 100', given: of(29, 71), expect: 'fail' },
  { when: 'none', given: of(0, 2), expect: 'fail' },
  { when: 'no tools', given: of(0, 0), expect: 'na' },
]);
