import type { Explanation, Fix } from '../../schema/explanation.ts';
import { quote } from '../checks/evidence.ts';
import { fixBehind } from '../checks/present.ts';
import { RUBRIC } from '../checks/rubric.ts';
import { pluralize } from '../pluralize.ts';
import { actingTable } from './acting.ts';
import { type Finding, findingsOf, ignoredLines, unmeasuredOf, withoutIgnoredFixes } from './findings.ts';
import { codeSpan, fenced, quotedBlocks, UNTRUSTED_NOTE } from './markdown.ts';
import {
  accountLines,
  accountTable,
  confidenceLines,
  partsWords,
  type ReportData,
  type Reporter,
  withoutDocsLinks,
} from './reporter.ts';

/**
 * Tasks for a coding agent: one for each fix, the most valuable first. Trusted text is not escaped, because the prompt
 * is not rendered and an agent would copy the backslashes.
 */
export const agentPrompt: Reporter = {
  name: 'agent-prompt',
  mediaType: 'text/plain',
  render(data) {
    const { explanation } = data;
    const lines = explanation === undefined ? withoutGrade(data) : tasks(data, withoutIgnoredFixes(data, explanation));
    return `${lines.join('\n').trimEnd()}\n`;
  },
};

function withoutGrade({ scan }: ReportData): string[] {
  const site = codeSpan(quote(scan.rootUrl));
  if (scan.status !== 'failed') return [`The scan of ${site} is ${scan.status}: there is no work to hand out yet.`];
  return [
    `# Let ${site} be read by agents`,
    '',
    'The scan failed, so nothing could be graded. Fix this, then scan again:',
    '',
    ...unmeasuredOf(scan).map(({ id, message, howToFix }) => `- ${id}: ${message} ${howToFix}`.trimEnd()),
  ];
}

function tasks(data: ReportData, explanation: Explanation): string[] {
  const { siteScore, llmstxt, fixes } = explanation;
  const site = codeSpan(quote(data.scan.rootUrl));
  const count = fixes.length + llmstxt.fixes.length;
  const grade = [
    `A scan graded it ${siteScore}/100, its llms.txt ${llmstxt.score}/100.`,
    ...accountLines(explanation),
    ...confidenceLines(explanation),
  ].join(' ');
  const accepted = ignoredLines(data);
  if (count === 0) return [`There is nothing to fix at ${site}. ${grade}`, ...acceptedSection(accepted)];
  const findings = new Map(
    findingsOf(data)
      .filter(({ ignored }) => ignored === undefined)
      .map((finding) => [finding.id, finding]),
  );
  return [
    `# Make ${site} easier to use for AI agents`,
    '',
    `You have the sources and the configuration of ${site}. ${grade} Below ${count === 1 ? 'is 1 task' : `are ${count} tasks`}, in the order in which they are best done.`,
    '',
    ...(explanation.delivery === null ? [] : ['## What reaches which reader', '', ...accountTable(explanation), '']),
    ...actingTable(explanation),
    '## Rules',
    '',
    `- ${UNTRUSTED_NOTE}`,
    '- Change what a task names and nothing else; people who visit the site should notice no difference.',
    '- A rule or a page may be closed on purpose. Where a task would undo a decision of the owner, ask first.',
    '- Points are gained once the tasks before are done. Fix causes (a template, a header), not pages one by one.',
    '- When all is deployed, call start_scan again, and compare_scans with both ids.',
    ...acceptedSection(accepted),
    '',
    ...withRecipes([
      ...fixes.map((fix, at) => ({ title: `Task ${at + 1}`, fix })),
      ...llmstxt.fixes.map((fix, at) => ({ title: `Task ${fixes.length + at + 1}, for llms.txt`, fix })),
    ]).flatMap(({ title, fix, recipe }) => task(title, fix, recipe, findings)),
  ];
}

/** Findings that the owner accepts, so that no agent takes them for forgotten. */
const acceptedSection = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', '## No task: the owner accepts these', '', ...lines.map((line) => `- ${line}`)];

interface Task {
  readonly title: string;
  readonly fix: Fix;
}

/** The lines of each task's recipe. Several fixes can have the same one: the first has its text. */
function withRecipes(tasks: readonly Task[]): (Task & { readonly recipe: readonly string[] })[] {
  const first = new Map<string, string>();
  return tasks.map(({ title, fix }) => {
    const { recipe } = fix;
    if (recipe === undefined) return { title, fix, recipe: [] };
    const earlier = first.get(recipe.path);
    if (earlier !== undefined) return { title, fix, recipe: [`Recipe: that of ${earlier}.`] };
    first.set(recipe.path, title);
    return {
      title,
      fix,
      recipe: [`Recipe for ${recipe.platform}:`, '', withoutDocsLinks(recipe.text, fix.checkId), ''],
    };
  });
}

function task(title: string, fix: Fix, recipe: readonly string[], findings: ReadonlyMap<string, Finding>): string[] {
  const finding = findings.get(fix.checkId);
  return [
    `## ${title}: ${fix.checkId} (+${fix.gain.toFixed(1)} points, to ${fix.scoreAfter})`,
    '',
    `Goal: ${fix.name}.`,
    ...(partsWords(fix) === '' ? [] : [`Points: ${partsWords(fix)}`]),
    ...(fix.message === '' ? [] : [`Found: ${fix.message}`]),
    ...(fix.howToFix === '' ? [] : [`Change: ${fixBehind(fix)}`]),
    ...recipe,
    `Where: ${whereOf(fix)}`,
    ...togetherWith(fix.checkId, findings),
    ...(finding?.rule === undefined ? [] : [`Rule: ${finding.rule}`]),
    '',
    ...(finding === undefined ? [] : quotedBlocks(finding)),
    ...verification(finding?.repro),
  ];
}

const whereOf = ({ affectedPages }: Fix): string =>
  affectedPages === 0
    ? 'the site as a whole.'
    : `${pluralize(affectedPages, 'page')}; look for what they have in common.`;

/** The points of a fix count what depends on it as fixed too, and that has no task of its own. */
function togetherWith(id: string, findings: ReadonlyMap<string, Finding>): string[] {
  const open = (RUBRIC.fixedWith[id] ?? []).flatMap((dependant) => findings.get(dependant) ?? []);
  if (open.length === 0) return [];
  return ['Belongs to it:', ...open.map(({ id: own, name, howToFix }) => `- ${own} ${name}. ${howToFix}`.trimEnd())];
}

const verification = (repro: string | undefined): string[] =>
  repro === undefined
    ? ['Verify: scan again; there is no single request that shows it.', '']
    : ['Verify: this line shows what the scan saw. Run it before the change and after.', '', fenced(repro, 'sh'), ''];
