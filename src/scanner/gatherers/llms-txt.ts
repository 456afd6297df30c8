import type { LlmsTxtArtifact } from '../artifacts.ts';
import { defineGatherer } from '../define-gatherer.ts';
import { isPresent } from '../evidence.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';

export const llmsTxt = defineGatherer({
  artifact: 'llmsTxt',
  needs: ['target'],
  async gather({ client }, { target }): Promise<LlmsTxtArtifact> {
    const { origin, scope } = target;
    const places = [
      `${scope}llms.txt`,
      `${origin}/llms.txt`,
      `${origin}/docs/llms.txt`,
      `${origin}/.well-known/llms.txt`,
    ];
    const [candidates, ofOrigin, ofScope] = await Promise.all([
      Promise.all([...new Set(places)].map((url) => client.file(url))),
      client.file(`${origin}/llms-full.txt`),
      scope === `${origin}/` ? undefined : client.file(`${scope}llms-full.txt`),
    ]);
    const probe = candidates.find(isPresent);
    return {
      file: probe === undefined ? undefined : { probe, parsed: parseLlmsTxt(probe.text) },
      candidates,
      full: ofScope !== undefined && isPresent(ofScope) ? ofScope : ofOrigin,
    };
  },
});
