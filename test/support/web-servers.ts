/** nginx, Apache and Caddy as Debian has them, each with a configuration of a test, on free ports of the loopback. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './npm-tools.ts';

export type ServerName = 'nginx' | 'apache' | 'caddy';

const PROGRAMS: Readonly<Record<ServerName, string>> = {
  nginx: '/usr/sbin/nginx',
  apache: '/usr/sbin/apache2',
  caddy: '/usr/bin/caddy',
};

export const isInstalled = (name: ServerName): boolean => existsSync(PROGRAMS[name]);

/** Where the configuration of a test belongs. */
export interface ServerParts {
  /** Outside of the block of the site. */
  readonly outside: string;
  /** In the block of the site. */
  readonly site: string;
}

export interface RunningServer {
  /** http://127.0.0.1:port */
  readonly origin: string;
  close(): Promise<void>;
}

const READY_MS = 10_000;
const MODULES = [
  'mpm_event',
  'authz_core',
  'dir',
  'mime',
  'rewrite',
  'headers',
  'expires',
  'deflate',
  'setenvif',
  'filter',
];

/** The main file of a program and how it is started. `folder` is for its logs and other files. */
const MAIN: Readonly<Record<ServerName, (parts: ServerParts, folder: string, port: number) => [string, string[]]>> = {
  nginx: ({ outside, site }, folder, port) => [
    `${process.getuid?.() === 0 ? 'user www-data;' : ''}
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  include mime.types;
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${outside}
  server {
    listen 127.0.0.1:${port};
    ${site}
  }
}
`,
    ['-p', '/etc/nginx', '-c', `${folder}/main`, '-e', `${folder}/error.log`],
  ],
  apache: ({ outside, site }, folder, port) => [
    `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
Mutex file:${folder} default
ErrorLog ${folder}/error.log
User www-data
Group www-data
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
${outside}
${site}
`,
    ['-f', `${folder}/main`, '-DFOREGROUND'],
  ],
  caddy: ({ outside, site }, folder, port) => [
    `{
	admin off
	auto_https off
	storage file_system ${folder}
}
${outside}
http://127.0.0.1:${port} {
${site}
}
`,
    ['run', '--adapter', 'caddyfile', '--config', `${folder}/main`],
  ],
};

/** @throws Error with what the program printed where it does not start */
export async function startServer(name: ServerName, parts: ServerParts): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), `legible-${name}-`));
  // The workers of nginx and Apache are of another user.
  await chmod(folder, 0o755);
  const port = await freePort();
  const [text, parameters] = MAIN[name](parts, folder, port);
  await writeFile(join(folder, 'main'), text);
  // nginx looks for included files next to its main file.
  if (name === 'nginx') await copyFile('/etc/nginx/mime.types', join(folder, 'mime.types'));
  const child = spawn(PROGRAMS[name], parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let printed = '';
  child.stderr.on('data', (data: Buffer) => {
    printed = `${printed}${data.toString('utf8')}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isEnded = false;
  ended.then(() => {
    isEnded = true;
  });
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  const untilMs = performance.now() + READY_MS;
  while (!(await answers(origin))) {
    if (isEnded || performance.now() > untilMs) {
      await close();
      throw new Error(`${name} did not start. ${printed}`);
    }
    await delay(50);
  }
  return { origin, close };
}

const answers = (origin: string): Promise<boolean> =>
  fetch(origin, { redirect: 'manual' }).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );
