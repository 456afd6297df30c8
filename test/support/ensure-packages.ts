/** System packages that the tests need in addition to Node: installed with permission, otherwise named in the error. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

interface SystemNeed {
  /** Debian's name. */
  readonly package: string;
  /** There when the package is installed. */
  readonly path: string;
  readonly for: string;
}

const NEEDS: readonly SystemNeed[] = [
  { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell', for: 'the pages in a browser' },
  { package: 'redis-server', path: '/usr/bin/redis-server', for: 'the store and the queue on Redis' },
  { package: 'nginx', path: '/usr/sbin/nginx', for: 'the recipe of nginx' },
  { package: 'apache2', path: '/usr/sbin/apache2', for: 'the recipe of Apache' },
  { package: 'caddy', path: '/usr/bin/caddy', for: 'the recipe of Caddy' },
  { package: 'hugo', path: '/usr/bin/hugo', for: 'the recipe of Hugo' },
  { package: 'mkdocs', path: '/usr/bin/mkdocs', for: 'the recipe of MkDocs' },
  { package: 'python3-sphinx', path: '/usr/bin/sphinx-build', for: 'the recipe of Sphinx' },
  { package: 'python3-doc', path: '/usr/share/doc/python3/html/index.html', for: 'scanning a real documentation site' },
];

/** Installs the missing packages with apt-get when root; otherwise prints one line that says what to install. */
export function ensurePackages(): void {
  const missing = NEEDS.filter(({ path }) => !existsSync(path));
  if (missing.length === 0) return;
  const names = missing.map((need) => need.package);
  const reasons = missing.map((need) => `${need.package} (${need.for})`).join(', ');
  if (process.getuid?.() !== 0) {
    console.error(`Some tests will be skipped. Install: apt-get install ${names.join(' ')}  -- ${reasons}`);
    return;
  }
  try {
    const quietly = {
      stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    execFileSync('apt-get', ['update', '-qq'], quietly);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quietly);
  } catch {
    console.error(`apt-get could not install ${names.join(' ')}; tests that need it will be skipped: ${reasons}`);
  }
}
