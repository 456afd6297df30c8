/**
 * The recipes of site generators, run: each builds a small site with Git history once as it comes, and once with the
 * code of its article and `legible fix`. Our scanner reads both.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readBuild } from '../../../src/fix/build.ts';
import { serveBuild } from '../../../src/fix/serve-build.ts';
import type { CheckRecord } from '../../../src/scanner/model/result.ts';
import { fixFolder, folderOf, ORIGIN } from '../../support/build-folder.ts';
import { installTools } from '../../support/npm-tools.ts';
import { assertFixed, blocksOf, recipeOf, recordsAt, unpassed } from '../../support/recipe-scan.ts';

const run = promisify(execFile);

const SENTENCES = [
  'want deep soil and a long season, so sow them early under glass and be patient.',
  'go out in June, into holes as deep as your hand is long, with room on every side.',
  'need water at first and nothing else, because the rain washes the soil in for you.',
  'keep white below the ground, and that is the part that every cook in town asks for.',
  'get more soil around them in August, and once again before the first hard frost.',
  'wait in the bed all winter long, and you dig one up whenever you need it for a soup.',
];
const SUBJECTS: Readonly<Record<string, string>> = {
  index: 'Our allotment garden',
  leeks: 'Growing winter leeks',
  onions: 'Growing spring onions',
  garlic: 'Growing purple garlic',
  shallots: 'Growing grey shallots',
};
const textOf = (subject: string, heading: (text: string) => string) =>
  SENTENCES.map((sentence, at) => `${heading(`Part ${at + 1} of ${subject}`)}\n\n${subject}: they ${sentence}\n`).join(
    '\n',
  );
const descriptionOf = (subject: string) =>
  `What we know of ${subject.toLowerCase()}, after ten years in one wet valley.`;
const nameList = Object.keys(SUBJECTS).filter((name) => name !== 'index');

/** A page in Markdown. @param link writes a link to another page */
function markdownPage(name: string, link: (name: string) => string, extra = ''): string {
  const subject = SUBJECTS[name] ?? name;
  const links = name === 'index' ? nameList.map((other) => `- ${link(other)}`).join('\n') : '';
  return `---\ntitle: ${subject}\ndescription: ${descriptionOf(subject)}\n${extra}---\n\n# ${subject}\n\n${links}\n\n${textOf(subject, (text) => `## ${text}`)}`;
}

type Files = Readonly<Record<string, string>>;
const pages = (fileOf: (name: string) => string, textFor: (name: string) => string): Files =>
  Object.fromEntries(Object.keys(SUBJECTS).map((name) => [fileOf(name), textFor(name)]));

/** The code of a recipe, by language and number. */
const recipeCode =
  (id: string) =>
  (language: string, at = 0): string =>
    blocksOf(id, language)[at] ?? assert.fail(`${id} has no code ${at} in ${language}`);

interface Generator {
  readonly id: string;
  /** Program of Debian, or packages of npm. */
  readonly program?: string;
  readonly packages?: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly output: string;
  /** As the generator's own introduction has it. */
  readonly plain: Files;
  /** Files of the recipe, added or in place of those. */
  readonly recipe: () => Files;
  /** What does not pass without the recipe, and passes with it. */
  readonly fixes: readonly string[];
  /** Files that the build must have. */
  readonly has: readonly string[];
}

const mdLink = (name: string) => `[${SUBJECTS[name]}](${name}.md)`;
const slashLink = (name: string) => `[${SUBJECTS[name]}](/${name}/)`;

