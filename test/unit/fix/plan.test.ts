/** What `legible fix` plans for a build: additions only, the same ones every time. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { readBuild } from '../../../src/fix/build.ts';
import { type Change, changedText } from '../../../src/fix/changes.ts';
import { chosenFixes, readOrigin } from '../../../src/fix/plan.ts';
import { dayOf } from '../../../src/fix/site.ts';
import { fixFolder, folderOf, ORIGIN, planFor } from '../../support/build-folder.ts';
import { inWhole } from '../../support/exhaustive.ts';

const LONG =
  'The mill grinds wheat, rye and spelt on stones of 1890, every weekday from seven until the hopper is empty.';

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n  <title>${title}</title>\n${head}  </head>\n<body><nav><ul><li><a href="/">Home</a><li><a href="/flour.html">Flour</a></ul></nav><main><h1>${title}</h1>${body}</main></body>\n</html>\n`;

const MILL = {
  'index.html': page('The old mill', `<p>${LONG} Visitors are welcome.</p>`),
  'flour.html': page(
    'Flour of the mill',
    `<p>${LONG} This page has the prices. See <a href="index.html">home</a> and <a href="#rye">rye</a>.</p><h2 id="rye">Rye</h2><p>Dark &lt;b&gt; and *coarse*.</p>`,
  ),
};

async function texts(folder: string, changes: readonly Change[]): Promise<Record<string, string>> {
  const build = await readBuild(folder);
  const pairs = changes.map(async (change) => [change.path, await changedText(build, change)] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

const fixed = async (files: Readonly<Record<string, string>>, options = {}): Promise<Record<string, string>> => {
  const folder = await folderOf(files);
  return texts(folder, (await planFor(folder, options)).changes);
};

describe('a plan for a build', () => {
  it('adds to each head, and leaves every other character', async () => {
    const { 'flour.html': after = '' } = await fixed(MILL);
    const before = MILL['flour.html'];
    const at = before.indexOf('  </head>');
    assert.ok(after.startsWith(before.slice(0, at)) && after.endsWith(before.slice(at)));
    const added = after.slice(at, after.length - (before.length - at));
    for (const tag of [
      `<link rel="canonical" href="${ORIGIN}/flour.html">`,
      '<link rel="alternate" type="text/markdown" href="/flour.md">',
      '<link rel="describedby" type="text/plain" href="/llms.txt">',
      '<meta property="og:title" content="Flour of the mill">',
    ])
      assert.ok(added.includes(`${tag}\n`), `${tag} in\n${added}`);
    assert.match(added, /<meta name="description" content="The mill grinds [^"]+">/);
    assert.match(added, /"@type":"WebPage","name":"Flour of the mill"/);
  });

  it('writes the content as Markdown with absolute links and front matter', async () => {
    const { 'flour.md': text = '' } = await fixed(MILL);
    assert.equal(
      text,
      `---\ngenerator: legible fix\ntitle: "Flour of the mill"\ncanonical: "${ORIGIN}/flour.html"\n---\n\n# Flour of the mill\n\n${LONG} This page has the prices. See [home](${ORIGIN}/index.html) and [rye](${ORIGIN}/flour.html#rye).\n\n## Rye\n\nDark &lt;b> and \\*coarse\\*.\n`,
    );
  });

  it('writes llms.txt, a dated sitemap and robots.txt', async () => {
    const after = await fixed(MILL);
    assert.match(
      after['llms.txt'] ?? '',
      /^# The old mill\n\n> The mill grinds .+\n\n## Pages\n\n- \[Flour of the mill\]/,
    );
    assert.equal(after['robots.txt'], `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
    assert.match(after['sitemap.xml'] ?? '', /<loc>https:\/\/www\.example\.com\/<\/loc><lastmod>2026-01-12<\/lastmod>/);
    assert.equal(after['sitemap.xml']?.match(/<url>/g)?.length, 2);
  });

  it('keeps what the owner wrote', async () => {
    const own = {
      ...MILL,
      'flour.html': page(
        'Flour',
        `<p>${LONG}</p>`,
        `<link rel="canonical" href="${ORIGIN}/flour.html"><meta name="description" content="Own words"><meta property="og:title" content="Own"><meta property="og:description" content="Own"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Flour"}</script>\n`,
      ),
      'flour.md': '# Flour, by its owner\n',
      'llms.txt': '# Mine\n',
      'robots.txt': 'User-agent: GPTBot\nDisallow: /\n',
      'sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${ORIGIN}/</loc></url><url><loc>${ORIGIN}/flour.html</loc><lastmod>2020-01-01</lastmod></url></urlset>`,
    };
    const after = await fixed(own);
    assert.equal(after['llms.txt'], undefined);
    assert.equal(after['flour.md'], undefined);
    assert.equal(after['robots.txt'], `${own['robots.txt']}\nSitemap: ${ORIGIN}/sitemap.xml\n`);
    assert.match(after['sitemap.xml'] ?? '', /com\/<\/loc><lastmod>2026-\d\d-\d\d<\/lastmod><\/url>.*2020-01-01/);
    for (const href of ['href="/flour.md"', 'href="/llms.txt"']) assert.ok(after['flour.html']?.includes(href), href);
    for (const tag of ['rel="canonical"', 'name="description"', 'og:title', 'og:description', 'ld+json'])
      assert.equal(after['flour.html']?.split(tag).length, 2, `one ${tag}`);
  });

  it('gives a page and a folder of one name a Markdown file each', async () => {
    const rye = (word: string) => page(`Rye ${word}`, `<p>${LONG} ${word}.</p>`);
    const after = await fixed({
      ...MILL,
      'rye.html': rye('flour'),
      'rye.md': '# Rye\n',
      'rye/index.html': rye('bread'),
    });
    assert.match(after['rye.html'] ?? '', /href="\/rye\.md"/);
    assert.match(after['rye/index.html'] ?? '', /href="\/rye\/index\.md"/);
    assert.equal(after['rye.md'], undefined);
  });

  it('is the same plan each time, and empty after it was carried out', async () => {
    const folder = await folderOf(MILL);
    const [one, other] = [await planFor(folder), await planFor(folder)];
    assert.deepEqual(one.changes, other.changes);
    await fixFolder(folder);
    assert.deepEqual((await planFor(folder)).changes, []);
  });

  it('writes its own files again when the page has changed', async () => {
    const folder = await folderOf(MILL);
    await fixFolder(folder);
    await writeFile(join(folder, 'index.html'), page('The new mill', `<p>${LONG}</p>`));
    const changed = (await planFor(folder)).changes.map(({ path }) => path);
    assert.deepEqual(
      changed.filter((path) => !path.startsWith('sitemap')),
      ['index.html', 'index.md', 'llms.txt'],
    );
  });

  it('knows its own files by another line end', async () => {
    const folder = await folderOf(MILL);
    await fixFolder(folder);
    for (const name of ['flour.md', 'llms.txt']) {
      const path = join(folder, name);
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll('\n', '\r\n'));
    }
    await writeFile(join(folder, 'flour.html'), page('Spelt', `<p>${LONG}</p>`));
    const after = await texts(folder, (await planFor(folder)).changes);
    assert.match(after['flour.md'] ?? '', /^title: "Spelt"$/m);
    assert.match(after['llms.txt'] ?? '', /\[Spelt\]/);
  });

  it('leaves pages that are none as they are, and says why', async () => {
    const folder = await folderOf({
      ...MILL,
      '404.html': page('Not found', ''),
      '50x.html': page('Server error', ''),
      '_not-found.html': page('Not found', ''),
      'old.html': '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=/flour.html">',
      'google123.html': 'google-site-verification: google123.html',
    });
    await writeFile(join(folder, 'latin.html'), Buffer.from(page('Caf\u00e9', ''), 'latin1'));
    await writeFile(join(folder, 'robots.txt'), Buffer.from('# caf\u00e9\n', 'latin1'));
    const { left, changes } = await planFor(folder);
    assert.deepEqual(
      left.map(({ path }) => path),
      ['404.html', '50x.html', '_not-found.html', 'google123.html', 'latin.html', 'old.html'],
    );
    assert.ok(changes.every(({ path }) => !/^(404|old|google|latin|robots)/.test(path)));
  });

  it('lists no page that is not to be indexed, and writes no Markdown of it', async () => {
    const after = await fixed({
      ...MILL,
      'draft.html': page('A draft of flour', `<p>${LONG}</p>`, '<meta name="robots" content="noindex">\n'),
    });
    assert.equal(after['draft.md'], undefined);
    for (const file of ['llms.txt', 'sitemap.xml']) assert.ok(!after[file]?.includes('draft'), file);
  });

  it('can leave out fixes', async () => {
    assert.deepEqual(Object.keys(await fixed(MILL, { only: ['S1'] })), ['robots.txt']);
    const after = await fixed(MILL, { skip: ['P22', 's13'] });
    assert.ok(!Object.keys(after).some((path) => path.endsWith('.md') || path === 'llms.txt'));
    assert.doesNotMatch(after['index.html'] ?? '', /text\/markdown|llms\.txt/);
    assert.throws(() => chosenFixes(['P10']), /P10 is no check that files can fix/);
    assert.throws(() => chosenFixes(['P22'], ['P22']), /both|also in --only/);
  });

  for (const [name, html] of [
    ['no head tags', `<!doctype html><title>Bare flour page</title><p>${LONG}`],
    ['an unclosed head', `<html><head><title>Bare flour page</title><body><p>${LONG}`],
    ['tags that never close', `<html><head><title>Bare flour page</title></head><div><p>${LONG}<table><tr><td>1<b><i>`],
    ['Windows line ends', page('Bare flour page', `<p>${LONG}</p>`).replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${page('Bare flour page', `<p>${LONG}</p>`)}`],
    ['no main', `<html><head><title>Bare flour page</title></head><body><div><p>${LONG}</p></div></body></html>`],
  ] as const) {
    it(`adds only to the head of a page with ${name}`, async () => {
      const { 'index.html': after = '', 'index.md': markdown = '' } = await fixed({ 'index.html': html });
      let at = 0;
      while (after[at] === html[at] && at < html.length) at += 1;
      const tail = html.slice(at);
      assert.ok(after.endsWith(tail), 'one insertion');
      assert.ok(after.includes('rel="canonical"'));
      assert.ok(after.indexOf('rel="canonical"') < after.indexOf(`<p>${LONG}`), 'before the text');
      assert.ok(markdown.includes(LONG));
      if (html.includes('\r\n')) assert.doesNotMatch(after, /[^\r]\n/);
    });
  }

  it('gives pages that share a description one of their own text, and leaves that of the home page', async () => {
    const shared = '<meta name="description" content="Flour, bread and porridge oats of the old mill, since 1890.">\n';
    const of = (title: string, words: string): string => page(title, `<p>${words}</p>`, shared);
    const after = await fixed({
      'index.html': of('The old mill', LONG),
      'flour.html': of('Flour of the mill', `Wheat, rye and spelt. ${LONG}`),
      'bread.html': of('Bread of the mill', 'Short.'),
    });
    const described = (name: string): string[] =>
      [...(after[name] ?? '').matchAll(/<meta name="description" content="([^"]*)">/g)].map(([, text = '']) => text);
    assert.deepEqual(described('flour.html'), [`Wheat, rye and spelt. ${LONG}`]);
    for (const name of ['index.html', 'bread.html'])
      assert.match(described(name).join(), /^Flour, bread and [^,]+, since 1890\.$/);
    const kept = await fixed(
      { 'index.html': of('The old mill', LONG), 'flour.html': of('Flour', LONG) },
      { skip: ['P11'] },
    );
    assert.ok(kept['flour.html']?.includes(shared));
  });

  it('cannot be made to write markup by the words of a page', async () => {
    const evil = '</script><script>alert(1)</script>" onload="x';
    const after = await fixed({ 'index.html': page(evil.replaceAll('<', '&lt;'), `<p>${LONG}</p>`) });
    assert.equal(after['index.html']?.match(/<script/g)?.length, 1);
    assert.match(after['index.html'] ?? '', /property="og:title" content="[^"<>]+&quot; onload=&quot;x">\n/);
    assert.doesNotMatch(after['llms.txt'] ?? '', /<script/);
  });

  it('keeps titles and texts of pages inert in llms.txt', async () => {
    const titled = (title: string, words = ''): string => page(title, `<p>${words}${LONG} ${title}.</p>`);
    const { 'llms.txt': text = '' } = await fixed({
      ...MILL,
      'a.html': titled('C:\\'),
      'b.html': titled('x](https://evil.example/) [y'),
      'c.html': titled('Tick ` one', 'Tick ` two. '),
      'd.html': titled('Note', 'See [click](javascript:alert(1)) and ![i](https://evil.example/x.png). '),
      'e.html': titled('Bell \u0007 and \u001b[31m red'),
      'site map.xml': '<urlset></urlset>',
    });
    const links = text.split('\n').flatMap((line) => [...line.matchAll(/\]\(([^)]*)\)/g)].map(([, url]) => url));
    assert.deepEqual(
      links.sort(),
      ['a', 'b', 'c', 'd', 'e', 'flour'].map((name) => `${ORIGIN}/${name}.md`),
    );
    assert.match(text, /^- \[C:\/\]\(/m);
    assert.match(text, /^- \[Tick ' one\]\(/m);
    assert.match(text, /^- \[Bell and \(31m red\]\(/m);
  });

  it('writes no control character of a page anywhere', async () => {
    const bad = 'Rye\u007f\u0080 \u001b[2J \u009b1A';
    const html = page(bad, `<p>\u001b[31m${LONG}</p><pre>a\u001bb</pre>`, `<meta name="author" content="x">`);
    const folder = await folderOf({ ...MILL, 'rye.html': html });
    const { changes } = await planFor(folder, {});
    for (const change of changes) {
      const added = change.kind === 'write' ? change.text : change.insertions.map(({ text }) => text).join('');
      assert.doesNotMatch(added, /[^\P{Cc}\n\t]/u, change.path);
    }
  });

  it('writes other characters as references where a page may not be read as UTF-8', async () => {
    const words =
      '<p>Im Caf&eacute; der M&uuml;hle gibt es jeden Morgen \u{1f35e} frisches Brot aus Roggen und Dinkel.</p>';
    const bare = page('Caf&eacute;', words.replace('\u{1f35e}', '&#x1f35e;'));
    for (const meta of ['', '<meta charset="iso-8859-1">']) {
      const { 'index.html': after = '' } = await fixed({
        'index.html': bare.replace('<meta charset="utf-8">', meta),
      });
      assert.match(after, /property="og:title" content="Caf&#233;"/);
      assert.match(after, /name="description" content="[^"]+&#127838; frisches/);
      assert.match(after, /"name":"Caf\\u00e9".+\\ud83c\\udf5e frisches/);
    }
    assert.match((await fixed({ 'index.html': bare }))['index.html'] ?? '', /og:title" content="Café"/);
  });

  it('links from the origin where a page has a base address', async () => {
    const based = page('Rye', `<p>${LONG}</p>`, '<base href="https://cdn.example/assets/">');
    const { 'rye.html': after = '' } = await fixed({ ...MILL, 'rye.html': based });
    for (const path of ['rye.md', 'llms.txt']) assert.ok(after.includes(`href="${ORIGIN}/${path}"`), path);
  });

  it('adds nothing to a page where tags would be in a comment that never ends', async () => {
    const html = `<title>Rye</title><!-- ${LONG}`;
    const folder = await folderOf({ ...MILL, 'rye.html': html });
    const { left, changes } = await planFor(folder);
    assert.deepEqual(left, [{ path: 'rye.html', why: 'has no head that tags could be put into' }]);
    assert.ok(changes.every(({ path }) => path !== 'rye.html'));
  });

  it('adds to no robots.txt that is longer than crawlers read', async () => {
    assert.equal((await fixed({ ...MILL, 'robots.txt': '# Flour\n'.repeat(70_000) }))['robots.txt'], undefined);
  });

  it('dates no entry of a sitemap twice, and none by the first day of a format', async () => {
    const entry = `<url id="1"><lastmod>2020-01-01</lastmod><loc>${ORIGIN}/</loc></url>`;
    const flour = `<url id="2"><loc>${ORIGIN}/flour.html</loc></url>`;
    const folder = await folderOf({ ...MILL, 'sitemap.xml': `<urlset>${entry}${flour}</urlset>` });
    const after = await texts(folder, (await planFor(folder)).changes);
    assert.equal(after['sitemap.xml']?.match(/<lastmod>/g)?.length, 2);
    for (const seconds of [1, 315_532_800]) {
      const undated = await folderOf(MILL);
      for (const name of Object.keys(MILL)) await utimes(join(undated, name), seconds, seconds);
      const plan = await texts(undated, (await planFor(undated)).changes);
      assert.doesNotMatch(plan['sitemap.xml'] ?? '', /lastmod/, `${seconds}`);
    }
    assert.equal(dayOf(Number.MAX_VALUE), '+275760-09');
  });

  it('dates no page by the day on which most files were written, but by its commit or its own words', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.html`);
    const own = page('Own', `<p>${LONG}</p>`, '<meta property="article:modified_time" content="2025-03-04">\n');
    const files = Object.fromEntries(names.map((name) => [name, page(name, `<p>${LONG} ${name}</p>`)]));
    const folder = await folderOf({ ...files, 'own.html': own });
    const built = Date.parse('2026-05-06') / 1000;
    const days = async (): Promise<Record<string, string | undefined>> => {
      for (const name of [...names, 'own.html']) await utimes(join(folder, name), built, built);
      const sitemap = (await texts(folder, (await planFor(folder)).changes))['sitemap.xml'] ?? '';
      const rows = sitemap.matchAll(/com\/([a-z]+)\.html<\/loc>(?:<lastmod>([^<]+))?/g);
      return Object.fromEntries([...rows].map(([, name = '', day]) => [name, day]));
    };
    const none = { a: undefined, b: undefined, c: undefined, d: undefined, e: undefined };
    assert.deepEqual(await days(), { ...none, own: '2025-03-04' });

    const git = (date: string, ...args: string[]): void => {
      const who = ['-c', 'user.name=Miller', '-c', 'user.email=miller@example.com', '-c', 'commit.gpgsign=false'];
      const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      execFileSync('git', ['-C', folder, ...who, ...args], { env, stdio: 'ignore' });
    };
    git('2026-01-01T12:00Z', 'init');
    for (const [at, name] of names.entries()) {
      git('2026-01-01T12:00Z', 'add', name);
      git(`2026-01-0${at + 2}T12:00Z`, 'commit', '-m', name);
    }
    assert.deepEqual(await days(), {
      ...Object.fromEntries(names.map((name, at) => [name.charAt(0), `2026-01-0${at + 2}`])),
      own: '2025-03-04',
    });
  });

  inWhole(() =>
    it('keeps llms.txt of hundreds of pages within one fetch, with pages of every section where they are few', async () => {
      for (const parts of [150, 5]) {
        const pages = Array.from({ length: 300 }, (_, at): [string, string] => [
          `part${at % parts}/page${at}.html`,
          page(`Page ${at} of the manual, ${'with long words in its title '.repeat(4)}`, `<p>${LONG} Page ${at}.</p>`),
        ]);
        const { 'llms.txt': text = '' } = await fixed(
          { ...MILL, ...Object.fromEntries(pages) },
          { only: ['S13', 'P22', 'S10'] },
        );
        assert.ok(text.length < 50_000 && text.length > 10_000, `${text.length}`);
        // The other page has a section of its own, and the last section leads to the sitemap.
        assert.equal(text.match(/^## /gm)?.length, Math.min(parts + 1, 40) + 1);
        assert.ok(text.includes(`(${ORIGIN}/sitemap.xml)`));
      }
    }),
  );

  it('lists a home page that is alone, and writes no llms.txt where no page has text', async () => {
    const alone = await fixed({ 'index.html': MILL['index.html'] });
    assert.match(alone['llms.txt'] ?? '', /^## Pages\n\n- \[The old mill\]\(.+\/index\.md\)/m);
    const shell = await fixed({
      'index.html': '<html><head><title>App</title></head><body><div id="app"></div></body></html>',
    });
    assert.equal(shell['llms.txt'], undefined);
    assert.doesNotMatch(shell['index.html'] ?? '', /llms\.txt/);
  });

  it('refuses an origin that is none, and one that the build contradicts', async () => {
    assert.equal(readOrigin('https://WWW.example.com/'), ORIGIN);
    for (const text of [
      '',
      'example',
      'www.example.com',
      'ftp://example.com',
      'https://example.com/docs',
      'https://a@b.example',
      'https://b.example/?x',
      'javascript:alert(1)',
      'https://*.example.com',
    ])
      assert.throws(() => readOrigin(text), /origin: expected a scheme and a host/, text);
    const folder = await folderOf({
      'index.html': page('Mill', `<p>${LONG}</p>`, '<link rel="canonical" href="https://mill.example/">\n'),
    });
    await assert.rejects(planFor(folder), /origin: the canonical link of most pages names https:\/\/mill\.example/);
  });
});

describe('links that do not tell where they lead', () => {
  const home = (links: string, head = ''): string => page('The old mill', `<p>${LONG}</p>${links}`, head);
  const builds = (links: string, css = ''): Record<string, string> => ({
    ...MILL,
    'index.html': home(links).replace('<li><a href="/flour.html">Flour</a>', ''),
    'hours.html': page('Hours', `<p>${LONG}</p>`),
    'style.css': css,
  });
  const rows: [name: string, link: string, after: string | undefined, css?: string][] = [
    [
      'vague',
      '<a href="/flour.html">Read more</a>',
      '<a aria-label="Read more: Flour of the mill" href="/flour.html">Read more</a>',
    ],
    [
      'vague in bold',
      '<A class="b" href="flour.html"><b>Read</b> more</A>',
      '<A aria-label="Read more: Flour of the mill" class="b" href="flour.html"><b>Read</b> more</A>',
    ],
    ['with words', '<a href="/flour.html">Our prices</a>', undefined],
    [
      'vague, next to one with words',
      '<a href="/flour.html">Our prices</a> <a href="/flour.html">Read more</a>',
      undefined,
    ],
    ['with a label', '<a href="/flour.html" aria-label="Here">Here</a>', undefined],
    ['with a title', '<a href="/flour.html" title="">Here</a>', undefined],
    ['to a part of a page', '<a href="/flour.html#rye">Read more</a>', undefined],
    ['to a page that is not there', '<a href="/none.html">Read more</a>', undefined],
    ['to another site', '<a href="https://other.example/flour.html">Read more</a>', undefined],
    ['with a picture', '<a href="/flour.html"><img src="a.png" alt="">Read more</a>', undefined],
    ['hidden from readers', '<p aria-hidden="true"><a href="/flour.html">Read more</a></p>', undefined],
    [
      'where a style sheet looks at labels',
      '<a href="/flour.html">Read more</a>',
      undefined,
      'a[aria-label] { color: red }',
    ],
    [
      'where a style sheet shows labels',
      '<a href="/flour.html">Read more</a>',
      undefined,
      'a::after { content: attr(aria-label) }',
    ],
  ];
  for (const [name, link, after, css] of rows)
    it(`${name}: ${after === undefined ? 'stays' : 'gets a name'}`, async () => {
      const { 'index.html': html = '' } = await fixed(builds(link, css), { only: ['P17'] });
      if (after === undefined) assert.equal(html, '');
      else assert.ok(html.includes(after), html);
    });

  it('to pages of one heading stay, and a second run changes nothing', async () => {
    const twice = { ...builds('<a href="/flour.html">Read more</a>'), 'copy.html': MILL['flour.html'] };
    assert.deepEqual(await fixed(twice, { only: ['P17'] }), {});
    const folder = await folderOf(builds('<a href="/flour.html">Read more</a>'));
    await fixFolder(folder);
    assert.deepEqual((await planFor(folder)).changes, []);
  });

  it('names of pages that are not in UTF-8 are written in ASCII', async () => {
    const files = builds('<a href="/flour.html">Read more</a>');
    files['flour.html'] = page('Mühle "Nord" <b>', `<p>${LONG}</p>`);
    files['index.html'] = (files['index.html'] ?? '').replace('utf-8', 'windows-1252');
    const { 'index.html': html = '' } = await fixed(files, { only: ['P17'] });
    assert.match(html, /aria-label="Read more: M&#252;hle &quot;Nord&quot;"/);
  });
});
