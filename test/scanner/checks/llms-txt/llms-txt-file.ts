import type { LlmsTxtArtifact, Probe } from '../../../../src/scanner/artifacts.ts';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt.ts';
import { answered, noLlmsTxt, notFound } from '../../../support/artifacts.ts';

const GOOD = `# Site

> What this site is and for whom it was made.

## Docs

- [Guide](https://site.example/guide): How to begin in ten minutes
- [API](https://site.example/api): Every call with an example
`;

/** The artifact of an llms.txt with this text. */
export function llmsTxt(
  text: string = GOOD,
  probe: Partial<Extract<Probe, { answered: true }>> = {},
): { llmsTxt: LlmsTxtArtifact } {
  const found = answered('/llms.txt', { text, headers: { 'content-type': 'text/plain; charset=utf-8' }, ...probe });
  return {
    llmsTxt: {
      file: { probe: found, parsed: parseLlmsTxt(text) },
      candidates: [found],
      full: notFound('/llms-full.txt'),
    },
  };
}

/** The same without a file, with these answers at the places looked at. */
export const absent = (...candidates: Probe[]): { llmsTxt: LlmsTxtArtifact } => ({
  llmsTxt: { ...noLlmsTxt, ...(candidates.length === 0 ? {} : { candidates }) },
});
