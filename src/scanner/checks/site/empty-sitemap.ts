import type { Outcome } from '../../model/result.ts';
import type { SitemapArtifact } from '../../model/site.ts';
import { fail, unmeasured } from '../define.ts';

/** The outcome of a check of the sitemap's locations where there is none to look at; undefined when there is one. */
export function withoutLocations({ foundBy, files, entries, tried }: SitemapArtifact): Outcome | undefined {
  if (entries.length > 0) return undefined;
  const lost = tried.find((probe) => !probe.answered && probe.failure.code !== 'robots');
  if (foundBy === undefined && lost !== undefined)
    return unmeasured('Whether there is a sitemap could not be measured.', { url: lost.url });
  if (foundBy !== undefined && files.every(({ status }) => status === undefined))
    return unmeasured('No file of the sitemap could be fetched.');
  const url = files[0]?.finalUrl ?? tried[0]?.url;
  return fail(foundBy === undefined ? 'There is no sitemap to look into.' : 'No location of the sitemap can be read.', {
    howToFix: 'Publish a sitemap first (see S10), with one <url><loc> for every public page.',
    ...(url === undefined ? {} : { evidence: { url, shows: foundBy === undefined ? 'status' : 'answer' } }),
  });
}
