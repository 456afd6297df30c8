import { defineGatherer } from '../define-gatherer.ts';
import type { LlmsLinksArtifact } from '../llms-txt-artifacts.ts';
import { crawlJudge, learntTwin } from './llms-links-crawl.ts';
import { createFollower } from './llms-links-follow.ts';
import { chooseLinks } from './llms-links-sample.ts';

/**
 * Follows a sample of the links of llms.txt, with the requests for links that are left. What the crawl knows is not asked again, unless
 * the site answers for names that cannot exist: then only a comparison of bodies tells.
 */
export const llmsLinks = defineGatherer({
  artifact: 'llmsLinks',
  needs: ['target', 'llmsTxt', 'crawl'],
  async gather({ links, controls }, { target, llmsTxt: { file }, crawl }): Promise<LlmsLinksArtifact> {
    if (file === undefined) return { linkCount: 0, sample: [], nested: [] };
    const chosen = chooseLinks(file, target.origin);
    const isHonest = controls.bodies.length === 0;
    const follower = createFollower({
      client: links,
      trustsHead: isHonest,
      judge: isHonest ? crawlJudge(crawl) : () => undefined,
      guessTwin: learntTwin(crawl),
    });
    // One after the other, so that what is left of the requests does not depend on timing.
    const asked = await follower.ask(chosen.own);
    const checked = await follower.recheck(asked);
    const external = await follower.askExternal(chosen.external);
    const own = await follower.findTwins(checked);
    const nested = new Map(own.map(({ link, nestedFile }) => [link.url, nestedFile]));
    return {
      linkCount: chosen.linkCount,
      sample: [...own.map(({ link }) => link), ...external],
      nested: chosen.nested.map((url) => ({ url, file: nested.get(url) })),
    };
  },
});
