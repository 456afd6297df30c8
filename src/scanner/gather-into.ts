import type { SiteArtifacts } from './artifacts.ts';
import type { GatherContext, GathererDefinition } from './define-gatherer.ts';
import type { OnCheckBug } from './run-checks.ts';

/** Artifacts as they come in. */
export type Gathered = { -readonly [K in keyof SiteArtifacts]?: SiteArtifacts[K] };

/**
 * Runs one gatherer after the other into the artifacts. One that throws leaves its own out, and the checks that need it
 * say so; `onBug` is told, under the name `gatherer:<artifact>`. Rejects when the signal is aborted, and only then.
 */
export function gatherInto(artifacts: Gathered, context: GatherContext, onBug: OnCheckBug, signal: AbortSignal) {
  return async <K extends keyof SiteArtifacts, Need extends keyof SiteArtifacts>(
    gatherer: GathererDefinition<K, Need>,
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
