import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVER_USER, startProgram, temporaryFolder } from './processes.ts';

const SERVER = '/usr/sbin/mariadbd';

export const isMariadbInstalled = (): boolean => existsSync(SERVER);

export interface Database {
  /** The user is root, without a password. */
  readonly socket: string;
  close(): Promise<void>;
}

/** MariaDB on a socket alone, with its data below a temporary folder. @throws Error where it does not start */
export async function startMariadb(): Promise<Database> {
  const folder = await temporaryFolder('mariadb');
  await folder.handOver();
  const data = `--datadir=${join(folder.path, 'data')}`;
  const user = SERVER_USER === undefined ? [] : [`--user=${SERVER_USER}`];
  const socket = join(folder.path, 'sql');
  const install = ['--no-defaults', data, ...user, '--auth-root-authentication-method=normal', '--skip-test-db'];
  await promisify(execFile)('mariadb-install-db', install, { timeout: 60_000 });
  const options = [data, ...user, `--socket=${socket}`, '--skip-networking', `--pid-file=${folder.path}/pid`];
  const small = ['--innodb-buffer-pool-size=64M', '--innodb-flush-log-at-trx-commit=0', '--skip-log-bin'];
  const server = await startProgram(SERVER, ['--no-defaults', ...options, ...small], () =>
    promisify(execFile)('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root', '-e', 'SELECT 1']).then(
      () => true,
      () => false,
    ),
  );
  return {
    socket,
    async close() {
      await server.stop();
      await folder.remove();
    },
  };
}
