import { isInPlace, isPresent } from '../model/http.ts';
import type { LlmsTxtArtifact } from '../model/llms-txt.ts';
import { parseLlmsTxt } from '../parse/llms-txt/llms-txt.ts';
import { defineGatherer } from './define.ts';

export const llmsTxt = defineGatherer({
  artifact: 'llmsTxt',
  needs: ['target'],
  async gather({ client }, { target }): Promise<LlmsTxtArtifact> {
    const { origin, scope } = target;
    const ask = (places: readonly string[]) => Promise.all([...new Set(places)].map((url) => client.file(url)));
    const [first, ofOrigin, ofScope] = await Promise.all([
      ask([`${scope}llms.txt`, `${origin}/llms.txt`]),
      client.file(`${origin}/llms-full.txt`),
      scope === `${origin}/` ? undefined : client.file(`${scope}llms-full.txt`),
    ]);
    // Elsewhere few agents look, so a file there adds nothing to one in its place.
    const others = first.some(isInPlace)
      ? []
      : await ask([`${origin}/docs/llms.txt`, `${origin}/.well-known/llms.txt`]);
    const candidates = [...first, ...others];
    const probe = candidates.find(isPresent);
    return {
      file: probe === undefined ? undefined : { probe, parsed: parseLlmsTxt(probe.text) },
      candidates,
      full: ofScope !== undefined && isPresent(ofScope) ? ofScope : ofOrigin,
    };
  },
});
