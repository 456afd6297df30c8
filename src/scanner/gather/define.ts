import type { SiteArtifacts } from '../model/artifacts.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { ControlAnswer } from '../model/site.ts';
import type { ControlBody, SiteClient } from '../net/site-client.ts';

export interface GatherContext {
  /** For files at places that we choose. */
  readonly client: SiteClient;
  /** For the files of the sitemap, of which there are as many as the site says, up to a bound. */
  readonly sitemaps: SiteClient;
  /** For what the site's own files and pages lead to. */
  readonly links: SiteClient;
  /** A path segment that no site has, the same for every scan of a host. */
  readonly nonce: string;
  /** The site's answers for names that cannot exist. */
  readonly controls: Controls;
  /** What our own bot calls itself. */
  readonly userAgent: string;
  /** For what tests the actions that the site offers: it has a few requests of its own. */
  readonly actionClient: SiteClient;
  /** Whether the caller of the scan left an address out. */
  isExcluded(url: string): boolean;
}

export interface Controls {
  readonly answers: readonly ControlAnswer[];
  /** Bodies of those that were answered 2xx. */
  readonly bodies: readonly ControlBody[];
}

/** One artifact, fetched once a scan however many checks read it. A throw leaves it out: `error` for who needs it. */
export interface GathererDefinition<
  K extends keyof SiteArtifacts,
  Need extends keyof SiteArtifacts,
  Want extends keyof SiteArtifacts = never,
> {
  readonly artifact: K;
  /** Artifacts that must be there before. */
  readonly needs: readonly Need[];
  /** Artifacts that it also reads where they could be gathered. */
  readonly wants?: readonly Want[];
  gather(
    context: GatherContext,
    artifacts: Pick<SiteArtifacts, Need> & Partial<Pick<SiteArtifacts, Want>>,
  ): Promise<SiteArtifacts[K]>;
}

/** The identity function; it is there so that `needs` types the argument of `gather`. */
export function defineGatherer<
  const K extends keyof SiteArtifacts,
  const Need extends keyof SiteArtifacts = never,
  const Want extends keyof SiteArtifacts = never,
>(gatherer: GathererDefinition<K, Need, Want>): GathererDefinition<K, Need, Want> {
  return gatherer;
}

/** Artifacts as they come in. */
export type Gathered = { -readonly [K in keyof SiteArtifacts]?: SiteArtifacts[K] };

/**
 * Runs the gatherers into the artifacts, one after the other. A gatherer that throws leaves out its artifact, which the
 * checks that need it report; `onBug` gets the error under the name `gatherer:<artifact>`. Rejects only when the signal
 * is aborted.
 */
export function gatherInto(artifacts: Gathered, context: GatherContext, onBug: OnCheckBug, signal: AbortSignal) {
  return async <K extends keyof SiteArtifacts, Need extends keyof SiteArtifacts, Want extends keyof SiteArtifacts>(
    gatherer: GathererDefinition<K, Need, Want>,
  ): Promise<void> => {
    if (gatherer.needs.some((need) => artifacts[need] === undefined)) return;
    try {
      // Every need was just seen to be there.
      artifacts[gatherer.artifact] = await gatherer.gather(context, artifacts as SiteArtifacts);
    } catch (thrown) {
      signal.throwIfAborted();
      onBug(`gatherer:${gatherer.artifact}`, thrown);
    }
  };
}
