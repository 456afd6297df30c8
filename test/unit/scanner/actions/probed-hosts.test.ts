import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act } from '../../../support/acting.ts';
import { ORIGIN } from '../../../support/artifacts.ts';

const { host } = new URL(ORIGIN);
const contactAt = (action: string): string =>
  `<h1>Contact</h1><form method="post" action="${action}"><label for="name">Name</label><input id="name" name="name" required><label for="text">Message</label><textarea id="text" name="text" required></textarea><button>Send</button></form>`;
const probedHosts = (action: string): string[] => [
  ...new Set(act({ '/': contactAt(action) }).probes.map(({ url }) => new URL(url).host)),
];

describe('the hosts that the address of a form can have asked', () => {
  const rows: readonly (readonly [action: string, hosts: readonly string[]])[] = [
    ['/send', [host]],
    ['https://other.example.net/send', []],
    ['https://127.0.0.1/send', []],
    ['http://169.254.169.254/send', []],
    [`https://somebody:secret@${host}/send`, []],
  ];
  for (const [action, hosts] of rows)
    it(`are ${hosts.join(', ') || 'none'} by ${action}`, () => assert.deepEqual(probedHosts(action), hosts));
});
