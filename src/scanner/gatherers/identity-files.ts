import type { PageArtifact } from '../artifacts.ts';
import type { IdentityFilesArtifact } from '../capability-artifacts.ts';
import { defineGatherer } from '../define-gatherer.ts';

const FEED_TYPES = ['application/rss+xml', 'application/atom+xml', 'application/feed+json'];
const MAX_FEED_BYTES = 2_000_000;
const MAX_SECURITY_TXT_BYTES = 32 * 1024;

export const identityFiles = defineGatherer({
  artifact: 'identityFiles',
  needs: ['target', 'home'],
  async gather({ client, links }, { target, home }): Promise<IdentityFilesArtifact> {
    const feedUrl = declaredFeed(home);
    const [securityTxt, feed] = await Promise.all([
      client.file(`${target.origin}/.well-known/security.txt`, { maxBytes: MAX_SECURITY_TXT_BYTES }),
      feedUrl === undefined ? undefined : links.file(feedUrl, { maxBytes: MAX_FEED_BYTES }),
    ]);
    return { securityTxt, feed };
  },
});

function declaredFeed({ facts }: PageArtifact): string | undefined {
  return facts?.headLinks.find(
    ({ rel, type, url }) => url !== undefined && rel.includes('alternate') && FEED_TYPES.includes(type),
  )?.url;
}
