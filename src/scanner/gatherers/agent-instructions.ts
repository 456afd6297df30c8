import { createHash } from 'node:crypto';
import type { AgentInstructionsArtifact, SkillDigest } from '../capability-artifacts.ts';
import { defineGatherer } from '../define-gatherer.ts';
import { optionalJson } from '../json-file.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import { normaliseUrl } from '../parse/normalise-url.ts';
import { readSkillsIndex, type Skill } from '../parse/skills-index.ts';

const MAX_SKILL_BYTES = 2_000_000;

/** Verifies one skill: the first by address of those that have a digest. */
export const agentInstructions = defineGatherer({
  artifact: 'agentInstructions',
  needs: ['wellKnown'],
  async gather({ links }, { wellKnown }): Promise<AgentInstructionsArtifact> {
    const { skillsIndex: probe } = wellKnown.files;
    const file = optionalJson(probe, ['skills']);
    if (file.state !== 'read' || !probe?.answered) return { skillDigest: undefined };
    const skill = firstWithDigest(readSkillsIndex(file.value).skills, probe.finalUrl);
    if (skill === undefined) return { skillDigest: undefined };
    // Bytes, not text: the digest is over what is served.
    const result = await links.probe({ url: skill.url, maxBytes: MAX_SKILL_BYTES });
    return { skillDigest: verify(result, skill) };
  },
});

interface Verifiable {
  readonly url: string;
  readonly digest: string;
}

function firstWithDigest(skills: readonly Skill[], base: string): Verifiable | undefined {
  return skills
    .flatMap(({ url: href, digest }): Verifiable[] => {
      const url = href === undefined ? undefined : normaliseUrl(href, base);
      return url === undefined || digest === undefined ? [] : [{ url, digest }];
    })
    .sort((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url)))[0];
}

function verify(result: FetchResult, { url, digest }: Verifiable): SkillDigest {
  if (!result.ok) return { url, state: 'unknown', status: undefined, actual: undefined };
  const { status } = result.answer;
  if (status === 429) return { url, state: 'unknown', status, actual: undefined };
  if (status < 200 || status > 299) return { url, state: 'missing', status, actual: undefined };
  const actual = `sha256:${createHash('sha256').update(result.body).digest('hex')}`;
  return { url, state: actual === digest ? 'matches' : 'differs', status, actual };
}
