import { markdownTable } from './markdown-table.ts';

/** An entry of package-lock.json, as far as it matters here. */
export interface LockedPackage {
  readonly version: string;
  /** SPDX expression, of its package.json. */
  readonly license?: string;
  /** Only for development: not installed with `--omit=dev`. */
  readonly dev?: boolean;
  /** Left out where its `os` or `cpu` do not fit. */
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly engines?: Readonly<Record<string, string>>;
}

/** Packages of a lock file by where they are installed (`node_modules/a`), without the project itself. */
export function lockedPackages(lockFile: string): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

/** The name of a package, by where it is installed. */
export const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** docs/licences.md: what runs in production, by licence; the sources of truth are the lock file and package.json. */
export function licencesPage(lockFile: string): string {
  const byLicence = new Map<string, Set<string>>();
  for (const [path, { version, license = 'none declared', dev }] of lockedPackages(lockFile)) {
    if (dev) continue;
    const names = byLicence.get(license) ?? new Set();
    byLicence.set(license, names.add(`${packageName(path)} ${version}`));
  }
  const rows = [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1));
  return `# Licences

What an installation for production brings along, by the licence each package declares; those that only development needs
are left out. Which licences may stand here is held by \`test/unit/dependencies.test.ts\`. Written by \`npm run generate\`.

${markdownTable([['Licence', 'Packages'], ...rows.map(([licence, names]) => [licence, String(names.size)])])}

${rows.map(([licence, names]) => `## ${licence}\n\n${[...names].sort().join(', ')}\n`).join('\n')}`;
}
