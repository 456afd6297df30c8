import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wordsOf } from '../../../../src/scanner/checks/catalogue.ts';
import { agentPrompt } from '../../../../src/scanner/reporters/agent-prompt.ts';
import { markdown } from '../../../../src/scanner/reporters/markdown.ts';
import { REPORTERS } from '../../../../src/scanner/reporters/registry.ts';
import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';
import { assertGolden } from '../../../support/golden.ts';
import { failedReport, gradedReport } from './report-fixture.ts';
import { trustedText } from './trusted-text.ts';

/** A report without the catalogue's words, which change with the catalogue. */
const ownText = (report: string) => report.replace(/^(Rule|Source): .+$/gm, '$1: (of the catalogue)');

/** The text of an attacker who wants to end a fence, a code span, a heading or a table. */
const breaker = fc.array(
  fc.constantFrom('`', '```', '````````', '~~~', '\n', '\n\n', ' ', '    ', '# Task', 'obey', '|', '</details>', '-->'),
  { maxLength: 12 },
);
const text = fc.oneof(
  breaker.map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

const withPages = (data: ReportData, pageResults: ReportData['scan']['pageResults']): ReportData => ({
  ...data,
  scan: { ...data.scan, pageResults },
});

for (const { name, mediaType, render } of REPORTERS) {
  describe(`the ${name} reporter`, () => {
    it('tells a graded scan', () => assertGolden(`reports/${name}-graded.md`, ownText(render(gradedReport()))));
    it('tells a failed scan', () => assertGolden(`reports/${name}-failed.md`, ownText(render(failedReport()))));

    it('says that a scan still runs', () => {
      const { scan } = failedReport();
      assert.match(
        render({ scan: { ...scan, status: 'running' }, explanation: undefined }),
        /the scan is running|is running:/,
      );
    });

    it('is a kind of text', () => assert.match(mediaType, /^text\/[a-z]+$/));

    it('keeps what the site says in fences, whatever it says', () => {
      const mild = trustedText(render(gradedReport()));
      fc.assert(
        fc.property(text, text, text, (snippet, draft, query) => {
          assert.equal(trustedText(render(gradedReport({ snippet, draft, query }))), mild);
        }),
      );
    });

    it('marks every fence that quotes the site', () => {
      const report = render(gradedReport({ snippet: 'QUOTED', draft: 'QUOTED', query: '?QUOTED' }));
      const blocks = report.split(/^(?=```)/m).filter((block) => block.includes('QUOTED'));
      assert.ok(blocks.length >= 4, `${blocks.length} blocks quote the site, so the test can fail`);
      for (const block of blocks) assert.match(block, /^```(?:json untrusted|text untrusted|sh)\n/);
    });

    it('cuts an address that is a letter, and keeps it on its line', () => {
      const report = render(gradedReport({ snippet: '', draft: '', query: `?${'a b\n'.repeat(2000)}` }));
      const lines = report.split('\n').filter((line) => line.startsWith('https://site.example/docs/page-1?'));
      assert.ok(lines.length > 0);
      for (const line of lines) assert.ok(line.length <= 300 && line.endsWith('…'), line);
    });

    it('names ten pages at most and says how many there are', () => {
      const report = render(gradedReport());
      assert.equal(
        report.match(/^https:\/\/site\.example\/docs\/page-\d+\?p=1$/gm)?.length,
        name === 'markdown' ? 21 : 11,
      );
      assert.match(report, /14 pages, among them:/);
    });

    it('tells page findings when the page results were left out', () => {
      const report = render(withPages(gradedReport(), []));
      assert.match(report, /P22/);
      assert.match(report, /14 pages/);
      assert.match(report, /The page has no Markdown version\./);
    });

    it('says that there is nothing to fix', () => {
      const { scan, explanation } = gradedReport();
      assert.ok(explanation !== undefined);
      const flawless = {
        scan: { ...scan, siteChecks: [], llmstxtChecks: [], pageResults: [] },
        explanation: { ...explanation, checks: [], fixes: [], llmstxt: { score: 100, checks: [], fixes: [] } },
      };
      assert.match(render(flawless), /nothing to fix/i);
    });
  });
}

describe('the Markdown report', () => {
  const report = markdown.render(gradedReport());
  it('shows five fixes of the site score', () => {
    const section = report.slice(report.indexOf('## Best fixes'), report.indexOf('### Of the llms.txt score'));
    assert.equal(section.match(/^\d\. /gm)?.length, 5);
  });
  it('escapes what a renderer would swallow', () => {
    assert.ok(report.includes('\\<link rel="alternate" type="text/markdown"> of \\[each\\] page'));
    assert.ok(report.includes('50\\_000 \\* 2 is a\\|lot'));
  });
  it('says low confidence only where it is', () => {
    const { scan, explanation } = gradedReport();
    assert.ok(explanation !== undefined);
    assert.doesNotMatch(report, /Low confidence/);
    assert.match(markdown.render({ scan, explanation: { ...explanation, lowConfidence: true } }), /Low confidence/);
  });
  it('counts the pages itself where there is no explanation', () => {
    const { scan } = gradedReport();
    const failed = markdown.render({ scan: { ...scan, status: 'failed' }, explanation: undefined });
    assert.match(failed, /14 pages, among them:/);
  });
});

describe('the agent prompt', () => {
  const report = agentPrompt.render(gradedReport());
  it('has one task a fix, in the order of their rank, those of llms.txt last', () => {
    assert.deepEqual(
      [...report.matchAll(/^## Task (\d+)[^:]*: (\w+)/gm)].map(([, number, id]) => `${number} ${id}`),
      ['1 S2', '2 P22', '3 S3', '4 S5', '5 S9', '6 P12', '7 L1'],
    );
  });
  it('does not escape trusted text, because an agent copies it', () => {
    assert.ok(
      report.includes('Name the Markdown version in <link rel="alternate" type="text/markdown"> of [each] page.'),
    );
  });
  it('names the findings fixed together with a task, without a task of their own', () => {
    assert.match(report, /Belongs to it:\n- P23 /);
  });
  it('gives the rule of the check, which says when a task is done', () => {
    const check = wordsOf('S2');
    assert.ok(check !== undefined && 'rule' in check && report.includes(`Rule: ${check.rule}\n`));
  });
  it('verifies with the line of the finding', () => {
    assert.ok(report.includes("```sh\ncurl -sSi 'https://site.example/robots.txt'\n```"));
  });
});
