import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkExamples } from '../../../scripts/check-examples.ts';

it('recorded twice, the examples of the checks are the same', () => assert.deepEqual(checkExamples(), checkExamples()));
