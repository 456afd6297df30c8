import type { HostVariantsArtifact, Target } from './site.ts';

/**
 * Other origins of the scanned site: other spellings of its host, with or without `www.`, under http or https, that
 * redirect to it.
 */
export function otherOrigins(origin: string, { variants }: HostVariantsArtifact): string[] {
  const joined = variants.flatMap(({ kind, probe }) => {
    if (!probe.answered || new URL(probe.finalUrl).origin !== origin) return [];
    const { origin: asked, host } = new URL(probe.url);
    // A host that redirects over https redirects over http too, to https first.
    return kind === 'alternate-host' ? [asked, `http://${host}`] : [asked];
  });
  return [...new Set(joined)].filter((each) => each !== origin);
}

/** The address of a page on the scanned origin, for an address on any origin of the site; others stay as they are. */
export function ownUrl(
  url: string,
  { origin, otherOrigins: others = [] }: Pick<Target, 'origin' | 'otherOrigins'>,
): string {
  const other = others.find((each) => url.startsWith(`${each}/`));
  return other === undefined ? url : origin + url.slice(other.length);
}
