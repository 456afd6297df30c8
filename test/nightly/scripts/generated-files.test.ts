import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { checkExamples } from '../../../scripts/check-examples.ts';
import { generatedFiles, outOfDate, replaceSection, writeGenerated } from '../../../scripts/generated-files.ts';
import { installedOnlyFor } from '../../../scripts/licences.ts';
import { markdownTable } from '../../../scripts/markdown-table.ts';
import { MAY_IMPORT } from '../../../scripts/rooms.ts';
import { scoringWords } from '../../../scripts/scoring-words.ts';
import { toolTable } from '../../../scripts/tool-table.ts';
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import { ALL_CHECKS } from '../../../src/scanner/checks/catalogue.ts';
import { isGate, SITE_WEIGHTS } from '../../../src/scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../../../src/scanner/mcp/grade/score.ts';
import { escapeMarkdown } from '../../../src/scanner/reporters/markdown.ts';
import { BROWSER_WEIGHTS, isBrowserGate } from '../../../src/scanner/scoring/browser-score.ts';
import { TOOLS } from '../../../src/tools/registry.ts';

/** Pages with a generated section, by its name. */
const SECTIONS = { 'docs/census.md': 'columns', 'docs/tools.md': 'tools', 'docs/architecture.md': 'imports' };

const root = mkdtempSync(join(tmpdir(), 'legible-generate-'));
after(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'docs'));
for (const [path, name] of Object.entries(SECTIONS)) {
  writeFileSync(join(root, path), `# Page\n\n<!-- generated: ${name} -->\nSTALE\n<!-- end -->\n\nWords.\n`);
}
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
const weights: Readonly<Record<string, number>> = { ...SITE_WEIGHTS, ...MCP_RUBRIC.weights, ...BROWSER_WEIGHTS };
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
      for (const words of [check.titles.pass, check.titles.action, check.why, check.rule])
        assert.ok(page.includes(escapeMarkdown(words)), words);
      for (const source of check.sources) assert.ok(page.includes(`<${source}>`), source);
      assert.match(
        page,
        isGate(check.id) || isBrowserGate(check.id) ? /It is a gate/ : new RegExp(`Weight ${weights[check.id]}\\b`),
      );
      if (check.series !== 'mcp' && check.series !== 'browser') assert.match(page, /Evidence [A-D]: /);
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
    assert.match(words('P11', 'page'), /^Weight 11\. It runs on every page.*\nEvidence B: measured once/));
  it('says of a gate that it has no weight', () =>
    assert.match(words('S2', 'site'), /^It is a gate: .*\nEvidence A: /));
  it('names what scales its credit', () => {
    assert.match(words('S16', 'site'), /multiplied by the mean credit of \[S10\]/);
    assert.match(words('P24', 'page'), /multiplied by how surely an agent finds the Markdown \(\[P23\]\)/);
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

describe('the index of the checks', () => {
  it('has a row for every check, with a link to its page', () => {
    const targets = [...textOf('docs/checks/README.md').matchAll(/^\| \[\w+\]\(([^)]+)\)/gm)].map(
      ([, target]) => target,
    );
    assert.deepEqual(
      targets,
      ALL_CHECKS.map(({ id, slug }) => `${id}-${slug}.md`),
    );
    for (const target of targets) assert.ok(files.has(`docs/checks/${target}`), target);
  });
});

describe('a generated section', () => {
  it('of the tools has a row for every tool, with its REST calls', () => {
    const rows = toolTable().split('\n').slice(2);
    assert.deepEqual(
      rows.map((row) => row.split('`')[1]),
      TOOLS.map(({ name }) => name),
    );
    for (const { tool, method, path } of ROUTES) {
      const row = rows.find((other) => other.startsWith(`| \`${tool}\``));
      assert.ok(row?.includes(`\`${method} ${path.replace(/:(\w+)/, '{$1}')}`), `${tool}: ${path}`);
    }
  });
  it('of the imports has a box for every room', () => {
    const diagram = textOf('docs/architecture.md');
    for (const room of Object.keys(MAY_IMPORT))
      assert.ok(diagram.includes(`["${room.replace('scanner/', '')}"]`), room);
    assert.match(diagram, /\n {2}auth --> store\n/);
  });
  for (const [path, name] of Object.entries(SECTIONS)) {
    it(`replaces only the text between the markers of ${path}`, () => {
      const page = textOf(path);
      assert.ok(page.startsWith(`# Page\n\n<!-- generated: ${name} -->\n\n`));
      assert.ok(page.endsWith('\n\n<!-- end -->\n\nWords.\n'));
      assert.ok(!page.includes('STALE'));
    });
  }
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
    for (const name of [...Object.keys(SECTIONS), 'package-lock.json']) cpSync(join(root, name), join(copy, name));
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
