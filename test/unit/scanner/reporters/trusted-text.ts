import assert from 'node:assert/strict';
import { trackFences } from '../../../../src/scanner/parse/markdown/markdown-text.ts';

/** A report without its fenced blocks: the part that readers take for trusted text. */
export function trustedText(report: string): string {
  const fences = trackFences();
  const kept = report.split('\n').filter((line, at) => !fences.isCode(line, at + 1, 0));
  assert.equal(fences.openLine(), undefined, 'a fence is left open');
  return kept.join('\n');
}
