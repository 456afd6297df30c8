/** `legible fix` on builds of real generators: the score after it, and the findings that no file can fix. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBuild } from '../../../src/fix/build.ts';
import { serveBuild } from '../../../src/fix/serve-build.ts';
import { copyOfSite, fixFolder, ORIGIN, planFor } from '../../support/build-folder.ts';
import { type ScannedSite, scanSite } from '../../support/scan-site.ts';

const GOOD = 95;

interface Expected {
  readonly name: string;
  /** The origin configured in the generator; default an invented one. */
  readonly origin?: string;
  /** At least so much, where the checks below keep it under 95. */
  readonly score: number;
  /** Of llms.txt; default 95. */
  readonly llmsTxt?: number;
  /** The rest: words of its owner, the template, or the address that its host answers at. */
  readonly left: readonly string[];
}

const PELWICK = 'https://docs.pelwick.example';

/** S26: a static search needs a script, which costs a tenth. Forms wait for the server that takes them, and are not judged. */
const SITES: readonly Expected[] = [
  // P11: a short title. P19: unnamed buttons that scripts fill in.
  { name: 'vitepress', origin: PELWICK, score: 88, left: ['P11', 'P19', 'S26'] },
  { name: 'starlight', origin: PELWICK, score: 89, left: ['S26'] },
  // S12: addresses without the slash that hosts add. P10, P15: headings and dates of the template.
  { name: 'docusaurus', origin: PELWICK, score: 97, left: ['P10', 'P11', 'P15', 'P16', 'S12'] },
  // P11: six pages share one description.
  { name: 'eleventy', score: 97, left: ['P11'] },
  // S19: no link to who runs the site. P15: a page without a date.
  { name: 'hugo', origin: 'https://www.wexcombewalkers.example', score: 97, left: ['P11', 'P15', 'S19'] },
  // S11: the sitemap has the day of the build everywhere. P21: code without a language.
  { name: 'mkdocs', origin: PELWICK, score: 90, left: ['P15', 'P19', 'P21', 'S11', 'S26'] },
  // S26 alone costs 12 of 100. P10: two H1 of the template. P11: pages whose text is in lists. S19: no link to who runs it.
  { name: 'typedoc', score: 82, left: ['P10', 'P11', 'P21', 'S19', 'S26'] },
  // P2: its home page only sends on. S14 to S16, L4: so it has no head or text of its own.
  { name: 'javadoc', score: 96, llmsTxt: 90, left: ['L4', 'L9', 'P11', 'P2', 'P21', 'S14', 'S15', 'S16'] },
  // P15: lists without a date. P17: buttons written as links. P21: plain text as code.
  { name: 'hexo', score: 94, left: ['P10', 'P11', 'P15', 'P17', 'P21'] },
  // P11, P16: indexes without text. P19: a viewport that forbids zoom. S29: a table of the index without headers.
  { name: 'sphinx', origin: 'https://quillcart.example', score: 85, left: ['P11', 'P16', 'P19', 'S26', 'S29'] },
];

async function scanFolder(folder: string, canonicalOrigin: string): Promise<ScannedSite> {
  const server = await serveBuild(await readBuild(folder));
  const site = { origin: server.origin, requests: [] };
  return scanSite(site, { pageLimit: 30, as: { canonicalOrigin } }).finally(() => server.close());
}

function faultsIn({ report, pages }: ScannedSite): string[] {
  const records = [...report.siteChecks, ...report.llmsTxtChecks, ...pages.flatMap(({ checks }) => checks)];
  return [...new Set(records.flatMap(({ id, status }) => (status === 'fail' || status === 'warn' ? [id] : [])))].sort();
}

describe('recorded builds after legible fix', { concurrency: 2 }, () => {
  for (const { name, origin = ORIGIN, score, llmsTxt = GOOD, left } of SITES) {
    it(`${name}: scores ${GOOD} or more, or fails only checks that no file can fix`, async () => {
      const folder = await copyOfSite(name);
      const before = await scanFolder(folder, origin);
      await fixFolder(folder, { origin });
      const after = await scanFolder(folder, origin);
      const [was, is] = [before.report.score?.score ?? 0, after.report.score?.score ?? 0];
      assert.ok(is > was && is >= score, `${was} before, ${is} after`);
      assert.ok(after.report.llmsTxtScore >= llmsTxt, `llms.txt ${after.report.llmsTxtScore}`);
      assert.deepEqual(faultsIn(after), [...left].sort());
      assert.deepEqual((await planFor(folder, { origin })).changes, [], 'a second run changes nothing');
    });
  }

  it('vitepress with a plug-in for llms.txt: its llms.txt and Markdown files stay as they are', async () => {
    const folder = await copyOfSite('vitepress-llms');
    const { changes } = await planFor(folder, { origin: PELWICK });
    const owned = changes.filter(({ kind, path }) => kind === 'write' && /\.md$|^llms/.test(path));
    const { files } = await readBuild(folder);
    assert.deepEqual(
      owned.filter(({ path }) => files.has(path)),
      [],
    );
  });
});
