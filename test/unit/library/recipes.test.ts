import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { type Article, anchorOf, loadArticles, recipesIn, sectionFor } from '../../../src/library/articles.ts';
import { ALL_CHECKS } from '../../../src/scanner/checks/catalogue.ts';
import { parseRobotsTxt } from '../../../src/scanner/parse/robots/robots-txt.ts';
import { parseSitemap } from '../../../src/scanner/parse/sitemap/sitemap.ts';
import { codeBlocks, codeIn } from '../../support/code-blocks.ts';

const articles = loadArticles();
const recipes = recipesIn(articles);
const bodyOf = (path: string): string => articles.find((article) => article.path === path)?.body ?? '';

const PLATFORMS = [
  ...[
    'apache',
    'astro',
    'caddy',
    'cloudflare',
    'docusaurus',
    'eleventy',
    'hugo',
    'mediawiki',
    'mkdocs',
    'netlify',
    'nextjs',
  ],
  ...['nginx', 'nuxt', 'plain-files', 'shopify', 'sphinx', 'squarespace', 'vercel'],
  ...['vitepress', 'wix', 'wordpress'],
];

/** How code of a language is read; it throws where it is not valid. Servers and generators read the others when they run. */
const READERS: Readonly<Record<string, (code: string) => unknown>> = {
  ts: (code) => transformSync(code, { loader: 'ts' }),
  tsx: (code) => transformSync(code, { loader: 'tsx' }),
  js: (code) => transformSync(code, { loader: 'js' }),
  json: (code) => JSON.parse(code),
  xml: (code) => assert.equal(parseSitemap(code).kind, 'urlset'),
};

describe('the recipes', () => {
  it('are one a platform', () => {
    assert.deepEqual(recipes.map(({ id }) => id).sort(), PLATFORMS);
  });

  for (const { id, name, path, sections } of recipes) {
    describe(id, () => {
      it('names checks of the catalogue, each in one section', () => {
        const named = sections.flatMap(({ checkIds }) => checkIds);
        const known = new Set<string>(ALL_CHECKS.map((check) => check.id));
        assert.deepEqual(
          named.filter((check) => !known.has(check)),
          [],
        );
        assert.equal(new Set(named).size, named.length, named.join(' '));
      });

      it('has a name, and sections that differ in their anchor and say something', () => {
        assert.ok(name.length > 0 && name.length <= 20, name);
        assert.equal(new Set(sections.map((section) => section.path)).size, sections.length);
        for (const { heading, path: place, text } of sections) {
          assert.equal(place, `${path}#${anchorOf(heading)}`);
          assert.ok(text.length > 80, heading);
        }
      });

      it('has code that can be read, each block with its language', () => {
        const blocks = codeBlocks(bodyOf(path));
        assert.deepEqual(
          blocks.filter(({ language }) => language === ''),
          [],
        );
        for (const { language, code } of blocks) READERS[language]?.(code);
      });

      it('has a robots.txt without faults wherever it shows one', () => {
        for (const code of codeIn(bodyOf(path), 'text').filter((text) => text.startsWith('User-agent'))) {
          const { unknownLines, sitemaps } = parseRobotsTxt(
            code.replace(/\{\{.*\}\}/, 'https://www.example.com/sitemap.xml'),
          );
          assert.deepEqual(unknownLines, []);
          assert.equal(sitemaps.length, 1);
        }
      });
    });
  }
});

describe('recipesIn', () => {
  const article = (body: string): Article => ({
    path: '/docs/recipes/abyss',
    itemType: 'recipe',
    title: 'Abyss: a server',
    description: 'A server.',
    questions: [],
    keywords: [],
    sources: [],
    body,
  });

  it('reads the checks and the text of each section, not the text before the first', () => {
    const [recipe] = recipesIn([
      article(
        'Before.\n\n## Real 404s\n\nFixes [S9](/docs/checks/S9), [P2](/docs/checks/P2).\n\nDo it.\n\n### How\n\nSo.\n',
      ),
    ]);
    assert.ok(recipe !== undefined);
    assert.equal(recipe.name, 'Abyss');
    assert.deepEqual(recipe.sections, [
      {
        heading: 'Real 404s',
        path: '/docs/recipes/abyss#real-404s',
        checkIds: ['S9', 'P2'],
        text: 'Do it.\n\n### How\n\nSo.',
      },
    ]);
    assert.equal(sectionFor(recipe, 'P2'), recipe.sections[0]);
    assert.equal(sectionFor(recipe, 'S8'), undefined);
  });

  for (const body of ['## A\n\nDo it.', '## A\n\nFixes S9.', '## A', '## A\n\nFixes [S9](/docs/checks/S9) and more.']) {
    it(`refuses a section that does not name its checks: ${JSON.stringify(body)}`, () => {
      assert.throws(() => recipesIn([article(body)]), /"A" does not begin with/);
    });
  }

  it('leaves out other articles', () => assert.deepEqual(recipesIn([{ ...article('## A'), itemType: 'specs' }]), []));
});

