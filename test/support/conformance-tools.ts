/** Programs that need Node 22 or later; an older Node that runs the tests brings a newer one along for them. */
import { join } from 'node:path';

const OWN_NODE = `node-${process.platform}-${process.arch}`;
const NEEDS_NEWER = Number(process.versions.node.split('.')[0]) < 22;

/** To be installed with a program for `nodeOf`; empty where Node itself is new enough. */
const NEWER_NODE: Readonly<Record<string, string>> = NEEDS_NEWER ? { [OWN_NODE]: '24.21.0' } : {};

export const CONFORMANCE_PACKAGES: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  ...NEWER_NODE,
};

/** The Node to run a tool of that folder with. */
export const nodeOf = (folder: string): string =>
  NEEDS_NEWER ? join(folder, 'node_modules', OWN_NODE, 'bin/node') : process.execPath;

export const INSPECTOR_PACKAGES: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/inspector': '2.12.0',
  ...NEWER_NODE,
};

/** What others check websites with on behalf of agents: the peers of `npm run bench -- peers`. */
export const PEER_PACKAGES: Readonly<Record<'afdocs' | 'lighthouse', string>> = {
  afdocs: '0.22.2',
  lighthouse: '13.5.0',
  ...NEWER_NODE,
};
