import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { MAX_CONFIG_CHARS, type ReadConfig, readConfigText } from './entries.ts';
import { type ConfigPlace, configPlaces, hostOfFile, type Machine } from './hosts.ts';

/** Reads the configurations that the hosts of this machine have; files that are not there are left out. */
export async function findConfigs(machine: Machine): Promise<ReadConfig[]> {
  const places = configPlaces(machine);
  const read = await Promise.all(places.map((place) => readPlace(place, machine)));
  return read.filter((each) => each !== undefined);
}

/** Reads the configuration that the user names. @throws ConfigError where it is not there */
export async function readNamedConfig(file: string, machine: Machine): Promise<ReadConfig> {
  const path = resolve(machine.folder, file);
  const read = await readPlace({ host: hostOfFile(path), file: path }, machine);
  if (read === undefined) throw new ConfigError(`--config ${file}: there is no such file`);
  return read;
}

async function readPlace(place: ConfigPlace, machine: Machine): Promise<ReadConfig | undefined> {
  const unreadable = (problem: string): ReadConfig => ({ place, entries: [], problem });
  try {
    const found = await stat(place.file);
    // A pipe or a device would never end.
    if (!found.isFile()) return unreadable('it is no file');
    if (found.size > MAX_CONFIG_CHARS) return unreadable('it is too large to be read');
    return readConfigText(place, await readFile(place.file, 'utf8'), machine);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== '') return unreadable(`it cannot be read (${code})`);
    throw error;
  }
}
