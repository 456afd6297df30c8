/** The recipes of frameworks with a server, run: built with the code of the article, started, and scanned. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { folderOf, ORIGIN } from '../../support/build-folder.ts';
import { installTools, startToolServer } from '../../support/npm-tools.ts';
import { assertFixed, blocksOf, recordsAt, unpassed } from '../../support/recipe-scan.ts';

const run = promisify(execFile);

const SENTENCES = [
  'Leeks want deep soil and a long season, so sow them early under glass and be patient with them.',
  'They go out in June, into holes as deep as your hand is long, with room on every side to grow.',
  'They need water at first and nothing else, because the rain washes the soil into the holes for you.',
  'They stay white below the ground, and that is the part that every cook in the town asks for.',
  'They get more soil around them in August, and once again before the first hard frost of the year.',
  'They wait in the bed all winter long, and you dig one up whenever you need it for a good soup.',
];
const PROSE = SENTENCES.map((sentence, at) => `<h2>Part ${at + 1}</h2><p>${sentence} ${sentence}</p>`).join('');
const MARKDOWN = SENTENCES.map((sentence, at) => `## Part ${at + 1}\n\n${sentence} ${sentence}\n`).join('\n');
const LLMS_TXT = `# The Greenhouse\n\n> What we know of leeks, after ten years in one wet valley.\n\n## Pages\n\n- [Growing leeks](${ORIGIN}/leeks): when to sow and plant them\n`;

type Files = Readonly<Record<string, string>>;

async function project(files: Files, nodeModules: string): Promise<string> {
  const folder = await folderOf({});
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(nodeModules, join(folder, 'node_modules'));
  return folder;
}

const NEXT_FILES = (): Files => {
  const blocks = blocksOf('nextjs', 'ts');
  // By what each exports, so that a block added to the article shifts none.
  const exporting = (words: string) => blocks.find((block) => block.includes(words)) ?? assert.fail(words);
  const [page = ''] = blocksOf('nextjs', 'tsx');
  return {
    'proxy.ts': exporting('export function proxy('),
    'app/md/[[...path]]/route.ts': exporting("from '../../../lib/content'"),
    'next.config.ts': exporting('export default config;'),
    'app/sitemap.ts': exporting('export default async function sitemap('),
    'app/robots.ts': exporting('export default function robots('),
    'public/llms.txt': LLMS_TXT,
    'app/leeks/page.tsx': page.replace('<h1>{title}</h1>', `<a href="/">The whole garden</a><h1>{title}</h1>${PROSE}`),
    'app/page.tsx': page
      .replace('<h1>{title}</h1>', `<h1>{title}</h1><a href="/leeks">Growing leeks</a>${PROSE}`)
      .replaceAll("/leeks'", "/'")
      .replace("'WebPage'", "'WebSite'")
      .replace("'Growing leeks'", "'The Greenhouse garden'")
      .replace("'When to sow", "'All we know: when to sow"),
  };
};

/** What every project of Next.js has, and the source of the text. */
const NEXT_PLAIN: Files = {
  'package.json': '{ "private": true, "type": "module" }',
  'app/layout.tsx': `import type { Metadata } from 'next';
import type { ReactNode } from 'react';
export const metadata: Metadata = { metadataBase: new URL('${ORIGIN}') };
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  'app/page.tsx': `export default function Page() {
  return <main><h1>The Greenhouse garden</h1><a href="/leeks">Growing leeks</a>${PROSE}</main>;
}`,
  'app/leeks/page.tsx': `export default function Page() {
  return <main><a href="/">The whole garden</a><h1>Growing leeks</h1>${PROSE}</main>;
}`,
  'app/posts/[slug]/page.tsx': `import { notFound } from 'next/navigation';
export default async function Post({ params }: { params: Promise<{ slug: string }> }) {
  if ((await params).slug !== 'one') notFound();
  return <main><h1>One</h1></main>;
}`,
  'lib/content.ts': `const TEXT = ${JSON.stringify(MARKDOWN)};
const HEADS: Record<string, string> = {
  '': '# The Greenhouse garden\\n\\n[Growing leeks](/leeks)',
  leeks: '[The whole garden](/)\\n\\n# Growing leeks',
};
export const listPages = async () => [{ path: '/', changed: '2026-03-01' }, { path: '/leeks', changed: '2026-04-02' }];
export const readMarkdown = async (path: string[]): Promise<string | undefined> => {
  const head = HEADS[path.join('/')];
  return head === undefined ? undefined : head + '\\n\\n' + TEXT;
};`,
};

describe('the recipe of Next.js', () => {
  const FIXES = ['L1', 'P11', 'P12', 'P14', 'P16', 'P22', 'P23', 'S1', 'S10', 'S11', 'S13', 'S14', 'S15'];

  it(`fixes ${FIXES.join(', ')}, none of which passes without it`, async (t) => {
    const tools = await installTools({
      next: '16.4.6',
      react: '19.3.1',
      'react-dom': '19.3.1',
      typescript: '5.9.3',
      '@types/react': '19.2.2',
      '@types/node': '24.10.1',
    });
    if (tools.problem !== undefined) return t.skip(tools.problem);
    const program = 'node_modules/next/dist/bin/next';
    const recordsOf = async (files: Files, look: (origin: string) => Promise<void> = async () => {}) => {
      const folder = await project(files, join(tools.folder, 'node_modules'));
      const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
      await run(process.execPath, [program, 'build', '--webpack'], { cwd: folder, env, timeout: 200_000 });
      const server = await startToolServer(folder, program, (port) => ['start', '-H', '127.0.0.1', '-p', String(port)]);
      const origin = `http://127.0.0.1:${server.port}`;
      return look(origin)
        .then(() => recordsAt(origin))
        .finally(() => server.stop());
    };
    const before = await recordsOf(NEXT_PLAIN);
    assert.deepEqual(unpassed(before, FIXES), FIXES, 'before the recipe');
    const records = await recordsOf({ ...NEXT_PLAIN, ...NEXT_FILES() }, async (origin) => {
      for (const [path, accept, status, type] of [
        ['/', 'text/markdown', 200, 'text/markdown'],
        ['/leeks', 'text/markdown, text/html;q=0.8', 200, 'text/markdown'],
        ['/leeks', 'text/html, text/markdown;q=0.5', 200, 'text/html'],
        ['/posts/two', 'text/html', 404, 'text/html'],
        ['/posts/two', 'text/markdown', 404, 'text/plain'],
      ] as const) {
        const response = await fetch(origin + path, { headers: { accept } });
        await response.arrayBuffer();
        assert.equal(response.status, status, `${path} for ${accept}`);
        assert.equal(response.headers.get('content-type')?.split(';')[0], type, `${path} for ${accept}`);
      }
    });
    assertFixed('nextjs', records, FIXES);
  });
});

