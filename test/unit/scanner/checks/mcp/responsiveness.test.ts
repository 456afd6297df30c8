import check from '../../../../../src/scanner/checks/mcp/responsiveness.ts';
import { checkTable } from '../../../../support/check-table.ts';
import {
  endedHandshake,
  handshake,
  listing,
  listings,
  noExchange,
  plainAnswer,
  resultOf,
} from '../../../../support/mcp-artifacts.ts';

const greets = (...firstByteMs: number[]) => ({ handshake: handshake({ firstByteMs }), listings: listings() });
/** Every list with these times to the first byte of its pages. */
function lists(...times: number[]) {
  const list = listing([], { pages: times.map((firstByteMs) => resultOf({}, { firstByteMs })) });
  return {
    handshake: handshake(),
    listings: listings({ tools: list, resources: list, resourceTemplates: list, prompts: list }),
  };
}

checkTable(check, [
  { when: 'a quick one', given: greets(40, 35), expect: 'pass', says: /takes 35 ms .* a page of a list 40 ms/ },
  { when: 'a cold start, then quick', given: greets(9000, 1000), expect: 'pass' },
  { when: 'at the first threshold', given: greets(1000, 1000), expect: 'pass' },
  { when: 'above it', given: greets(1001, 1200), expect: 'warn' },
  { when: 'at the second threshold', given: greets(3000, 3500), expect: 'warn' },
  { when: 'above it', given: greets(3001, 3001), expect: 'fail', says: /3001 ms/ },
  { when: 'pages of 1000 ms on average', given: lists(500, 1500), expect: 'pass' },
  { when: 'pages of 1001 ms on average', given: lists(502, 1500), expect: 'warn' },
  { when: 'pages of 3001 ms on average', given: lists(3001), expect: 'fail' },
  {
    when: 'pages that were not answered',
    given: { handshake: handshake(), listings: listings({ tools: listing([], { pages: [noExchange()] }) }) },
    expect: 'pass',
  },
  {
    when: 'behind authorization',
    given: { handshake: endedHandshake('authorization', plainAnswer(401), { firstByteMs: [1500] }) },
    expect: 'warn',
    says: /first byte\.$/,
  },
  { when: 'no times', given: { handshake: handshake({ firstByteMs: [] }) }, expect: 'error' },
  { when: 'no session', given: { handshake: endedHandshake('forbidden', plainAnswer(403)) }, expect: 'error' },
]);
