/** PHP behind nginx, as most servers run it: php-fpm on a socket, below a temporary folder. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled, startServer } from '../web-servers.ts';
import { asServer, programNamed, SERVER_USER, startProgram, temporaryFolder } from './processes.ts';

export const isPhpInstalled = (): boolean =>
  existsSync('/usr/bin/php') && programNamed('php-fpm', '/usr/sbin') !== undefined && isInstalled('nginx');

export interface PhpSite {
  /** http://127.0.0.1:port of nginx. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface PhpSiteOptions {
  /** nginx's blocks outside of `server`. */
  readonly outside?: string;
  /** nginx's lines of `server`; `@php` in them becomes the lines that hand a request to PHP. */
  readonly site: string;
  /** For PHP. */
  readonly env?: Readonly<Record<string, string>>;
}

/** @throws Error where a program does not start */
export async function startPhpSite({ outside = '', site, env = {} }: PhpSiteOptions): Promise<PhpSite> {
  const folder = await temporaryFolder('php');
  const socket = join(folder.path, 'fpm');
  const user =
    SERVER_USER === undefined ? '' : `user = ${SERVER_USER}\ngroup = ${SERVER_USER}\nlisten.owner = ${SERVER_USER}`;
  const pool = `[global]
daemonize = no
error_log = ${folder.path}/fpm.log
[www]
${user}
listen = ${socket}
pm = static
pm.max_children = 4
catch_workers_output = yes
php_admin_value[error_log] = ${folder.path}/php.log
${Object.entries(env)
  .map(([name, value]) => `env[${name}] = "${value}"`)
  .join('\n')}
`;
  await writeFile(join(folder.path, 'fpm.conf'), pool);
  await folder.handOver();
  const program = programNamed('php-fpm', '/usr/sbin') ?? '';
  const php = await startProgram(program, ['--fpm-config', join(folder.path, 'fpm.conf')], () => existsSync(socket));
  const pass = `include /etc/nginx/fastcgi_params;
fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
fastcgi_param HTTP_HOST $http_host;
fastcgi_buffers 16 32k;
fastcgi_buffer_size 32k;
fastcgi_pass unix:${socket};`;
  try {
    const server = await startServer('nginx', { outside, site: site.replaceAll('@php', pass) });
    return {
      origin: server.origin,
      async close() {
        await server.close();
        await php.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await php.stop();
    await folder.remove();
    throw error;
  }
}

/** Runs a PHP script as the user of servers. @returns what it prints @throws Error with that, where it fails */
export async function runPhp(
  parameters: readonly string[],
  { input = '', env = {}, cwd }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<string> {
  const running = promisify(execFile)('php', parameters, {
    ...asServer(),
    cwd,
    env: { ...process.env, ...env },
    timeout: 120_000,
    maxBuffer: 10_000_000,
  });
  running.child.stdin?.end(input);
  const { stdout } = await running.catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`php ${parameters[0]}: ${error.stdout ?? ''}${error.stderr ?? error.message}`.slice(0, 3000));
  });
  return stdout;
}