describe('the negotiation in the recipes that are code', () => {
  const ROWS: readonly (readonly [accept: string, markdown: boolean])[] = [
    ['', false],
    ['*/*', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['text/markdown', true],
    ['text/markdown, text/html, */*', true],
    ['text/markdown, text/html;q=0.8', true],
    ['text/html;q=0.5, text/markdown', true],
    ['text/html, text/markdown', false],
    ['text/html;q=1, text/markdown;q=0.1', false],
    ['text/html;q=1.0, text/markdown', false],
    ['text/markdown;q=0', false],
    ['TEXT/MARKDOWN', true],
  ];
  const helpers = recipes.flatMap(({ id, path }) =>
    codeIn(bodyOf(path), 'ts').flatMap((code) => {
      const found = /const wantsMarkdown = [\s\S]*?;\n\n/.exec(code)?.[0];
      return found === undefined ? [] : [{ id, code: found }];
    }),
  );

  it('is in those of Netlify, Next.js, Nuxt and Vercel, and the same', () => {
    assert.deepEqual(helpers.map(({ id }) => id).sort(), ['netlify', 'nextjs', 'nuxt', 'vercel']);
    assert.equal(new Set(helpers.map(({ code }) => code)).size, 1);
  });

  for (const [accept, markdown] of ROWS) {
    it(`answers ${markdown ? 'Markdown' : 'HTML'} for Accept "${accept}"`, () => {
      const { code } = transformSync(helpers[0]?.code ?? '', { loader: 'ts' });
      assert.equal(runInNewContext(`${code}; wantsMarkdown(accept)`, { accept }), markdown);
    });
  }
});

/** The default export of a recipe's module, with its packages in the given forms. */
function handlerOf(id: string, packages: Readonly<Record<string, unknown>>): (request: Request) => unknown {
  const code = codeIn(bodyOf(`/docs/recipes/${id}`), 'ts').find((each) => each.includes('export default')) ?? '';
  const module: { exports: { default?: unknown } } = { exports: {} };
  const require = (name: string): unknown => packages[name] ?? assert.fail(`${name} is not imported here`);
  runInNewContext(transformSync(code, { loader: 'ts', format: 'cjs' }).code, { module, require, URL });
  const handler = module.exports.default;
  assert.ok(typeof handler === 'function');
  return (request) => handler(request);
}

describe('the functions of hosted services, with their packages imitated', () => {
  const vercel = handlerOf('vercel', {
    '@vercel/functions': {
      next: ({ headers }: { headers: object }) => `next ${JSON.stringify(headers)}`,
      rewrite: (url: URL, { headers }: { headers: object }) => `${url.pathname} ${JSON.stringify(headers)}`,
    },
  });
  const netlify = handlerOf('netlify', {});
  const VARY = '{"vary":"Accept"}';

  for (const [path, accept, twin] of [
    ['/', 'text/markdown', '/index.md'],
    ['/guide/', 'text/markdown, text/html;q=0.8', '/guide/index.md'],
    ['/about?a=b', 'text/markdown', '/about.md'],
    ['/about', 'text/html', undefined],
    ['/about', '', undefined],
  ] as const) {
    it(`lead ${path} for Accept "${accept}" to ${twin ?? 'the page'}`, async () => {
      const request = new Request(`https://www.example.com${path}`, { headers: { accept } });
      assert.equal(vercel(request), twin === undefined ? `next ${VARY}` : `${twin} ${VARY}`);
      const url = await netlify(request);
      assert.equal(url === undefined ? undefined : new URL(String(url)).pathname, twin);
    });
  }

  it('leave files alone', async () => {
    const request = new Request('https://www.example.com/style.css', { headers: { accept: 'text/markdown' } });
    assert.equal(await netlify(request), undefined);
    const [matcher = ''] = /(?<=matcher: ')[^']+/.exec(bodyOf('/docs/recipes/vercel')) ?? [];
    const pattern = new RegExp(`^${matcher.replaceAll('\\\\', '\\')}$`);
    assert.deepEqual(
      ['/', '/about', '/guide/', '/style.css', '/guide/index.md'].map((path) => pattern.test(path)),
      [true, true, true, false, false],
    );
  });
});
