/** WordPress as Debian has it, on MariaDB, php-fpm and nginx. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { marked } from 'marked';
import { corpusPages } from './corpus-pages.ts';
import { isMariadbInstalled, startMariadb } from './mariadb.ts';
import { isPhpInstalled, runPhp, startPhpSite } from './php-site.ts';
import { temporaryFolder } from './processes.ts';
import { ADMIN, type ContentSystem, SITE_TAGLINE, SITE_TITLE } from './system.ts';

const INSTALLED = '/usr/share/wordpress';

/** A classic theme and two of blocks, as Debian has them. */
export const THEMES = ['twentytwentyone', 'twentytwentytwo', 'twentytwentythree'] as const;
export type Theme = (typeof THEMES)[number];

/** Why WordPress cannot run here; false where it can. */
export function wordpressMissing(): string | false {
  const isThere = isPhpInstalled() && isMariadbInstalled() && existsSync(`${INSTALLED}/wp-load.php`);
  const themes = THEMES.every((theme) => existsSync(join(INSTALLED, 'wp-content/themes', theme)));
  if (isThere && themes) return false;
  const packages = ['wordpress', 'mariadb-server', 'nginx', 'php-fpm', 'php-cli', 'php-mysql'];
  return `apt-get install ${[...packages, ...THEMES.map((theme) => `wordpress-theme-${theme}`)].join(' ')}`;
}

export interface WordPress extends ContentSystem {
  setTheme(theme: Theme): Promise<void>;
  /** Replaces the files of `wp-content/mu-plugins`; none for an empty record. */
  setMuPlugins(files: Readonly<Record<string, string>>): Promise<void>;
  /** Writes a file next to `wp-config.php`, as an owner uploads it. */
  upload(name: string, text: string): Promise<void>;
  removeUpload(name: string): Promise<void>;
  /** The address of an application password's user: `Basic …` for REST. */
  readonly restAuthorization: string;
}

/** The rules of nginx for WordPress, as its handbook has them. */
const WORDPRESS_RULES = `index index.php;
location / { try_files $uri $uri/ /index.php?$args; }
location ~ \\.php$ { @php }`;

interface WordPressOptions {
  /** nginx's lines for the server, instead of those of the handbook. */
  readonly rules?: string;
  readonly outside?: string;
}

/** Installs it with 16 pages and 6 posts, and the home page as a page. @throws Error where a program fails */
export async function startWordPress({
  rules = WORDPRESS_RULES,
  outside = '',
}: WordPressOptions = {}): Promise<WordPress> {
  const folder = await temporaryFolder('wordpress');
  const root = join(folder.path, 'site');
  // PHP follows symbolic links, and would look for the configuration next to their targets.
  await mkdir(root);
  await promisify(execFile)('sh', ['-c', `cd ${INSTALLED} && cp -rL $(ls | grep -v wp-content) ${root}/`]);
  await rm(join(root, 'wp-config.php'), { force: true });
  for (const theme of THEMES) {
    await cp(join(INSTALLED, 'wp-content/themes', theme), join(root, 'wp-content/themes', theme), {
      recursive: true,
      dereference: true,
    });
  }
  const plugins = join(root, 'wp-content/mu-plugins');
  await mkdir(plugins);
  await mkdir(join(root, 'wp-content/plugins'), { recursive: true });
  const database = await startMariadb();
  await writeFile(join(root, 'wp-config.php'), configOf(database.socket));
  await writeFile(join(folder.path, 'install.php'), INSTALL);
  await writeFile(join(folder.path, 'theme.php'), SET_THEME);
  await folder.handOver();
  await promisify(execFile)('mariadb', [
    ...['--no-defaults', `--socket=${database.socket}`, '--user=root'],
    ...['-e', 'CREATE DATABASE wordpress CHARACTER SET utf8mb4'],
  ]);
  const pages = await Promise.all(
    corpusPages().map(async ({ markdown, ...page }) => ({ ...page, html: await marked(markdown) })),
  );
  const input = JSON.stringify({ ...ADMIN, title: SITE_TITLE, tagline: SITE_TAGLINE, pages });
  const secret =
    (await runPhp([join(folder.path, 'install.php')], { input, cwd: root })).trim().split('\n').at(-1) ?? '';
  const site = await startPhpSite({ outside, site: `root ${root};\n${rules}` });
  return {
    origin: site.origin,
    restAuthorization: `Basic ${Buffer.from(`${ADMIN.name}:${secret}`).toString('base64')}`,
    async setTheme(theme) {
      await runPhp([join(folder.path, 'theme.php'), theme], { cwd: root });
    },
    async setMuPlugins(files) {
      for (const name of await readdir(plugins)) await rm(join(plugins, name));
      for (const [name, text] of Object.entries(files)) await writeFile(join(plugins, name), text);
    },
    upload: (name, text) => writeFile(join(root, name), text),
    removeUpload: (name) => rm(join(root, name), { force: true }),
    async close() {
      await site.close();
      await database.close();
      await folder.remove();
    },
  };
}

const KEYS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);

/** The address comes from the request, because the same site is asked with and without a proxy before it. */
const configOf = (socket: string): string => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
${KEYS.map((name) => `define('${name}', '${randomBytes(30).toString('base64')}');`).join('\n')}
$table_prefix = 'wp_';
$host = 'http://' . ($_SERVER['HTTP_HOST'] ?? '127.0.0.1');
define('WP_HOME', $host);
define('WP_SITEURL', $host);
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_ENVIRONMENT_TYPE', 'local');
define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** Reads what to install from stdin, and prints a password for REST as its last line. */
const INSTALL = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
function wp_new_blog_notification() {}
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$in = json_decode(stream_get_contents(STDIN), true);
wp_install($in['title'], $in['name'], 'owner@example.com', true, '', $in['password']);
update_option('blogdescription', $in['tagline']);
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $post) wp_delete_post($post->ID, true);
wp_set_current_user(1);
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%postname%/');
// Themes without blocks show no page until their owner makes a menu.
$menu = wp_create_nav_menu('Pages');
update_option('theme_mods_twentytwentyone', ['nav_menu_locations' => ['primary' => $menu]]);
foreach ($in['pages'] as $at => $page) {
  $id = wp_insert_post([
    'post_type' => isset($page['date']) ? 'post' : 'page',
    'post_status' => 'publish',
    'post_name' => $page['slug'] === 'index' ? 'home' : $page['slug'],
    'post_title' => $page['title'],
    'post_excerpt' => isset($page['date']) ? $page['description'] : '',
    'post_content' => $page['html'],
    'post_date' => ($page['date'] ?? '2026-03-01') . ' 09:00:00',
    'menu_order' => $at,
  ], true);
  if (is_wp_error($id)) { fwrite(STDERR, $id->get_error_message()); exit(1); }
  if (!isset($page['date'])) wp_update_nav_menu_item($menu, 0, ['menu-item-object' => 'page', 'menu-item-object-id' => $id, 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish']);
  if ($page['slug'] === 'index') { update_option('show_on_front', 'page'); update_option('page_on_front', $id); }
}
$diary = wp_insert_post(['post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'diary', 'post_title' => 'Diary', 'menu_order' => 99]);
update_option('page_for_posts', $diary);
wp_update_nav_menu_item($menu, 0, ['menu-item-object' => 'page', 'menu-item-object-id' => $diary, 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish']);
delete_option('rewrite_rules');
[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'tests']);
echo "\\n" . $password . "\\n";
`;

const SET_THEME = `<?php
$_SERVER['HTTP_HOST'] = '127.0.0.1';
require getcwd() . '/wp-load.php';
switch_theme($argv[1]);
`;
