/** DokuWiki as Debian has it, on files, php-fpm and nginx. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corpusPages } from './corpus-pages.ts';
import { isPhpInstalled, runPhp, startPhpSite } from './php-site.ts';
import { temporaryFolder } from './processes.ts';
import { ADMIN, type ContentSystem, SITE_TAGLINE, SITE_TITLE } from './system.ts';
import { dokuwikiText } from './wiki-text.ts';

const INSTALLED = '/usr/share/dokuwiki';

/** Why DokuWiki cannot run here; false where it can. */
export const dokuwikiMissing = (): string | false =>
  isPhpInstalled() && existsSync(`${INSTALLED}/doku.php`) ? false : 'apt-get install dokuwiki nginx php-fpm php-cli';

/** nginx with addresses without a query, which its manual recommends ($conf['userewrite'] = 1). */
const RULES = `index doku.php;
location ~ ^/(?:data|conf|bin|inc|vendor)/ { deny all; }
location / { try_files $uri $uri/ @dokuwiki; }
location @dokuwiki {
  rewrite ^/_media/(.*) /lib/exe/fetch.php?media=$1 last;
  rewrite ^/_detail/(.*) /lib/exe/detail.php?media=$1 last;
  rewrite ^/_export/([^/]+)/(.*) /doku.php?do=export_$1&id=$2 last;
  rewrite ^/(.*) /doku.php?id=$1&$args last;
}
location ~ \\.php$ { @php }`;

const FOLDERS = [
  'attic',
  'cache',
  'index',
  'locks',
  'log',
  'media',
  'media_attic',
  'media_meta',
  'meta',
  'pages',
  'tmp',
];

const WRITTEN_AT = new Date('2026-03-01T09:00:00Z');

/** Sets it up with 22 pages, and with `send404`: without it, pages that do not exist answer 200. @throws Error where a program fails */
export async function startDokuWiki(): Promise<ContentSystem> {
  const folder = await temporaryFolder('dokuwiki');
  const root = join(folder.path, 'site');
  const data = join(folder.path, 'data');
  const conf = join(folder.path, 'conf');
  await promisify(execFile)('cp', ['-rL', INSTALLED, root]);
  await cp('/etc/dokuwiki', conf, { recursive: true, filter: (path) => !/(?:acl|users)\.auth\.php$|\.ht/.test(path) });
  for (const name of FOLDERS) await mkdir(join(data, name), { recursive: true });
  const hash = await promisify(execFile)('php', [
    '-r',
    'echo password_hash($argv[1], PASSWORD_BCRYPT);',
    ADMIN.password,
  ]);
  const files: Record<string, string> = {
    [join(root, 'inc/preload.php')]:
      `<?php\nif(!defined('DOKU_CONF')) { define('DOKU_CONF', '${conf}/'); define('DOKU_MAIN_CONF', '${conf}/'); }\n`,
    [join(conf, 'local.php')]: `<?php
$conf['title'] = '${SITE_TITLE}';
$conf['tagline'] = '${SITE_TAGLINE}';
$conf['savedir'] = '${data}';
$conf['useacl'] = 1;
$conf['superuser'] = '${ADMIN.name}';
$conf['userewrite'] = 1;
$conf['send404'] = 1;
$conf['license'] = 'cc-by-sa';
`,
    [join(conf, 'acl.auth.php')]: '* @ALL 1\n* @user 8\n',
    [join(conf, 'users.auth.php')]: `${ADMIN.name}:${hash.stdout}:Admin:owner@example.com:admin,user\n`,
  };
  for (const [path, text] of Object.entries(files)) await writeFile(path, text);
  for (const { slug, title, markdown } of corpusPages()) {
    const name = `${slug === 'index' ? 'start' : slug}.txt`;
    const path = join(data, 'pages', name);
    await writeFile(path, `====== ${title} ======\n\n${dokuwikiText(markdown)}\n`);
    // DokuWiki keeps pages of the last five days out of search engines.
    await utimes(path, WRITTEN_AT, WRITTEN_AT);
  }
  // Wikis of this kind have a list of their pages next to each page.
  const list = corpusPages().map(({ slug, title }) =>
    dokuwikiText(`- [${title}](/${slug === 'index' ? 'start' : slug})`),
  );
  await writeFile(join(data, 'pages/sidebar.txt'), `${list.join('\n')}\n`);
  await folder.handOver();
  await runPhp([join(root, 'bin/indexer.php'), '-q'], { cwd: root });
  const site = await startPhpSite({ site: `root ${root};\n${RULES}` });
  return {
    origin: site.origin,
    async close() {
      await site.close();
      await folder.remove();
    },
  };
}
