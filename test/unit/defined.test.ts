import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defined } from '../../src/basics/defined.ts';

describe('defined', () => {
  it('leaves out undefined members and keeps every other empty value', () => {
    const members: { a: undefined | string; b: null; c: number; d: string; e: boolean } = {
      a: undefined,
      b: null,
      c: 0,
      d: '',
      e: false,
    };
    assert.deepEqual(defined(members), { b: null, c: 0, d: '', e: false });
  });
});
