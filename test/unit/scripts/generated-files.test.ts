import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { checkExamples } from '../../../scripts/check-examples.ts';
import { generatedFiles, outOfDate, replaceSection, writeGenerated } from '../../../scripts/generated-files.ts';
import { installedOnlyFor } from '../../../scripts/licences.ts';
import { markdownTable } from '../../../scripts/markdown-table.ts';
import { scoringWords } from '../../../scripts/scoring-words.ts';
import { toolTable } from '../../../scripts/tool-table.ts';
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import { ALL_CHECKS } from '../../../src/scanner/checks/catalogue.ts';
import { isGate, SITE_WEIGHTS } from '../../../src/scanner/checks/weights.ts';
import { MCP_RUBRIC } from '../../../src/scanner/mcp/grade/rubric.ts';
import { escapeMarkdown } from '../../../src/scanner/reporters/markdown-text.ts';
import { TOOLS } from '../../../src/tools/registry.ts';

const README =
  '# Product\n\n<!-- generated: tools -->\nSTALE TABLE\n<!-- end -->\n\nWords.\n\n<!-- generated: checks -->\n<!-- end -->\n';

const root = mkdtempSync(join(tmpdir(), 'legible-generate-'));
after(() => rmSync(root, { recursive: true }));
writeFileSync(join(root, 'README.md'), README);
const LOCK_FILE = JSON.stringify({
  packages: {
    '': { version: '0.1.0' },
    'node_modules/served': { version: '1.0.0', license: 'MIT' },
    'node_modules/served/node_modules/@scope/inner': { version: '2.0.0', license: 'ISC' },
    'node_modules/tool': { version: '3.0.0', license: 'MIT', dev: true },
    'node_modules/silent': { version: '4.0.0' },
  },
});
writeFileSync(join(root, 'package-lock.json'), LOCK_FILE);
const weights: Readonly<Record<string, number>> = { ...SITE_WEIGHTS, ...MCP_RUBRIC.weights };
const examples = checkExamples();
const files = generatedFiles(root, examples);
const textOf = (path: string): string => {
  const text = files.get(path);
  assert.ok(text !== undefined, path);
  return text;
};

describe('the page of a check', () => {
  for (const check of ALL_CHECKS) {
    it(`${check.id} says what, why, by which rule and from where`, () => {
      const page = textOf(`docs/checks/${check.id}-${check.slug}.md`);
      for (const words of [check.name, check.why, check.rule]) assert.ok(page.includes(escapeMarkdown(words)), words);
      for (const source of check.sources) assert.ok(page.includes(`<${source}>`), source);
      assert.match(page, isGate(check.id) ? /It is a gate/ : new RegExp(`Weight ${weights[check.id]}\\b`));
      if (check.series !== 'mcp') assert.match(page, /Evidence [A-D]: /);
      for (const [, target = ''] of page.matchAll(/\]\(([^)]+\.md)\)/g)) {
        assert.ok(target.startsWith('https:') || files.has(`docs/checks/${target}`), `a link to ${target}`);
      }
    });
  }
});

