/** How each recorded site is built. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
      execFileSync('mkdocs', ['build', '--quiet'], { cwd: folder, stdio: 'inherit' });
      return join(folder, 'site');
    },
  },
  {
    name: 'sphinx',
    run(folder) {
      execFileSync('sphinx-build', ['-q', '-b', 'html', 'source', 'out'], { cwd: folder, stdio: 'inherit' });
      return join(folder, 'out');
    },
  },
  {
    name: 'hugo',
    run(folder) {
      execFileSync('hugo', ['--quiet', '--destination', 'out'], { cwd: folder, stdio: 'inherit' });
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
  { name: 'wordpress', run: (folder) => render(folder) },
  { name: 'shop', run: (folder) => render(folder) },
];

/** A link to another page of the documentation: `](/guide/concepts)`. */
const DOCS_LINK = /\]\(\/((?:guide\/|api\/|cli\/)?[a-z-]+)\)/g;

const withoutH1 = (text: string): string => text.replace(/^# .*\n\n/m, '');

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

/** A project that writes its pages itself, for platforms that cannot be installed without a database. */
function render(folder: string): string {
  execFileSync(process.execPath, [join(folder, 'render.mjs')], { cwd: folder, stdio: 'inherit' });
  return join(folder, 'out');
}