const layoutOf = (head: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body><nav><a href="/">Home</a></nav>${content}</body></html>`;

const GENERATORS: readonly Generator[] = [
  {
    id: 'hugo',
    program: '/usr/bin/hugo',
    command: ['hugo', '--cleanDestinationDir'],
    output: 'public',
    plain: {
      'hugo.toml': 'title = "The Greenhouse"\n',
      'layouts/_default/baseof.html': layoutOf('<title>{{ .Title }}</title>', '{{ block "main" . }}{{ end }}'),
      'layouts/_default/single.html': '{{ define "main" }}<main>{{ .Content }}</main>{{ end }}',
      'layouts/index.html': '{{ define "main" }}<main>{{ .Content }}</main>{{ end }}',
      // The page of a tag has no text of its own to be described by.
      'layouts/_default/list.html':
        '{{ define "main" }}<main><h1>{{ .Title }}</h1>{{ range .Pages }}<p><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></p>{{ end }}</main>{{ end }}',
      ...pages(
        (name) => `content/${name === 'index' ? '_index' : name}.md`,
        (name) => markdownPage(name, slashLink, name === 'index' ? '' : 'tags: [vegetables of the kitchen garden]\n'),
      ),
    },
    recipe: () => {
      const code = recipeCode('hugo');
      return {
        'hugo.toml': `title = "The Greenhouse"\ntaxonomies = { tag = "tags" }\n${code('toml')}\n`,
        'layouts/robots.txt': code('text'),
        'layouts/_default/baseof.html': layoutOf(code('html', 0), '{{ block "main" . }}{{ end }}'),
        'layouts/404.html': code('html', 1),
      };
    },
    fixes: ['P11', 'P14', 'P16', 'P22', 'P23', 'S1', 'S10', 'S11', 'S13', 'S14'],
    has: ['404.html', 'robots.txt', 'leeks/index.md'],
  },
  {
    id: 'mkdocs',
    program: '/usr/bin/mkdocs',
    command: ['mkdocs', 'build', '--quiet'],
    output: 'site',
    plain: {
      'mkdocs.yml': 'site_name: The Greenhouse\n',
      ...pages(
        (name) => `docs/${name}.md`,
        (name) => markdownPage(name, mdLink),
      ),
    },
    recipe: () => {
      const code = recipeCode('mkdocs');
      return { 'mkdocs.yml': `site_name: The Greenhouse\n${code('yaml')}\n`, 'lastmod.py': code('python') };
    },
    fixes: ['P14', 'P16', 'P22', 'P23', 'S1', 'S10', 'S11', 'S13', 'S14'],
    has: ['404.html', 'robots.txt', 'leeks/index.md'],
  },
  {
    id: 'sphinx',
    program: '/usr/bin/sphinx-build',
    command: ['sphinx-build', '-q', '-b', 'html', 'docs', 'build'],
    output: 'build',
    plain: {
      'docs/conf.py': 'project = "The Greenhouse"\nextensions = []\n',
      ...pages(
        (name) => `docs/${name}.rst`,
        (name) => {
          const subject = SUBJECTS[name] ?? name;
          const tree = name === 'index' ? `.. toctree::\n\n${nameList.map((other) => `   ${other}`).join('\n')}\n` : '';
          const heading = (text: string) => `${text}\n${'-'.repeat(text.length)}`;
          return `${subject}\n${'='.repeat(subject.length)}\n\n${tree}\n${textOf(subject, heading)}`;
        },
      ),
    },
    recipe: () => {
      const code = recipeCode('sphinx');
      // The extensions for the sitemap are not in Debian: its dates are left to them, and S11 is not asked.
      const baseUrl = code('python', 0).split('\n')[0] ?? '';
      return {
        'docs/conf.py': [
          'project = "The Greenhouse"',
          'extensions = []',
          baseUrl,
          code('python', 1),
          code('python', 2),
        ].join('\n'),
        'docs/extra/robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
        'docs/_templates/404.html': code('html'),
      };
    },
    // P16 is not asked: the pages of indexes have no text to describe.
    fixes: ['P12', 'P14', 'P22', 'P23', 'S1', 'S10', 'S13', 'S14'],
    has: ['404.html', 'robots.txt', 'leeks.md'],
  },
  {
    id: 'eleventy',
    packages: { '@11ty/eleventy': '3.1.8' },
    command: ['node_modules/.bin/eleventy', '--quiet'],
    output: '_site',
    plain: {
      'package.json': '{ "type": "module" }',
      '_includes/page.njk': layoutOf('<title>{{ title }}</title>', '<main>{{ content | safe }}</main>'),
      ...pages(
        (name) => `content/${name}.md`,
        (name) =>
          markdownPage(name, slashLink, `layout: page.njk\npermalink: /${name === 'index' ? '' : `${name}/`}\n`),
      ),
    },
    recipe: () => {
      const code = recipeCode('eleventy');
      return {
        'sitemap.njk': code('njk', 0),
        'content/content.json': code('json', 1),
        'eleventy.config.js': code('js'),
        'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
        '_includes/page.njk': layoutOf(code('njk', 1), '<main>{{ content | safe }}</main>'),
        '404.md': code('md').replace('title:', 'layout: page.njk\ntitle:'),
      };
    },
    fixes: ['P11', 'P14', 'P16', 'P22', 'P23', 'S1', 'S10', 'S11', 'S13', 'S14'],
    has: ['404.html', 'robots.txt', 'leeks/index.md'],
  },
  {
    id: 'vitepress',
    packages: { vitepress: '1.6.4' },
    command: ['node_modules/.bin/vitepress', 'build', 'docs'],
    output: 'docs/.vitepress/dist',
    plain: {
      'package.json': '{ "type": "module" }',
      'docs/.vitepress/config.ts': "export default { title: 'Pelwick' };\n",
      ...pages(
        (name) => `docs/${name}.md`,
        (name) => markdownPage(name, mdLink),
      ),
    },
    recipe: () => {
      const code = recipeCode('vitepress');
      const start = 'export default defineConfig({\n';
      return { 'docs/.vitepress/config.ts': code('ts').replace(start, () => code('ts', 1).replace(/\}\);\s*$/, '')) };
    },
    fixes: ['P14', 'P16', 'P19', 'P22', 'P23', 'S1', 'S10', 'S11', 'S13', 'S14'],
    has: ['404.html', 'robots.txt', 'leeks.md'],
  },
];

const FIRST_DAY = Date.UTC(2026, 2, 1);
const DAY_MS = 86_400_000;

/** Writes the files into a new folder, each in a commit of its own day. */
async function project(files: Files, nodeModules: string | undefined): Promise<string> {
  const folder = await folderOf({});
  await run('git', ['init', '--quiet'], { cwd: folder });
  for (const [at, [path, text]] of Object.entries(files).entries()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    await run('git', ['add', path], { cwd: folder });
    const date = new Date(FIRST_DAY + at * DAY_MS).toISOString();
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const author = ['-c', 'user.name=Marta', '-c', 'user.email=marta@site.test'];
    await run('git', [...author, 'commit', '--quiet', '-m', path], { cwd: folder, env });
  }
  if (nodeModules !== undefined) await symlink(nodeModules, join(folder, 'node_modules'));
  return folder;
}

async function build({ command: [program = '', ...parameters], output }: Generator, folder: string): Promise<string> {
  await run(program, parameters, { cwd: folder, timeout: 120_000 });
  return join(folder, output);
}

async function recordsOf(folder: string): Promise<CheckRecord[]> {
  const server = await serveBuild(await readBuild(folder));
  return recordsAt(server.origin).finally(() => server.close());
}

describe('the recipes of site generators', () => {
  for (const generator of GENERATORS) {
    const { id, program, packages, output, plain, recipe, fixes, has } = generator;
    it(`${id}: fixes ${fixes.join(', ')}, none of which passes without it`, async (t) => {
      if (program !== undefined && !existsSync(program)) return t.skip(`${program} is not installed`);
      const tools = packages === undefined ? undefined : await installTools(packages);
      if (tools?.problem !== undefined) return t.skip(tools.problem);
      const nodeModules = tools && join(tools.folder, 'node_modules');

      const before = await recordsOf(await build(generator, await project(plain, nodeModules)));
      assert.deepEqual(unpassed(before, fixes), fixes, 'before the recipe');

      const built = await build(generator, await project({ ...plain, ...recipe() }, nodeModules));
      assert.ok(
        recipeOf(id).sections.some(({ text }) => text.includes(`legible fix ${output} --origin ${ORIGIN}`)),
        'the recipe names the output folder',
      );
      await fixFolder(built);
      assertFixed(id, await recordsOf(built), fixes);
      assert.deepEqual(
        has.filter((path) => !existsSync(join(built, path))),
        [],
      );
    });
  }
});