describe('the page of licences', () => {
  const page = textOf('docs/licences.md');
  it('lists the packages installed for production, by licence', () => {
    assert.match(page, /^## MIT\n\nserved 1\.0\.0\n/m);
    assert.match(page, /^## ISC\n\n@scope\/inner 2\.0\.0\n/m);
    assert.match(page, /^## none declared\n\nsilent 4\.0\.0\n/m);
  });
  it('leaves out what only development needs, and the project', () => assert.doesNotMatch(page, /tool|0\.1\.0/));
});

describe('examples', () => {
  it('are results that are no pass, of checks there are', () => {
    for (const [id, example] of examples) {
      assert.ok(
        ALL_CHECKS.some((check) => check.id === id),
        id,
      );
      assert.equal(example.checkId, id);
      assert.ok(example.status === 'fail' || example.status === 'warn');
      assert.ok((example.howToFix ?? '').length > 10);
    }
  });
  it('are there for every check', () => {
    assert.deepEqual([...examples.keys()].sort(), ALL_CHECKS.map(({ id }) => id).sort());
  });
});

describe('how a check counts', () => {
  const words = (id: string, series: 'site' | 'llmsTxt' | 'page' | 'mcp') =>
    scoringWords({ id, series }, (other) => `[${other}]`).join('\n');
  it('names the weight and the evidence', () =>
    assert.match(words('P11', 'page'), /^Weight 11\. It is asked of every page.*\nEvidence B: measured once/));
  it('says of a gate that it has no weight', () =>
    assert.match(words('S2', 'site'), /^It is a gate: .*\nEvidence A: /));
  it('names what scales its credit', () => {
    assert.match(words('S16', 'site'), /multiplied with the mean credit of \[S10\]/);
    assert.match(words('P24', 'page'), /multiplied with how surely an agent finds the Markdown \(\[P23\]\)/);
    assert.match(words('L5', 'llmsTxt'), /over 100,000 characters/);
    assert.doesNotMatch(words('P11', 'page'), /multiplied|shrinks/);
  });
  it('names the cap of an MCP server, and that errors count', () => {
    assert.match(words('M14', 'mcp'), /^Weight 7 of 100\. .*MCP server\.\n.*could not be measured stays in it.*$/);
    assert.match(words('M25', 'mcp'), /caps the score of the server at 49\.$/);
    assert.match(words('M1', 'mcp'), /the score of the server is 0\.$/);
  });
  it('names what passes once it is fixed', () =>
    assert.match(words('S10', 'site'), /Pass too once it is fixed: \[S12\], \[S16\]\./));
});

describe('the README', () => {
  const readme = textOf('README.md');
  it('has a row for every check, with a link that leads somewhere', () => {
    const targets = [...readme.matchAll(/^\| \[\w+\]\(([^)]+)\)/gm)].map(([, target = '']) => target);
    assert.deepEqual(
      targets,
      ALL_CHECKS.map(({ id, slug }) => `docs/checks/${id}-${slug}.md`),
    );
    for (const target of targets) assert.ok(files.has(target), target);
  });
  it('has a row for every tool, with its REST calls', () => {
    const rows = toolTable().split('\n').slice(2);
    assert.deepEqual(
      rows.map((row) => row.split('`')[1]),
      TOOLS.map(({ name }) => name),
    );
    for (const { tool, method, path } of ROUTES) {
      const row = rows.find((other) => other.startsWith(`| \`${tool}\``));
      assert.ok(row?.includes(`\`${method} ${path.replace(':id', '{id}')}`), `${tool}: ${path}`);
    }
  });
  it('is left alone outside the markers', () => {
    assert.ok(readme.startsWith('# Product\n\n<!-- generated: tools -->\n\n| tool '));
    assert.ok(readme.includes('\n\n<!-- end -->\n\nWords.\n\n<!-- generated: checks -->\n\n| check '));
    assert.ok(!readme.includes('STALE TABLE'));
  });
  it('must have the markers', () => {
    assert.throws(
      () => replaceSection('# Product\n', 'tools', '| |'),
      /no section between "<!-- generated: tools -->"/,
    );
    assert.throws(() => replaceSection('<!-- generated: tools -->\n', 'tools', '| |'), /no section/);
  });
});

describe('a table', () => {
  it('is padded to its widest cells, so that the formatter leaves it alone', () => {
    assert.equal(
      markdownTable([
        ['a', 'long head'],
        ['wide cell', 'b'],
      ]),
      ['| a         | long head |', '| --------- | --------- |', '| wide cell | b         |'].join('\n'),
    );
  });
});

describe('bringing up to date', () => {
  const copy = join(root, 'copy');
  it('writes everything, and then nothing more', () => {
    for (const name of ['README.md', 'package-lock.json']) cpSync(join(root, name), join(copy, name));
    assert.deepEqual(outOfDate(copy, files), [...files.keys()]);
    writeGenerated(copy, files);
    assert.deepEqual(outOfDate(copy, files), []);
    assert.deepEqual(generatedFiles(copy, examples), files);
  });
  it('finds files changed by hand, and files of removed checks', () => {
    const [changed = ''] = files.keys();
    writeFileSync(join(copy, changed), 'by hand');
    writeFileSync(join(copy, 'docs/checks/S99-gone.md'), 'old');
    assert.deepEqual(outOfDate(copy, files), [changed, 'docs/checks/S99-gone.md']);
    writeGenerated(copy, files);
    assert.deepEqual(outOfDate(copy, files), []);
    assert.ok(!readdirSync(join(copy, 'docs/checks')).includes('S99-gone.md'));
    assert.equal(readFileSync(join(copy, changed), 'utf8'), files.get(changed));
  });
});

describe('the repository', () => {
  it('has the markers in its README', () => {
    const own = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
    for (const name of ['tools', 'checks']) assert.doesNotThrow(() => replaceSection(own, name, '| |'));
  });
});

describe('installedOnlyFor', () => {
  const lockFile = JSON.stringify({
    packages: {
      '': { dependencies: { sdk: '1', kept: '1' }, devDependencies: { tool: '1' } },
      'node_modules/sdk': { version: '1.0.0', dependencies: { shared: '1', own: '1' } },
      'node_modules/sdk/node_modules/shared': { version: '2.0.0' },
      'node_modules/own': { version: '1.0.0', dependencies: { shared: '1' }, peerDependencies: { sdk: '1' } },
      'node_modules/shared': { version: '1.0.0' },
      'node_modules/kept': { version: '1.0.0', optionalDependencies: { shared: '1', absent: '1' } },
      'node_modules/tool': { version: '1.0.0', dev: true, dependencies: { own: '1' } },
    },
  });

  it('names a dependency and what nothing else needs, nested copies included', () =>
    assert.deepEqual(installedOnlyFor(lockFile, 'sdk').sort(), [
      'node_modules/own',
      'node_modules/sdk',
      'node_modules/sdk/node_modules/shared',
    ]));

  it('names nothing for a package that is not a dependency', () =>
    assert.deepEqual(installedOnlyFor(lockFile, 'other'), []));
});
