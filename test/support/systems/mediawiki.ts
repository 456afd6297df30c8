/** MediaWiki as Debian has it, on SQLite, php-fpm and nginx. */
import { existsSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { corpusPages } from './corpus-pages.ts';
import { isPhpInstalled, runPhp, startPhpSite } from './php-site.ts';
import { temporaryFolder } from './processes.ts';
import { ADMIN, type ContentSystem, SITE_TITLE } from './system.ts';
import { mediawikiText, titleOf } from './wiki-text.ts';

const ROOT = '/usr/share/mediawiki';

/** Why MediaWiki cannot run here; false where it can. */
export const mediawikiMissing = (): string | false =>
  isPhpInstalled() && existsSync(`${ROOT}/maintenance/install.php`) && !existsSync(`${ROOT}/LocalSettings.php`)
    ? false
    : 'apt-get install mediawiki nginx php-fpm php-cli php-sqlite3, without a wiki of your own in /var/lib/mediawiki';

export interface MediaWiki extends ContentSystem {
  /** Adds lines to LocalSettings.php. */
  addSettings(php: string): Promise<void>;
  /** Makes sitemaps by MediaWiki's `generateSitemap.php`, at `/sitemaps/`, and serves a robots.txt. @param origin public */
  addSiteFiles(origin: string, robotsTxt: string): Promise<void>;
}

/** The rules of nginx for addresses such as `/wiki/Title`, as MediaWiki's manual has them. */
const RULES = `index index.php;
location ~ ^/(?:cache|includes|maintenance|languages|serialized|tests|images/deleted|vendor)/ { deny all; }
location ~ ^/(?:index|load|api|rest|thumb|opensearch_desc)\\.php(?:/|$) {
  fastcgi_split_path_info ^(.+\\.php)(/.*)$;
  @php
  fastcgi_param PATH_INFO $fastcgi_path_info;
}
location /wiki/ { rewrite ^/wiki/(?<pagename>.*)$ /index.php; }
location = / { return 301 $scheme://$http_host/wiki/Main_Page; }`;

/** What the owner uploads: Debian's folder is not the test's. */
const filesOf = (folder: string): string => `location = /robots.txt { root ${folder}; }
location /sitemaps/ { root ${folder}; }`;

/** Installs it with 22 pages. @throws Error where a program fails */
export async function startMediaWiki(): Promise<MediaWiki> {
  const folder = await temporaryFolder('mediawiki');
  const pages = join(folder.path, 'pages');
  const files = join(folder.path, 'files');
  await mkdir(pages);
  await mkdir(join(files, 'sitemaps'), { recursive: true });
  for (const name of ['About', 'General disclaimer', 'Privacy policy'])
    await writeFile(
      join(pages, `${SITE_TITLE}:${name}`),
      `This wiki is a fixture of tests. ${name} of it are words of its owner.`,
    );
  for (const { slug, markdown } of corpusPages()) {
    const title = slug === 'index' ? 'Main_Page' : titleOf(`/${slug}`);
    await writeFile(join(pages, title), mediawikiText(markdown));
  }
  await folder.handOver();
  const run = (...parameters: string[]): Promise<string> => runPhp(parameters, { cwd: ROOT, env });
  const settings = join(folder.path, 'LocalSettings.php');
  const env = { MW_CONFIG_FILE: settings };
  await run(
    'maintenance/install.php',
    ...['--dbtype', 'sqlite', '--dbpath', join(folder.path, 'data'), '--confpath', folder.path, '--scriptpath', ''],
    ...['--server', 'http://127.0.0.1', '--skins', 'Vector', '--pass', ADMIN.password, SITE_TITLE, ADMIN.name],
  );
  // The address comes from the request, because the same wiki is asked with and without a proxy before it.
  await appendFile(
    settings,
    `
$wgServer = 'http://' . ($_SERVER['HTTP_HOST'] ?? '127.0.0.1');
$wgArticlePath = '/wiki/$1';
$wgUsePathInfo = true;
`,
  );
  await run('maintenance/importTextFiles.php', '--overwrite', '--user', ADMIN.name, '--rc', `${pages}/*`);
  await run('maintenance/runJobs.php');
  const site = await startPhpSite({ site: `root ${ROOT};\n${RULES}\n${filesOf(files)}`, env });
  return {
    origin: site.origin,
    addSettings: (php) => appendFile(settings, `\n${php}\n`),
    async addSiteFiles(origin, robotsTxt) {
      const to = ['--fspath', join(files, 'sitemaps'), '--urlpath', '/sitemaps/', '--identifier', 'wiki'];
      await run('maintenance/generateSitemap.php', '--server', origin, ...to, '--skip-redirects');
      await writeFile(join(files, 'robots.txt'), robotsTxt);
    },
    async close() {
      await site.close();
      await folder.remove();
    },
  };
}
