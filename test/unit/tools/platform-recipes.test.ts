import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Recipe } from '../../../src/library/recipes.ts';
import { explainScore } from '../../../src/scanner/scoring/explain.ts';
import type { Explanation } from '../../../src/schema/explanation.ts';
import { withRecipes } from '../../../src/tools/platform-recipes.ts';
import { basisOf } from '../scanner/scoring/score-records.ts';
