/** The reports for machines, read by the programs and schemas of others. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { parseUrl } from '../../../../src/basics/parse-url.ts';
import { annotations, junit, sarif, summary } from '../../../../src/scanner/reporters/ci-reports.ts';
import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';
import { installTools, type Tools } from '../../../support/npm-tools.ts';
import { failedReport, gradedReport } from '../../../unit/scanner/reporters/report-fixture.ts';

const MAX_COMMENT = 65_536;
const breaker = fc
  .array(
    fc.constantFrom('\n', '\r\n', '::', '::error::', '%0A', ']]>', '<!--', '&', '"', "'", '\u0000', '\ud800', ','),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(breaker, fc.string({ unit: 'binary', maxLength: 60 }));

/** The same report, on pages that others named. */
function withQuery(data: ReportData, query: string): ReportData {
  const url = new URL('https://site.example/docs/');
  url.search = query;
  const pageResults = data.scan.pageResults.map((page) => ({ ...page, url: url.href }));
  return { ...data, scan: { ...data.scan, pageResults } };
}
/** The same report with other texts, as an untrusted server could send them. */
function withWords(data: ReportData, words: string): ReportData {
  const siteChecks = data.scan.siteChecks.map((check) => ({ ...check, name: words, message: words, howToFix: words }));
  return { scan: { ...data.scan, siteChecks }, explanation: undefined, baseline: undefined };
}

let tools: Tools;
before(async () => {
  tools = await installTools({ '@microsoft/jest-sarif': '1.0.0-beta.0', junit2json: '4.0.0' });
});
/** The folder of the tools; undefined, and the test skipped, where they cannot be had. */
function toolsFor(t: TestContext): string | undefined {
  if (tools.folder === undefined) t.skip(tools.problem);
  return tools.folder;
}

interface SarifResult {
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
      readonly logicalLocations: readonly { readonly fullyQualifiedName: string }[];
    },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

