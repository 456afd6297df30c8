import { defined } from '../../../basics/defined.ts';
import { siteAttackIn } from '../../mcp/injection/judge.ts';
import { isPresent, optionalJson } from '../../model/http.ts';
import type { Evidence } from '../../model/result.ts';
import type { AgentInstructionsArtifact, WellKnownArtifact } from '../../model/site.ts';
import { readAiCatalog } from '../../parse/agent-files/agent-cards.ts';
import { agentsMdTopics, readSkillsIndex } from '../../parse/agent-files/agent-instructions.ts';
import { stringsIn } from '../../parse/json/json.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MIN_TOPICS = 2;
const MAX_SNIPPET = 200;

export default defineCheck({
  id: 'S24',
  slug: 'agent-instructions',
  series: 'site',
  category: 'capability',
  titles: {
    pass: 'Files with agent instructions are valid',
    fail: 'Files with agent instructions are invalid',
    action: 'Fix the files with agent instructions',
  },
  why: 'A skills index, an AI catalog or an AGENTS.md is optional. But an agent trusts one that it finds: a wrong digest costs more than no file.',
  rule: "Passes when the skills index (0.2.0, with one verified digest), /.well-known/ai-catalog.json and AGENTS.md (headings on two of setup, configuration and use) are valid. Warns about a missing digest, an older draft or place, identifiers that are not urn:air: names, fewer headings, orders against the agent's user, or the retired ai-plugin.json. Fails when a file is unreadable, an entry is invalid or a digest differs. Not applicable without such files.",
  sources: [
    'https://github.com/cloudflare/agent-skills-discovery-rfc',
    'https://agenticresourcediscovery.org/spec/',
    'https://agents.md/',
  ],
  needs: ['wellKnown', 'agentInstructions'],
  evaluate({ wellKnown, agentInstructions }) {
    const findings = [
      skillsIndex(wellKnown, agentInstructions),
      aiCatalog(wellKnown),
      agentsMd(wellKnown),
      aiPlugin(wellKnown),
    ].filter((finding) => finding !== undefined);
    const worst = (['fail', 'warn', 'unknown', 'pass'] as const)
      .map((level) => findings.find((finding) => finding.level === level))
      .find((finding) => finding !== undefined);
    if (worst === undefined) return notApplicable('There are no files with instructions for agents.');
    const { evidence } = worst;
    if (worst.level === 'unknown')
      return unmeasured('Whether there are instructions for agents could not be measured.', evidence);
    if (worst.level === 'pass') {
      const names = findings.map(({ says }) => says).join('; ');
      return pass(`The files with instructions for agents are valid: ${names}.`, evidence);
    }
    const bad = findings.filter(({ level }) => level === 'fail' || level === 'warn');
    const finding = { howToFix: bad.map(({ howToFix }) => howToFix).join(' '), evidence };
    const message = `${capital(bad.map(({ says }) => says).join('; '))}.`;
    return worst.level === 'fail' ? fail(message, finding) : warn(message, finding);
  },
});

interface Finding {
  readonly level: 'pass' | 'warn' | 'fail' | 'unknown';
  readonly says: string;
  readonly howToFix: string;
  readonly evidence: Evidence;
}

function skillsIndex({ files }: WellKnownArtifact, { skillDigest }: AgentInstructionsArtifact): Finding | undefined {
  const today = optionalJson(files.skillsIndex, ['skills']);
  const isOldPlace = today.state === 'absent';
  const probe = isOldPlace ? files.legacySkillsIndex : files.skillsIndex;
  const file = isOldPlace ? optionalJson(files.legacySkillsIndex, ['skills']) : today;
  if (file.state === 'absent' || probe === undefined) return undefined;
  const evidence = evidenceOf(probe);
  const howToFix =
    'In the skills index give every skill name, type (skill-md or archive), description, url and the sha256 digest of the very bytes that are served, compute it in the build, and serve the index at /.well-known/agent-skills/index.json.';
  const found = (level: Finding['level'], says: string, more: Evidence = {}): Finding => ({
    level,
    says: `the skills index ${says}`,
    howToFix,
    evidence: { ...evidence, ...more },
  });
  if (file.state === 'unknown') return found('unknown', '');
  if (file.state === 'broken') return found('fail', `cannot be used (${file.problem})`);

  const { errors, warnings } = readSkillsIndex(file.value);
  if (errors.length > 0) return found('fail', `is not valid (${errors.join('; ')})`);
  if (skillDigest?.state === 'missing' || skillDigest?.state === 'differs') {
    const { url, status, actual } = skillDigest;
    const says =
      skillDigest.state === 'missing' ? 'lists a file that is not there' : 'has a digest that its file does not have';
    return found('fail', says, {
      url,
      ...defined({ status, measured: actual }),
    });
  }
  const attack = attackIn(file.value);
  if (attack !== undefined) return found('warn', attack.says, { snippet: attack.snippet });
  const inSkill = skillDigest?.text === undefined ? undefined : siteAttackIn(skillDigest.text);
  if (inSkill !== undefined && skillDigest?.text !== undefined) {
    const says = `lists a SKILL.md that commands agents against their user (it ${inSkill.says}): remove what the evidence quotes`;
    const snippet = skillDigest.text.slice(inSkill.at, inSkill.at + MAX_SNIPPET);
    return found('warn', says, { url: skillDigest.url, snippet });
  }
  const all = [...(isOldPlace ? ['it stands at the old place, /.well-known/skills/'] : []), ...warnings];
  if (all.length > 0) return found('warn', `can be improved (${all.join('; ')})`);
  return skillDigest?.state === 'unknown' ? found('unknown', '') : found('pass', 'is valid');
}

