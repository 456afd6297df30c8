import process from 'node:process';
import { readConfig, readServerAccess, type ServerAccess, userDataDir } from '../app/config.ts';
import { whyNotToSend } from '../client/send.ts';
import { ConfigError } from '../errors.ts';

/** Whether LEGIBLE_URL names a server that the commands use. @throws ConfigError */
export const usesServer = (): boolean => serverAccess() !== undefined;

/** The server that LEGIBLE_URL names, with its key. @throws ConfigError */
export function serverAccess(): ServerAccess | undefined {
  const access = readServerAccess(process.env);
  if (access?.apiKey === undefined) return access;
  const problem = whyNotToSend(access.url, access.apiKey);
  if (problem !== undefined) throw new ConfigError(`LEGIBLE_API_KEY: ${problem}`);
  return access;
}

/** The data folder of the command line's user. @throws ConfigError */
export const ownDataDir = (): string => readConfig(process.env, userDataDir(process.env)).dataDir;
