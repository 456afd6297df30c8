import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Packages of a lock file by where they are installed (`node_modules/a`), without the project itself. */
export function lockedPackages(lockFile: string): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

/** The name of a package, by where it is installed. */
export const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/**
 * Production packages that are installed only because of one dependency of the project, itself included. A package that
 * anything else needs is not among them.
 */
export function installedOnlyFor(lockFile: string, dependency: string): string[] {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
  const reachable = (without?: string): Set<string> => {
    const seen = new Set(['']);
    // Iterating a Set includes members added meanwhile.
    for (const path of seen) {
      const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
        const found = name === without ? undefined : placeOf(packages, path, name);
        if (found !== undefined && packages[found]?.dev !== true) seen.add(found);
      }
    }
    return seen;
  };
  const others = reachable(dependency);
  return [...reachable()].filter((path) => !others.has(path));
}

/** Where Node finds a package that is imported from `path`: in the nearest node_modules upwards. */
function placeOf(packages: Readonly<Record<string, unknown>>, path: string, name: string): string | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (Object.hasOwn(packages, place)) return place;
    if (at === '') return undefined;
  }
}

const FIRST_MCP_SDK = '@modelcontextprotocol/sdk';

function noteOnFirstSdk(lockFile: string): string {
  const count = installedOnlyFor(lockFile, FIRST_MCP_SDK).length;
  if (count === 0) return '';
  const all = [...lockedPackages(lockFile).values()].filter(({ dev }) => !dev).length;
  return `
## Why ${count} packages come with the first MCP SDK

${count} of ${all} entries of the lock file (it lists a package once for each place) are installed only because of
\`${FIRST_MCP_SDK}\`, itself included. Legible needs it because most clients still use the MCP revisions of 2025, which
\`@modelcontextprotocol/server\` does not serve. The first SDK also has servers for Express and Hono and an OAuth client, so npm installs
Express, Hono, jose and their dependencies. Legible imports only its server, types and web-standard transport (\`src/transport\`), which
load none of these three.
`;
}

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

The packages that production needs, by the licence that each declares. One installation has fewer of them, because npm leaves out
binaries for other systems. \`test/unit/dependencies.test.ts\` holds the allowed licences. \`npm run generate\` writes this page.

${markdownTable([['Licence', 'Packages'], ...rows.map(([licence, names]) => [licence, String(names.size)])])}

${rows.map(([licence, names]) => `## ${licence}\n\n${[...names].sort().join(', ')}\n`).join('\n')}${noteOnFirstSdk(lockFile)}`;
}

/**
 * The licences of the packages that files belong to, with their texts, as those licences ask for in every copy.
 * @param files paths within the repository; those outside of node_modules are left out
 * @throws Error for a package that neither names its licence nor has its text
 */
export function licenceTexts(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as LockedPackage & {
      readonly name: string;
    };
    const texts = readdirSync(folder)
      .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    if (license === undefined && texts.length === 0) throw new Error(`${folder} has no licence`);
    return `${name} ${version}: ${license ?? 'see below'}\n\n${texts.join('\n\n')}`.trimEnd();
  });
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
