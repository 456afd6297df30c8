/** How each recorded site is built. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { recordServer } from './record-server.ts';

export interface Build {
  /** Of the folder in sites/. */
  readonly name: string;
  /** Of the folder in projects/; default the name. */
  readonly project?: string;
  /** npm packages with their exact versions; absent for generators of Debian. */
  readonly packages?: readonly string[];
  /** Puts shared content into the project. */
  prepare?(folder: string, content: string): void;
  /** Builds in the folder and names the folder with the output. */
  run(folder: string): string | Promise<string>;
}

/** Its plug-in changes the head of every page too, so the site is built twice. */
function vitepress(name: string, withPlugin: boolean): Build {
  return {
    name,
    project: 'vitepress',
    packages: ['vitepress@1.6.4', 'vitepress-plugin-llms@1.14.0'],
    prepare(folder, content) {
      copyDocs(content, folder);
      cpSync(join(content, 'img'), join(folder, 'public/img'), { recursive: true });
    },
    run(folder) {
      npx(folder, withPlugin ? { WITH_LLMS_TXT: '1' } : {}, 'vitepress', 'build');
      return join(folder, '.vitepress/dist');
    },
  };
}

export const BUILDS: readonly Build[] = [
  vitepress('vitepress', false),
  vitepress('vitepress-llms', true),
  {
    name: 'starlight',
    packages: ['astro@5.18.2', '@astrojs/starlight@0.37.7', 'starlight-llms-txt@0.7.0'],
    prepare(folder, content) {
      // Starlight prints the title as the H1, and its links end with a slash.
      copyDocs(content, join(folder, 'src/content/docs'), (text) =>
        withoutH1(text).replaceAll(DOCS_LINK, (_, path: string) => `](/${path}/)`),
      );
      cpSync(join(content, 'img'), join(folder, 'public/img'), { recursive: true });
    },
    run(folder) {
      npx(folder, {}, 'astro', 'build');
      return join(folder, 'dist');
    },
  },
  {
    name: 'docusaurus',
    packages: [
      '@docusaurus/core@3.10.2',
      '@docusaurus/preset-classic@3.10.2',
      'docusaurus-plugin-llms@0.6.1',
      'react@19.3.1',
      'react-dom@19.3.1',
    ],
    prepare(folder, content) {
      copyDocs(content, join(folder, 'docs'), (text, path) =>
        path === 'index.md' ? text.replace('---\n', '---\nslug: /\n') : text,
      );
      cpSync(join(content, 'img'), join(folder, 'static/img'), { recursive: true });
    },
    run(folder) {
      npx(folder, {}, 'docusaurus', 'build');
      return join(folder, 'build');
    },
  },
  {
    name: 'mkdocs',
    prepare(folder, content) {
      copyDocs(content, join(folder, 'docs'), (text, path) =>
        text
          .replaceAll(DOCS_LINK, (_, target: string) => `](${posix.relative(posix.dirname(path), target)}.md)`)
          .replaceAll('](/img/', `](${posix.relative(posix.dirname(path), 'img')}/`)
          .replaceAll(/^:::(\w+)\n([\s\S]*?)\n:::$/gm, (_, kind: string, body: string) => `!!! ${kind}\n    ${body}`),
      );
      cpSync(join(content, 'img'), join(folder, 'docs/img'), { recursive: true });
    },
    run(folder) {
      debian(folder, 'mkdocs', 'build', '--quiet');
      return join(folder, 'site');
    },
  },
  {
    name: 'sphinx',
    run(folder) {
      debian(folder, 'sphinx-build', '-q', '-b', 'html', 'source', 'out');
      return join(folder, 'out');
    },
  },
  {
    name: 'hugo',
    run(folder) {
      debian(folder, 'hugo', '--quiet', '--destination', 'out');
      return join(folder, 'out');
    },
  },
  {
    name: 'eleventy',
    packages: [
      '@11ty/eleventy@3.1.8',
      '@11ty/eleventy-plugin-rss@3.0.0',
      '@11ty/eleventy-plugin-syntaxhighlight@5.0.2',
    ],
    run(folder) {
      npx(folder, {}, 'eleventy', '--quiet');
      return join(folder, '_site');
    },
  },
  {
    name: 'next',
    packages: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
    async run(folder) {
      npx(folder, {}, 'next', 'build');
      return recordServer(folder, join(folder, 'node_modules/.bin/next'), ['start', '--hostname', '127.0.0.1']);
    },
  },
  {
    name: 'vite',
    packages: ['vite@8.3.8'],
    run(folder) {
      npx(folder, {}, 'vite', 'build');
      return join(folder, 'dist');
    },
  },
  {
    name: 'typedoc',
    packages: ['typedoc@0.28.20', 'typescript@5.9.3'],
    run(folder) {
      npx(folder, {}, 'typedoc');
      return join(folder, 'out');
    },
  },
  {
    name: 'jsdoc',
    packages: ['jsdoc@4.0.5'],
    run(folder) {
      npx(folder, {}, 'jsdoc', '-c', 'jsdoc.json');
      return join(folder, 'out');
    },
  },
  {
    name: 'javadoc',
    run(folder) {
      debian(folder, 'javadoc', '-quiet', '-notimestamp', '-d', 'out', '-sourcepath', 'src', 'org.tidewise');
      return join(folder, 'out');
    },
  },
  {
    name: 'rustdoc',
    run(folder) {
      debian(folder, 'rustdoc', 'src/lib.rs', '--crate-name', 'beacon', '--edition', '2021', '--out-dir', 'out');
      return join(folder, 'out');
    },
  },
  {
    name: 'doxygen',
    run(folder) {
      debian(folder, 'doxygen', '-q');
      return join(folder, 'out/html');
    },
  },
  {
    name: 'hexo',
    packages: [
      'hexo@8.1.2',
      'hexo-generator-archive@2.0.0',
      'hexo-generator-category@2.0.0',
      'hexo-generator-index@4.0.0',
      'hexo-generator-tag@2.0.0',
      'hexo-renderer-ejs@2.0.0',
      'hexo-renderer-marked@7.0.1',
      'hexo-renderer-stylus@3.0.1',
      'hexo-theme-landscape@1.1.0',
    ],
    prepare: (folder, content) => copyPosts(content, join(folder, 'source/_posts')),
    run(folder) {
      npx(folder, {}, 'hexo', 'generate', '--silent');
      return join(folder, 'public');
    },
  },
  {
    name: 'jekyll',
    prepare: (folder, content) =>
      copyPosts(content, join(folder, '_posts'), (text) => text.replace('---\n', '---\nlayout: post\n')),
    run(folder) {
      debian(folder, 'jekyll', 'build', '--quiet', '--destination', 'out');
      return join(folder, 'out');
    },
  },
  {
    name: 'pelican',
    prepare: (folder, content) =>
      copyPosts(content, join(folder, 'content'), (text) => text.replace(/^tags: \[(.*)\]$/m, 'tags: $1')),
    run(folder) {
      debian(folder, 'pelican', 'content', '-o', 'out', '-s', 'pelicanconf.py', '--quiet');
      return join(folder, 'out');
    },
  },
  {
    name: 'honkit',
    packages: ['honkit@6.1.7'],
    prepare(folder, content) {
      copyDocs(content, folder, (text, path) =>
        withoutFrontMatter(text)
          .replaceAll(DOCS_LINK, (_, target: string) => `](${posix.relative(posix.dirname(path), target)}.md)`)
          .replaceAll('](/img/', `](${posix.relative(posix.dirname(path), 'img')}/`),
      );
      renameSync(join(folder, 'index.md'), join(folder, 'README.md'));
      cpSync(join(content, 'img'), join(folder, 'img'), { recursive: true });
    },
    run(folder) {
      npx(folder, {}, 'honkit', 'build');
      return join(folder, '_book');
    },
  },
  {
    name: 'asciidoctor',
    run(folder) {
      const chapters = readdirSync(folder).filter((file) => file.endsWith('.adoc'));
      debian(folder, 'asciidoctor', '-D', 'out', ...chapters);
      return join(folder, 'out');
    },
  },
  { name: 'wordpress', run: (folder) => render(folder) },
  { name: 'shop', run: (folder) => render(folder) },
];

