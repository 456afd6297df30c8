import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actsWhenFollowed } from '../../../../../src/scanner/parse/url/acting-link.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';

const rows: readonly (readonly [path: string, label: string, acts: boolean])[] = [
  ['/?add-to-cart=17', 'Kettle', true],
  ['/cart/17', 'Add to cart', true],
  ['/warenkorb?artikel=17', 'In den Warenkorb', true],
  ['/index.php?title=Bees&action=edit', 'Edit', true],
  ['/index.php?title=Bees&action=history', 'History', false],
  ['/doku.php?id=start&do=backlink', 'Links', false],
  ['/account/logout', 'Bye', true],
  ['/Account/LogOff.aspx', 'Bye', true],
  ['/session/end', 'Sign out', true],
  ['/session/end', 'Déconnexion', true],
  ['/items/17/remove', 'Delete', true],
  ['/newsletter', 'Subscribe', true],
  ['/docs/api/delete', 'Delete', false],
  ['/docs/accounts', 'Delete my account', false],
  ['/blog/how-to-unsubscribe', 'How to unsubscribe from anything', false],
  ['/delete-a-user', 'How to delete a user', false],
  ['/products?order=price', 'By price', false],
  ['/search?q=delete', 'Search for delete', false],
  ['/', 'Home', false],
];

describe('links that act', () => {
  for (const [path, label, acts] of rows)
    it(`${label} (${path}): ${acts}`, () => assert.equal(actsWhenFollowed(ORIGIN + path, label), acts));
});
