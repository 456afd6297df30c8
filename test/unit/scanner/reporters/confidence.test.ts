import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderReport } from '../../../../src/cli/render.ts';
import { REPORTERS } from '../../../../src/scanner/reporters/registry.ts';
import { confidenceLines } from '../../../../src/scanner/reporters/reporter.ts';
import type { ScanRecord } from '../../../../src/scans/scan-record.ts';
import { explainedLook } from '../../../../src/tools/agent-scan/get-scan.ts';
import { agentScanText } from '../../../../src/tools/agent-scan/text.ts';
import { gradedReport } from './report-fixture.ts';

const DOUBTFUL = /Low confidence: .* \(57 % of the weight that applies\)/;

describe('low confidence', () => {
  const { scan, explanation } = gradedReport();
  assert.ok(explanation !== undefined);
  const doubtful = { ...explanation, lowConfidence: true, coverage: 0.579 };
  const onCommandLine = (explained: typeof explanation) =>
    renderReport({ scan, explanation: explained }, 'text', {
      columns: Number.POSITIVE_INFINITY,
      paint: (_, text) => text,
    });

  it('is a line of its own, only where it is', () => {
    assert.match(confidenceLines(doubtful).join('\n'), DOUBTFUL);
    assert.deepEqual(confidenceLines(explanation), []);
  });
  for (const { name, render } of REPORTERS) {
    it(`is said by the reporter ${name}`, () => {
      assert.match(render({ scan, explanation: doubtful }), DOUBTFUL);
      assert.doesNotMatch(render({ scan, explanation }), /Low confidence/);
    });
  }
  it('is said on the command line', () => {
    assert.match(onCommandLine(doubtful), DOUBTFUL);
    assert.doesNotMatch(onCommandLine(explanation), /Low confidence/);
  });
  it('is said by explain_scan', async () => {
    // Nothing else of a record is read.
    const record = { rootUrl: scan.rootUrl, shareToken: 'token', status: 'completed' } as ScanRecord;
    const textOf = async (explained: typeof explanation) =>
      agentScanText(await explainedLook(record, scan.id, explained, 0));
    assert.match(await textOf(doubtful), DOUBTFUL);
    assert.doesNotMatch(await textOf(explanation), /Low confidence/);
  });
});
