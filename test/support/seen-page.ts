/** Literal pages of a browser pass for tests: a healthy one, to be changed one field at a time. */

import type { BrowserPage } from '../../src/scanner/model/browser.ts';
import { ORIGIN } from './artifacts.ts';

export const seenPage = (overrides: Partial<BrowserPage> = {}): BrowserPage => ({
  url: `${ORIGIN}/`,
  finalUrl: `${ORIGIN}/`,
  outcome: 'read',
  endedBy: undefined,
  status: 200,
  inSight: '',
  isChallenge: false,
  asksPassword: false,
  waysOn: 12,
  picturedTables: 0,
  cells: { all: 0, empty: 0 },
  text: { words: 200, withoutScripts: 200, added: 0, example: '' },
  tree: { chars: 4000, controls: 20, unnamed: 0, examples: [] },
  snapshotStart: '',
  addedLines: [],
  pretenders: { count: 0, examples: [] },
  cover: { points: 30, covered: 0, by: '' },
  forms: [],
  search: undefined,
  more: undefined,
  tools: [],
  errors: [],
  refused: {},
  textAfterMs: 900,
  controls: [],
  picture: undefined,
  ...overrides,
});
