import { indentOf, trackFences } from '../markdown/code-fence.ts';

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
