import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBuild } from './build.ts';
import { applyChanges } from './changes.ts';
import { chosenFixes, planFixes, readOrigin } from './plan.ts';

export interface AdapterOptions {
  /** Checks whose fixes are written; default all. */
  readonly only?: readonly string[];
  /** Checks whose fixes are left out. */
  readonly skip?: readonly string[];
  /** Where the site is published; default: the generator's own setting. */
  readonly origin?: string;
}

/** Writes what agents need into a build, and answers one line about it. */
async function fixBuild(folder: string, origin: string | undefined, { only, skip }: AdapterOptions): Promise<string> {
  const build = await readBuild(folder);
  const { changes } = await planFixes(build, { origin: readOrigin(origin ?? ''), fixes: chosenFixes(only, skip) });
  await applyChanges(build, changes);
  return `${changes.length} files written in ${relative(process.cwd(), folder) || '.'}`;
}

/** The parts of Astro's integration API (https://docs.astro.build/en/reference/integrations-reference/) in use. */
interface AstroIntegration {
  readonly name: string;
  readonly hooks: {
    'astro:config:done'(event: { config: { site?: string | undefined; base: string } }): void;
    'astro:build:done'(event: { dir: URL; logger: { info(line: string): void } }): Promise<void>;
  };
}

/** For `integrations` in astro.config: the last one, so that sitemaps of others are there. */
export function astro(options: AdapterOptions = {}): AstroIntegration {
  let site: string | undefined;
  return {
    name: 'legible',
    hooks: {
      'astro:config:done'({ config }) {
        assertRoot(config.base);
        site = config.site === undefined ? undefined : new URL(config.site).origin;
      },
      async 'astro:build:done'({ dir, logger }) {
        logger.info(await fixBuild(fileURLToPath(dir), options.origin ?? site, options));
      },
    },
  };
}

/** The parts of Docusaurus's plugin API (https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis) in use. */
interface DocusaurusPlugin {
  readonly name: string;
  /** Called once for each locale, after the build of that locale. */
  postBuild(event: {
    siteConfig: { url: string; baseUrl: string };
    outDir: string;
    i18n: { currentLocale: string; defaultLocale: string };
  }): Promise<void>;
}

/** The sitemap is another plugin's work, which runs at the same time as this one. */
const OF_OTHERS = ['S10', 'S11'];

/** For `plugins` in docusaurus.config. It leaves the sitemap alone: Docusaurus has one, written at the same time. */
export function docusaurus(_context: unknown, options: AdapterOptions = {}): DocusaurusPlugin {
  return {
    name: 'legible',
    async postBuild({ siteConfig, outDir, i18n: { currentLocale, defaultLocale } }) {
      if (currentLocale !== defaultLocale) {
        // It is built into a folder of the default one, whose build is over: that build alone has the root of the host.
        process.stdout.write(`[legible] ${currentLocale} is left out; run "legible fix" on the whole build\n`);
        return;
      }
      assertRoot(siteConfig.baseUrl);
      const { only, skip = [] } = options;
      const given = only === undefined ? { ...options, skip: [...skip, ...OF_OTHERS] } : options;
      const line = await fixBuild(outDir, options.origin ?? new URL(siteConfig.url).origin, given);
      process.stdout.write(`[legible] ${line}\n`);
    },
  };
}

/** llms.txt, robots.txt and links from the root need the site at the root of its host. */
function assertRoot(base: string): void {
  if (base !== '/') throw new Error(`legible: expected a site at the root of its host, but its base path is ${base}`);
}