/** A link to another page of the documentation: `](/guide/concepts)`. */
const DOCS_LINK = /\]\(\/((?:guide\/|api\/|cli\/)?[a-z-]+)\)/g;

const withoutH1 = (text: string): string => text.replace(/^# .*\n\n/m, '');
const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n+/, '');

/** The posts of the blog by Eleventy, as other generators want them. */
function copyPosts(content: string, target: string, change = (text: string): string => text): void {
  const source = join(dirname(content), 'projects/eleventy/posts');
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(source)) {
    if (file.endsWith('.md')) writeFileSync(join(target, file), change(readFileSync(join(source, file), 'utf8')));
  }
}

function copyDocs(content: string, target: string, change = (text: string, _path: string): string => text): void {
  const source = join(content, 'docs');
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), change(readFileSync(join(source, path), 'utf8'), path));
  }
}

function npx(folder: string, env: Readonly<Record<string, string>>, program: string, ...parameters: string[]): void {
  execFileSync(join(folder, 'node_modules/.bin', program), parameters, {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...env,
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
  });
}

/** Runs a generator that comes from a package of Debian. */
function debian(folder: string, program: string, ...parameters: string[]): void {
  execFileSync(program, parameters, { cwd: folder, stdio: 'inherit' });
}

/** A project that writes its pages itself, for platforms that cannot be installed without a database. */
function render(folder: string): string {
  execFileSync(process.execPath, [join(folder, 'render.mjs')], { cwd: folder, stdio: 'inherit' });
  return join(folder, 'out');
}
