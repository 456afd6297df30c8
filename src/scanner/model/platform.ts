import { defined } from '../../defined.ts';
import type { Answer } from './http.ts';
import type { PageArtifact } from './page.ts';

/** A program or service that a site is built with or served by. */
export interface PlatformPart {
  /** Of its recipe in the library: `nginx`. */
  readonly id: string;
  readonly name: string;
  /** What it was recognised by, in trusted text. */
  readonly sign: string;
}

/** What makes the pages of a site, and what serves them, each where the site shows it. */
export interface Platform {
  readonly generator?: PlatformPart;
  readonly host?: PlatformPart;
}

/** The first rule that matches decides. */
interface Rule {
  readonly id: string;
  readonly name: string;
  /** Start of a generator meta tag, lower-case. */
  readonly generator?: string;
  /** Part of the address of a file that the head names. */
  readonly file?: string;
  /** A header, lower-case, and the start of its value; any value without one. */
  readonly header?: readonly [name: string, start?: string];
}

const GENERATORS: readonly Rule[] = [
  { id: 'docusaurus', name: 'Docusaurus', generator: 'docusaurus' },
  { id: 'vitepress', name: 'VitePress', generator: 'vitepress' },
  { id: 'astro', name: 'Astro', generator: 'astro', file: '/_astro/' },
  { id: 'nextjs', name: 'Next.js', generator: 'next.js', file: '/_next/', header: ['x-powered-by', 'next.js'] },
  { id: 'nuxt', name: 'Nuxt', generator: 'nuxt', file: '/_nuxt/', header: ['x-powered-by', 'nuxt'] },
  { id: 'eleventy', name: 'Eleventy', generator: 'eleventy' },
  { id: 'hugo', name: 'Hugo', generator: 'hugo' },
  { id: 'mkdocs', name: 'MkDocs', generator: 'mkdocs' },
  { id: 'wordpress', name: 'WordPress', generator: 'wordpress', file: '/wp-content/' },
  { id: 'wordpress', name: 'WordPress', file: '/wp-includes/' },
  { id: 'wordpress', name: 'WordPress', file: '/wp-json/', header: ['x-pingback'] },
  // Its generator tag is that of Docutils, which other programs use.
  { id: 'sphinx', name: 'Sphinx', file: '_static/pygments.css' },
];

/** Services before the programs behind them. Cloudflare is last, because it proxies other hosts as well. */
const HOSTS: readonly Rule[] = [
  { id: 'vercel', name: 'Vercel', header: ['x-vercel-id'] },
  { id: 'netlify', name: 'Netlify', header: ['x-nf-request-id'] },
  { id: 'plain-files', name: 'GitHub Pages', header: ['server', 'github.com'] },
  { id: 'plain-files', name: 'GitHub Pages', header: ['x-github-request-id'] },
  { id: 'nginx', name: 'nginx', header: ['server', 'nginx'] },
  { id: 'nginx', name: 'nginx (OpenResty)', header: ['server', 'openresty'] },
  { id: 'apache', name: 'Apache', header: ['server', 'apache'] },
  { id: 'caddy', name: 'Caddy', header: ['server', 'caddy'] },
  { id: 'cloudflare', name: 'Cloudflare', header: ['cf-ray'] },
];

/** Every platform that can be recognised. */
export const PLATFORM_RULES: readonly Pick<Rule, 'id' | 'name'>[] = [...GENERATORS, ...HOSTS];

/** Links to pages rather than to files of this one. */
const OF_PAGES: ReadonlySet<string> = new Set(['canonical', 'alternate', 'next', 'prev']);

interface Shown {
  readonly generators: readonly string[];
  readonly files: readonly string[];
  readonly headers: readonly Answer['headers'][];
}

/**
 * Recognises the platform from the home page and the headers of the first pages. Every page of a site has the same
 * signs as a rule, so more pages tell no more. Undefined where the site shows nothing of it.
 */
export function platformOf(home: PageArtifact | undefined, firstAnswers: readonly Answer[]): Platform | undefined {
  const answers = home?.response.answered === true ? [home.response.answer, ...firstAnswers] : firstAnswers;
  const { metas = [], headLinks = [] } = home?.facts ?? {};
  const shown: Shown = {
    generators: metas.filter(({ key }) => key === 'generator').map(({ content }) => content.trim().toLowerCase()),
    files: headLinks.filter(({ rel }) => !rel.some((name) => OF_PAGES.has(name))).map(({ href }) => href),
    headers: answers.map(({ headers }) => headers),
  };
  const generator = firstMatch(GENERATORS, shown);
  const host = firstMatch(HOSTS, shown);
  return generator === undefined && host === undefined ? undefined : defined({ generator, host });
}

function firstMatch(rules: readonly Rule[], shown: Shown): PlatformPart | undefined {
  for (const rule of rules) {
    const sign = signOf(rule, shown);
    if (sign !== undefined) return { id: rule.id, name: rule.name, sign };
  }
  return undefined;
}

function signOf({ generator, file, header }: Rule, { generators, files, headers }: Shown): string | undefined {
  if (generator !== undefined && generators.some((content) => content.startsWith(generator))) return 'generator tag';
  if (file !== undefined && files.some((href) => href.includes(file))) return `files in ${file}`;
  if (header === undefined) return undefined;
  const [name, start = ''] = header;
  const isSent = headers.some((sent) => sent[name]?.trim().toLowerCase().startsWith(start) === true);
  return isSent ? `header ${name}` : undefined;
}
