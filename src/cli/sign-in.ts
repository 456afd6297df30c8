import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../errors.ts';

import { COMMAND_LINE, parseSettings, reasonOf, type ScanSettings } from './scan-settings.ts';

const WITHIN_MS = 120_000;

/**
 * Runs a module of the user's, whose default export signs in and answers the headers that the site then gets with every
 * request: `({ url, signal }) => ({ headers: { cookie: '...' } })`. It runs with all rights of the user, so only the command
 * line names it, never a configuration file that lies in a strange folder.
 * @throws ConfigError that names the fault of the module; the values of headers are secrets and in no message
 */
export async function signIn(file: string, url: string, stop: AbortSignal): Promise<ScanSettings['headers']> {
  const wrong = (what: string) => new ConfigError(`--sign-in: ${file} ${what}`);
  let run: unknown;
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href);
    run = module.default;
  } catch (error) {
    throw wrong(`cannot be loaded (${reasonOf(error)})`);
  }
  if (typeof run !== 'function') throw wrong('has no function as its default export');
  const late = AbortSignal.timeout(WITHIN_MS);
  const signal = AbortSignal.any([stop, late]);
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  let answer: unknown;
  try {
    answer = await Promise.race([run({ url, signal }), aborted]);
  } catch (error) {
    stop.throwIfAborted();
    throw wrong(late.aborted ? `took more than ${WITHIN_MS / 1000} seconds` : `failed (${reasonOf(error)})`);
  }
  const headers = typeof answer === 'object' && answer !== null && 'headers' in answer ? answer.headers : undefined;
  if (headers === undefined) throw wrong('answered no headers; expected { headers: { name: value } }');
  try {
    return parseSettings({ headers }, COMMAND_LINE).headers;
  } catch (error) {
    throw error instanceof ConfigError ? wrong(`answered wrong headers (${error.message})`) : error;
  }
}