function aiCatalog({ files: { aiCatalog: probe } }: WellKnownArtifact): Finding | undefined {
  const file = optionalJson(probe, ['entries', 'specVersion', 'collections']);
  if (file.state === 'absent' || probe === undefined) return undefined;
  const howToFix =
    'In ai-catalog.json give "specVersion": "1.0" and entries with identifier (urn:air:<your domain>:<name>), type, and either url or data.';
  const found = (level: Finding['level'], says: string, more: Evidence = {}): Finding => ({
    level,
    says: `the AI catalog ${says}`,
    howToFix,
    evidence: { ...evidenceOf(probe), ...more },
  });
  if (file.state === 'unknown') return found('unknown', '');
  if (file.state === 'broken') return found('fail', `cannot be used (${file.problem})`);
  const { errors, warnings } = readAiCatalog(file.value);
  if (errors.length > 0) return found('fail', `is not valid (${errors.join('; ')})`);
  const attack = attackIn(file.value);
  if (attack !== undefined) return found('warn', attack.says, { snippet: attack.snippet });
  return warnings.length > 0 ? found('warn', `can be improved (${warnings.join('; ')})`) : found('pass', 'is valid');
}

function agentsMd({ files: { agentsMd: probe } }: WellKnownArtifact): Finding | undefined {
  if (probe === undefined || !isPresent(probe) || probe.text.trim() === '') return undefined;
  const attack = siteAttackIn(probe.text);
  if (attack !== undefined) {
    const snippet = probe.text.slice(attack.at, attack.at + MAX_SNIPPET);
    return {
      level: 'warn',
      says: `AGENTS.md commands agents against their user (it ${attack.says})`,
      howToFix: 'Remove from AGENTS.md what the evidence quotes; if you did not write it, look for a break-in.',
      evidence: { ...evidenceOf(probe), snippet },
    };
  }
  const count = agentsMdTopics(probe.text);
  const found = { howToFix: 'Give AGENTS.md headings for set-up, configuration and use.', evidence: evidenceOf(probe) };
  return count >= MIN_TOPICS
    ? { level: 'pass', says: 'AGENTS.md has headings on what an agent needs', ...found }
    : { level: 'warn', says: `AGENTS.md has headings on ${count} of set-up, configuration and use`, ...found };
}

/** Names and descriptions are read by agents as AGENTS.md is. */
function attackIn(value: unknown): { readonly says: string; readonly snippet: string } | undefined {
  const text = stringsIn(value).join('\n\n');
  const attack = siteAttackIn(text);
  if (attack === undefined) return undefined;
  return {
    says: `commands agents against their user (it ${attack.says}): remove what the evidence quotes`,
    snippet: text.slice(attack.at, attack.at + MAX_SNIPPET),
  };
}

function aiPlugin({ files: { aiPlugin: probe } }: WellKnownArtifact): Finding | undefined {
  if (probe === undefined || optionalJson(probe, ['schema_version', 'name_for_model', 'api']).state !== 'read')
    return undefined;
  return {
    level: 'warn',
    says: 'ai-plugin.json is still served, though plugins of that kind are retired',
    howToFix: 'Remove /.well-known/ai-plugin.json and list the API in /.well-known/api-catalog.',
    evidence: evidenceOf(probe),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
