import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseSettings } from '../../../src/cli/scan-settings.ts';

it('an address may be written as people write it', () => {
  assert.equal(parseSettings({ url: 'example.com/docs' }, 'command line').url, 'https://example.com/docs');
  assert.equal(parseSettings({ url: 'http://example.com/' }, 'command line').url, 'http://example.com/');
});