/** One configuration out of the blocks of the article, each of which is a whole one. */
function mergedConfig(blocks: readonly string[]): string {
  const members = blocks.map(
    (block) => /defineNuxtConfig\(\{\n([\s\S]*)\n\}\);/.exec(block)?.[1] ?? assert.fail(block),
  );
  const rules = members.flatMap(
    (text) => /routeRules: \{([\s\S]*)\},\n?$/.exec(text.trim().replace(/,?$/, ',\n'))?.[1] ?? [],
  );
  const others = members.filter((text) => !text.includes('routeRules'));
  return `export default defineNuxtConfig({
${others.join('\n')}
  routeRules: { ${rules.map((text) => text.trim().replace(/,?$/, ',')).join(' ')} },
  compatibilityDate: '2026-01-01',
});`;
}

const vuePage = (script: string, link: string, title: string) =>
  `<script setup lang="ts">\n${script}\n</script>\n<template><main>${link}<h1>${title}</h1>${PROSE}</main></template>`;
const TO_LEEKS = '<NuxtLink to="/leeks">Growing leeks</NuxtLink>';
const TO_ROOT = '<NuxtLink to="/">The whole garden</NuxtLink>';

const NUXT_PLAIN: Files = {
  'package.json': '{ "private": true, "type": "module" }',
  'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2026-01-01' });",
  'app/app.vue': '<template><NuxtPage /></template>',
  'app/pages/index.vue': vuePage('', TO_LEEKS, 'The Greenhouse garden'),
  'app/pages/leeks.vue': vuePage('', TO_ROOT, 'Growing leeks'),
  'app/pages/[...slug].vue': '<template><main>Nothing</main></template>',
  'server/utils/pages.ts':
    "export const listPages = async () => [{ path: '/', changed: '2026-03-01' }, { path: '/leeks', changed: '2026-04-02' }];",
};

const NUXT_FILES = (): Files => {
  const [middleware = '', links = '', sitemap = '', api = '', head = '', missing = '', swr = ''] = blocksOf(
    'nuxt',
    'ts',
  );
  const [robots = ''] = blocksOf('nuxt', 'text');
  return {
    'nuxt.config.ts': mergedConfig([links, sitemap, swr.replace("'/guide/**'", "'/leeks'")]),
    'server/middleware/markdown.ts': middleware,
    'server/api/sitemap.ts': api,
    'server/assets/markdown/index.md': `[Growing leeks](/leeks)\n\n# The Greenhouse garden\n\n${MARKDOWN}`,
    'server/assets/markdown/leeks.md': `[The whole garden](/)\n\n# Growing leeks\n\n${MARKDOWN}`,
    'public/llms.txt': LLMS_TXT,
    'public/robots.txt': robots,
    'app/pages/leeks.vue': vuePage(head, TO_ROOT, 'Growing leeks'),
    'app/pages/index.vue': vuePage(
      head
        .replace("'Growing leeks'", "'The Greenhouse garden'")
        .replace("'When to sow", "'All we know: when to sow")
        .replace('.com/leeks', '.com/')
        .replace('WebPage', 'WebSite'),
      TO_LEEKS,
      'The Greenhouse garden',
    ),
    'app/pages/[...slug].vue': `<script setup lang="ts">\nconst page = ref();\n${missing}\n</script>\n<template><main>Nothing</main></template>`,
  };
};

describe('the recipe of Nuxt', () => {
  const FIXES = 'L1 P11 P12 P14 P16 P22 P23 S1 S9 S10 S11 S13 S14 S15 S17'.split(' ');

  it(`fixes ${FIXES.join(', ')}, none of which passes without it`, async (t) => {
    const tools = await installTools({ nuxt: '4.4.5', '@nuxtjs/sitemap': '8.5.1' });
    if (tools.problem !== undefined) return t.skip(tools.problem);
    const recordsOf = async (files: Files) => {
      const folder = await project(files, join(tools.folder, 'node_modules'));
      const env = { ...process.env, NUXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
      await run(process.execPath, ['node_modules/nuxt/bin/nuxt.mjs', 'build'], { cwd: folder, env, timeout: 200_000 });
      const server = await startToolServer(folder, '.output/server/index.mjs', () => []);
      return recordsAt(`http://127.0.0.1:${server.port}`).finally(() => server.stop());
    };
    const before = await recordsOf(NUXT_PLAIN);
    assert.deepEqual(unpassed(before, FIXES), FIXES, 'before the recipe');
    assertFixed('nuxt', await recordsOf({ ...NUXT_PLAIN, ...NUXT_FILES() }), FIXES);
  });
});
