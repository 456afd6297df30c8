import { isObject, isText } from '../json/json.ts';
import { indentOf, trackFences } from '../markdown/markdown-text.ts';

const MAX_SKILLS = 500;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

export interface Skill {
  /** Where its SKILL.md or archive is, as written, relative to the index; undefined when the index does not say. */
  readonly url: string | undefined;
  /** `sha256:` and 64 hexadecimal digits, undefined when there is none like that. */
  readonly digest: string | undefined;
}
export interface SkillsIndex {
  /** `0.1`: an older draft, with a list of file names and no digests. */
  readonly version: '0.2' | '0.1';
  readonly skills: readonly Skill[];
  /** Faults that keep an agent from using the index, and missing parts; in trusted text. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads an index of skills. Version 0.2.0 was published in two forms: the current one has `$schema`, `type` and `url`;
 * an earlier draft of it has `version`, and `files` with a digest each.
 * @see https://github.com/cloudflare/agent-skills-discovery-rfc
 */
export function readSkillsIndex(root: Readonly<Record<string, unknown>>): SkillsIndex {
  if (!Array.isArray(root.skills)) return { version: '0.2', skills: [], errors: ['skills is no list'], warnings: [] };
  const written = root.skills.slice(0, MAX_SKILLS);
  const objects = written.filter(isObject);
  const skills = objects.map(skillOf);
  const isOld = typeof root.$schema !== 'string' && typeof root.version !== 'string';
  const count = (says: string, isBad: (skill: Readonly<Record<string, unknown>>) => boolean) => {
    const bad = objects.filter(isBad).length;
    return bad > 0 && `${bad} ${bad === 1 ? 'skill has' : 'skills have'} ${says}`;
  };
  const errors = [
    objects.length < written.length && 'some skills are no objects',
    count('no valid name (1 to 64 of a-z, 0-9 and single hyphens)', ({ name }) => !isName(name)),
    count(
      'no description of 1 to 1,024 characters',
      ({ description }) => !isText(description) || String(description).length > MAX_DESCRIPTION,
    ),
    count('neither url nor files', (skill) => skillOf(skill).url === undefined),
    count('a type other than skill-md and archive', ({ type }) => type !== undefined && !TYPES.includes(String(type))),
  ];
  const undigested = skills.filter(({ digest }) => digest === undefined).length;
  const warnings = [
    isOld && 'it has no $schema, so it is read as version 0.1',
    objects.some(({ files }) => Array.isArray(files)) &&
      'it lists files as an earlier draft did, instead of type and url',
    undigested > 0 && `${undigested} ${undigested === 1 ? 'skill has' : 'skills have'} no sha256 digest`,
  ];
  return {
    version: isOld ? '0.1' : '0.2',
    skills,
    errors: errors.filter((error) => error !== false),
    warnings: warnings.filter((warning) => warning !== false),
  };
}

const TYPES = ['skill-md', 'archive'];

/** In the draft with files, the digest of the skill is one over all of them; that of SKILL.md is one file's own. */
function skillOf({ name, url, digest, files }: Readonly<Record<string, unknown>>): Skill {
  if (isText(url)) return { url: String(url), digest: digestOf(digest) };
  if (!Array.isArray(files) || !isName(name)) return { url: undefined, digest: undefined };
  const main = files
    .slice(0, MAX_SKILLS)
    .find((file) => file === 'SKILL.md' || (isObject(file) && file.path === 'SKILL.md'));
  return main === undefined
    ? { url: undefined, digest: undefined }
    : { url: `${String(name)}/SKILL.md`, digest: isObject(main) ? digestOf(main.digest) : undefined };
}

const digestOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DIGEST.test(value.toLowerCase()) ? value.toLowerCase() : undefined;

/** https://agentskills.io/specification: no hyphen at either end, no two in a row. */
function isName(value: unknown): boolean {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_NAME) return false;
  return /^[a-z0-9-]+$/.test(value) && !value.startsWith('-') && !value.endsWith('-') && !value.includes('--');
}

const MAX_CHARS = 500_000;
const MAX_HEADINGS = 500;

const words = (list: string): RegExp => new RegExp(`\\b(?:${list.trim().split(/\s+/).join('|')})\\b`, 'i');

/** Words by which real AGENTS.md files head the sections that an agent needs: set-up, configuration and use. */
const TOPICS: readonly RegExp[] = [
  words(`install installation installing set-?up started quick-?start prerequisites requirements build building
    development connect connecting`),
  words(`config configure configuration settings? environment auth authentication authorization permissions? conventions?
    rules guidelines style policy policies security limits? structure architecture overview`),
  words(`usage use using how commands? run running tests? testing examples? endpoints? api tools? workflows? tasks?
    capabilities search browse checkout deploy deployment`),
];

/** How many of set-up, configuration and use have a heading of their own, 0 to 3. Headings in code do not count. */
export function agentsMdTopics(text: string): number {
  const fences = trackFences();
  const headings: string[] = [];
  for (const [index, line] of text
    .slice(0, MAX_CHARS)
    .split(/\r\n?|\n/)
    .entries()) {
    if (fences.isCode(line, index + 1, 0) || indentOf(line) > 3 || headings.length >= MAX_HEADINGS) continue;
    const heading = /^#{1,6}[ \t](.*)$/.exec(line.trim())?.[1];
    if (heading !== undefined) headings.push(heading);
  }
  return TOPICS.filter((topic) => headings.some((heading) => topic.test(heading))).length;
}