describe('SARIF', () => {
  const validator = (folder: string): ValidateFunction => {
    const file = join(folder, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
    // Of draft 04 it has nothing that later drafts read in another way, only names of its own.
    const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
    return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  };

  it('is valid by the schema of OASIS, whatever the site says', (t) => {
    const folder = toolsFor(t);
    if (folder === undefined) return;
    const isValid = validator(folder);
    assert.ok(!isValid({ version: '2.1.0', runs: [{ tool: {} }] }), 'the schema can say no');
    const validate = (data: ReportData) => {
      assert.ok(isValid(JSON.parse(sarif.render(data))), JSON.stringify(isValid.errors));
    };
    validate(gradedReport());
    validate(failedReport());
    fc.assert(
      fc.property(text, (words) => {
        validate(withQuery(gradedReport(), words));
        validate(withWords(gradedReport(), words));
      }),
      { numRuns: 50 },
    );
  });

  it('has a rule for each finding, to which its results point', () => {
    const [{ results, tool }] = JSON.parse(sarif.render(gradedReport())).runs;
    const { rules } = tool.driver;
    assert.ok(rules.length > 3 && results.length > rules.length);
    for (const { ruleId, ruleIndex, level } of results) {
      assert.equal(rules[ruleIndex].id, ruleId);
      assert.equal(rules[ruleIndex].defaultConfiguration.level, level);
    }
    assert.equal(rules.find(({ id }: { id: string }) => id === 'S9').name, 'Real404');
    for (const { helpUri } of rules) assert.ok(helpUri === undefined || parseUrl(helpUri) !== undefined, helpUri);
  });

  it('has locations that GitHub accepts, whatever the addresses are', () => {
    const locationsOf = (data: ReportData): { uri: string; line: number; page: string }[] =>
      JSON.parse(sarif.render(data)).runs[0].results.map(
        ({ locations: [{ physicalLocation, logicalLocations }] }: SarifResult) => ({
          uri: physicalLocation.artifactLocation.uri,
          line: physicalLocation.region.startLine,
          page: logicalLocations[0]?.fullyQualifiedName,
        }),
      );
    const root = 'https://site.example/';
    const [first] = locationsOf(gradedReport());
    assert.deepEqual(first, { uri: 'index.html', line: 1, page: root });
    const paths = fc.array(fc.constantFrom('..', 'a:b', 'x', '', '%2F', 'ü', ' ', '//', '?q=1:2', 'a.html'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(paths, (parts) => {
        const url = new URL(`/${parts.join('/')}`.replace(/^\/+/, '/'), root).href;
        const pageResults = gradedReport().scan.pageResults.map((page) => ({ ...page, url }));
        const data = { ...gradedReport(), scan: { ...gradedReport().scan, pageResults }, explanation: undefined };
        for (const { uri, line, page } of locationsOf(data)) {
          assert.equal(line, 1);
          assert.match(uri, /^[^/\s:?][^\s:?]*(?:\?\S*)?$/, uri);
          assert.equal(new URL(uri, root).origin, new URL(root).origin, 'relative');
          assert.equal(parseUrl(uri), undefined, 'no scheme');
          assert.ok(page === root || page === url);
        }
      }),
    );
  });

  it('stays within the limits of GitHub for the largest scan', () => {
    const { scan } = gradedReport();
    const many = Array.from({ length: 2000 }, (_, at) => ({
      ...scan.pageResults[0],
      url: `https://site.example/${at}`,
      checks: Array.from({ length: 40 }, (__, check) => ({
        ...(scan.siteChecks.find(({ checkId }) => checkId === 'S2') ?? assert.fail()),
        checkId: `P${check + 1}`,
      })),
    }));
    const text = sarif.render({ ...gradedReport(), explanation: undefined, scan: { ...scan, pageResults: many } });
    const [run, ...others] = JSON.parse(text).runs;
    assert.deepEqual(others, []);
    assert.ok(run.results.length <= 5000, 'GitHub shows 5,000 results');
    assert.ok(text.length < 10_000_000, 'GitHub takes 10 MB, compressed');
    for (const rule of run.tool.driver.rules) {
      assert.ok(rule.id.length <= 255 && rule.properties.tags.length <= 10 && rule.help.text !== '');
      assert.ok(rule.shortDescription.text.length <= 1024 && rule.fullDescription.text.length <= 1024, rule.id);
    }
    const prints = run.results.map((result: SarifResult) => result.partialFingerprints.primaryLocationLineHash);
    for (const print of prints) assert.match(print, /^[0-9a-f]{16}:1$/);
    assert.equal(new Set(prints).size, prints.length);
  });

  it('leaves the category to the upload, so that a preview is compared with the branch below it', () => {
    const [run] = JSON.parse(sarif.render(gradedReport())).runs;
    assert.equal(run.automationDetails, undefined);
  });

  it('a rule that the catalogue no longer has is described too', () => {
    const { scan } = gradedReport();
    const old = { ...(scan.siteChecks.find(({ status }) => status === 'fail') ?? assert.fail()), checkId: 'S999' };
    const text = sarif.render({ scan: { ...scan, siteChecks: [old], pageResults: [] }, explanation: undefined });
    const rules: { id: string; fullDescription?: { text: string } }[] = JSON.parse(text).runs[0].tool.driver.rules;
    const rule = rules.find(({ id }) => id === 'S999');
    assert.equal(rule?.fullDescription?.text, 'S999');
  });

  it('a finding of a preview has the fingerprint of production; another check or page has another', () => {
    const prints = (data: ReportData): string[] =>
      JSON.parse(sarif.render(data)).runs[0].results.map(
        (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints['checkAndPath/v1'],
      );
    const moved: ReportData = JSON.parse(
      JSON.stringify(gradedReport()).replaceAll('https://site.example/', 'http://127.0.0.1:4321/'),
    );
    const ours = prints(gradedReport());
    assert.deepEqual(prints(moved), ours);
    assert.equal(new Set(ours).size, ours.length);
  });
});

describe('JUnit', () => {
  it('a check has one name, whether it passes or fails', () => {
    const namesOf = (status: 'pass' | 'fail' | 'warn') => {
      const { scan } = gradedReport();
      const siteChecks = scan.siteChecks.map((check) => ({ ...check, status, details: {} }));
      const text = junit.render({ scan: { ...scan, siteChecks, pageResults: [] }, explanation: undefined });
      return [...text.matchAll(/<testcase [^>]* name="([^"]+)"/g)].map(([, name]) => name);
    };
    assert.ok(namesOf('pass').length > 3);
    assert.deepEqual(namesOf('fail'), namesOf('pass'));
    assert.deepEqual(namesOf('warn'), namesOf('pass'));
  });

  it('a reader finds every check once, and counts as the file does', async (t) => {
    const folder = toolsFor(t);
    if (folder === undefined) return;
    const { parse } = await import(pathToFileURL(join(folder, 'node_modules/junit2json/dist/esm/index.js')).href);
    const { testsuite, tests, failures, skipped } = await parse(junit.render(gradedReport()));
    const [suite] = testsuite;
    const cases: { name: string; failure?: unknown[]; skipped?: unknown[] }[] = suite.testcase;
    const failed = cases.filter(({ failure }) => failure !== undefined);
    assert.equal(suite.name, gradedReport().scan.rootUrl);
    assert.ok(failed.length > 0 && failed.length < cases.length);
    assert.deepEqual(
      [tests, failures, skipped],
      [cases.length, failed.length, cases.filter((each) => each.skipped !== undefined).length],
    );
    assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
    assert.ok(failed.some(({ name }) => name.startsWith('P22 ')));
  });

  it('is well-formed XML, whatever the site says', () => {
    const parse = (xml: string) => {
      const attributes: string[] = [];
      const parser = new SaxesParser();
      parser.on('opentag', (tag) => attributes.push(...Object.values(tag.attributes)));
      parser.write(xml).close();
      return attributes;
    };
    assert.throws(() => parse('<a>&'), 'the parser can say no');
    fc.assert(
      fc.property(text, (words) => {
        parse(junit.render(withQuery(gradedReport(), words)));
        parse(junit.render(withWords(gradedReport(), words)));
      }),
    );
    assert.ok(parse(junit.render(withWords(gradedReport(), `<"&'>`))).includes(`<"&'>`));
  });
});

describe('annotations', () => {
  it('are one command a finding, whatever the words, best fix first', () => {
    const count = annotations.render(gradedReport()).split('\n').length;
    assert.match(annotations.render(gradedReport()), /^::error title=S2 /);
    fc.assert(
      fc.property(text, (words) => {
        for (const data of [withQuery(gradedReport(), words), withWords(gradedReport(), words)]) {
          const lines = annotations.render(data).split(/[\r\n]+/);
          assert.equal(lines.pop(), '');
          for (const line of lines) assert.match(line, /^::(?:error|warning) title=[SLP]\d+ [^:,]*::/);
        }
        assert.equal(annotations.render(withQuery(gradedReport(), words)).split('\n').length, count);
      }),
    );
  });
});

describe('the summary', () => {
  it('begins with its mark, tells grade and fixes, and fits into a comment', () => {
    const report = summary.render({ ...gradedReport(), baseline: gradedReport().scan });
    assert.match(report, /^<!-- legible: summary -->\n### How well/);
    assert.match(report, /\*\*\d+\/100\*\*/);
    assert.match(report, /\n1\. \*\*S2 .*\n2\. \*\*/);
    assert.ok(report.length < MAX_COMMENT);
  });

  it('says what changed since the baseline, and nothing of it without one', () => {
    const data = gradedReport();
    const better = data.scan.siteChecks.map((check) => ({ ...check, status: 'pass' as const }));
    const baseline = { ...data.scan, siteScore: 97, siteChecks: better };
    const report = summary.render({ ...data, baseline });
    assert.match(report, /- Site score 97 -\\?> \d+ \(-\d+\)/);
    assert.match(report, /- Worse: S2 pass -\\?> fail/);
    assert.doesNotMatch(summary.render(data), /baseline|Worse/);
  });

  const ofRubric = (siteScore: number, rubricVersion = '2.0.0') => ({
    ...gradedReport(),
    baseline: { ...gradedReport().scan, siteScore, rubricVersion },
  });

  it('has the change in its first line, where the scores can be compared', () => {
    const gradeOf = (data: ReportData) => /^\*\*49\/100\*\*.*$/m.exec(summary.render(data))?.[0] ?? '';
    assert.match(gradeOf(ofRubric(97)), /, down 48 points since the baseline \(needs improvement/);
    assert.match(gradeOf(ofRubric(48)), /, up 1 point since the baseline /);
    assert.match(gradeOf(ofRubric(49)), /, unchanged since the baseline /);
    assert.doesNotMatch(gradeOf(ofRubric(97, '1.0.0')), /since/);
    assert.doesNotMatch(gradeOf(gradedReport()), /since/);
  });

  it('says what to do about what got worse, before the best fixes, and ten checks at most', () => {
    const data = gradedReport();
    const { scan, explanation } = data;
    const better = scan.siteChecks.map((check) => ({ ...check, status: 'pass' as const }));
    const report = summary.render({ ...data, baseline: { ...scan, siteChecks: better } });
    const worse = report.indexOf('Worse: S2 pass');
    assert.ok(worse > 0 && worse < report.indexOf('**Best fixes**'));
    assert.match(report, /- Worse: S2 pass .+\. Add this group to robots\.txt: /);
    const many = Array.from({ length: 13 }, (_, at) => ({
      ...(scan.siteChecks[0] ?? assert.fail()),
      checkId: `S${at + 1}`,
    }));
    const before = many.map((check) => ({ ...check, status: 'pass' as const }));
    const after = many.map((check) => ({ ...check, status: 'fail' as const }));
    const long = summary.render({
      scan: { ...scan, siteChecks: after },
      explanation,
      baseline: { ...scan, siteChecks: before },
    });
    assert.equal(long.match(/^- Worse: S\d+ /gm)?.length, 10);
    assert.match(long, /^- Worse: 3 more checks$/m);
  });

  it('explains a lower score where no check got worse', () => {
    assert.match(summary.render(ofRubric(60)), /- No check got worse; the score fell because less text reaches agents/);
    assert.doesNotMatch(summary.render(ofRubric(40)), /No check got worse/);
  });

  it('tells the binding cap, the pages of a fix, and where its recipe is', () => {
    const report = summary.render({ ...gradedReport(), hasRecipes: (id) => id === 'P22' });
    assert.match(report, /^Capped at 49: Agents that fetch for people are refused/m);
    assert.match(report, /^2\. \*\*P22 .+\+12\.1 points on 14 pages\. /m);
    assert.match(report, /^The full report has 1 more\. How to do it on your platform: `legible checks P22`\.$/m);
    assert.doesNotMatch(summary.render(gradedReport()), /on your platform/);
  });

  it('claims no grade of a scan that failed', () => assert.match(summary.render(failedReport()), /\*\*No grade\*\*/));
});
