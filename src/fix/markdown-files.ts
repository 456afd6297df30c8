import { encodedPath } from './build.ts';
import type { Change } from './changes.ts';
import type { Page, Site } from './site.ts';

/** The Markdown version of a page, made or found. */
export interface Twin {
  /** File of the build. */
  readonly path: string;
  readonly url: string;
}

/** How files of an earlier run begin, which may be written again; any other is its owner's. */
const START = '---\ngenerator: legible fix\n';

/**
 * The Markdown version of each page next to it: guide/index.md for guide/, about.md for about.html. One that the owner
 * wrote or linked, under any name that agents try, stays and is used.
 */
export async function markdownFiles(
  { build, origin, pages }: Site,
  isWanted: boolean,
): Promise<{ twins: Map<Page, Twin>; changes: Change[] }> {
  const twins = new Map<Page, Twin>();
  const changes: Change[] = [];
  const taken = new Set<string>(build.occupied);
  const links = new Set(build.links);
  const ownershipOf = async (path: string): Promise<Ownership> =>
    links.has(path) ? 'owner' : ownership(await build.read(path), build.files.has(path));
  for (const page of pages) {
    const names = namesFor(page.file.path).filter((name) => !taken.has(name));
    const found = await firstOwned(names, ownershipOf);
    const path = found?.path ?? names[0];
    const isMade = isWanted && found?.kind !== 'owner' && page.markdown !== '' && !page.isNoindex;
    if (path === undefined || (found === undefined && !isMade)) continue;
    taken.add(path);
    twins.set(page, { path, url: `${origin}/${encodedPath(path)}` });
    if (!isMade) continue;
    const text = markdownFile(page);
    if ((await build.read(path)) !== text) changes.push({ kind: 'write', path, text, mtimeMs: page.file.mtimeMs });
  }
  return { twins, changes };
}

/** The names under which agents look for a page's Markdown, ours first. */
function namesFor(path: string): string[] {
  const stem = path.replace(/\.html?$/i, '');
  const folder = /^(.+)\/index$/i.exec(stem)?.[1];
  return [`${stem}.md`, ...(folder === undefined ? [] : [`${folder}.md`]), `${path}.md`];
}

type Ownership = 'owner' | 'ours' | undefined;

async function firstOwned(
  names: readonly string[],
  ownershipOf: (path: string) => Promise<Ownership>,
): Promise<{ path: string; kind: 'owner' | 'ours' } | undefined> {
  let ours: string | undefined;
  for (const path of names) {
    const kind = await ownershipOf(path);
    if (kind === 'owner') return { path, kind };
    if (kind === 'ours') ours ??= path;
  }
  return ours === undefined ? undefined : { path: ours, kind: 'ours' };
}

function ownership(text: string | undefined, isThere: boolean): Ownership {
  if (!isThere) return undefined;
  // A checkout on Windows may have changed the line ends.
  return text?.replaceAll('\r\n', '\n').startsWith(START) === true ? 'ours' : 'owner';
}

/** Quoted as JSON, which YAML reads too. */
function markdownFile({ heading, canonical, markdown }: Page): string {
  return `${START}title: ${JSON.stringify(heading)}\ncanonical: ${JSON.stringify(canonical)}\n---\n\n${markdown}`;
}
