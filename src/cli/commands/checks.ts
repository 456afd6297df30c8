import process from 'node:process';
import { type Command, Option } from 'commander';
import { plainHostOf } from '../../basics/parse-url.ts';
import { ConfigError, ServiceError } from '../../errors.ts';
import { allRecipes, evidenceLine, recipeFor, recipesOf, sectionFor } from '../../library/articles.ts';
import { ALL_CHECKS } from '../../scanner/checks/catalogue.ts';
import type { Titles } from '../../scanner/checks/define.ts';
import { EVIDENCE_WORDS, type Evidence, evidenceFor, isGate, SITE_WEIGHTS } from '../../scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../../scanner/mcp/grade/score.ts';
import { withScheme } from '../../scanner/parse/url/normalise-url.ts';
import { withoutDocsLinks } from '../../scanner/reporters/reporter.ts';
import { BROWSER_WEIGHTS, isBrowserGate } from '../../scanner/scoring/browser-score.ts';
import { nearestOf } from '../../tools/read-input.ts';
import { type Look, lookOf, print } from '../output.ts';
import { wrap } from '../render.ts';

const WEIGHTS: Readonly<Record<string, number>> = { ...SITE_WEIGHTS, ...MCP_RUBRIC.weights, ...BROWSER_WEIGHTS };

/** `legible checks [id]`: the catalogue. */
export function addChecksCommand(program: Command): void {
  program
    .command('checks [id]')
    .description(
      'list every check with its weight and the evidence for it (A strong, D convention); with an id, explain what it wants, why, and how to fix it',
    )
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .option('--platform <name>', 'with an id: how to fix it there, such as nginx or docusaurus')
    .option('--site <host>', 'write recipes for this site instead of www.example.com')
    .action((id: string | undefined, { format, platform, site }: Options) => {
      const host = site === undefined ? undefined : hostOfSite(site);
      const checks = ALL_CHECKS.map(({ id, slug, category, titles, why, rule, sources }) => ({
        id,
        slug,
        category,
        weight: WEIGHTS[id] ?? 0,
        evidence: evidenceFor(id) ?? null,
        gate: isGate(id) || isBrowserGate(id),
        titles,
        why,
        rule,
        sources,
        recipes: recipesOf(id).map((recipe) => recipe.id),
      }));
      const look = lookOf(process.stdout);
      if (id === undefined) {
        print(format === 'json' ? JSON.stringify(checks, null, 2) : checks.map((check) => row(check, look)).join('\n'));
        return;
      }
      const found = checks.find((check) => check.id === id.toUpperCase() || check.slug === id);
      if (found === undefined) {
        const nearest = nearestOf(
          id,
          checks.flatMap((check) => [check.id, check.slug]),
        );
        const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
        throw new ServiceError('not_found', `id: there is no such check.${meant} "legible checks" lists all.`);
      }
      if (platform !== undefined) print(recipeText(found.id, platform, host));
      else if (format === 'json') print(JSON.stringify(found, null, 2));
      else print([...article(found, look), ...generalRecipe(found, host)].join('\n'));
    });
}

interface Options {
  readonly format: 'text' | 'json';
  readonly platform?: string;
  readonly site?: string;
}

function hostOfSite(site: string): string {
  const host = plainHostOf(withScheme(site));
  if (host === undefined) throw new ConfigError('--site: expected a host such as www.shop.example');
  return host;
}

interface Shown {
  readonly id: string;
  readonly category: string;
  readonly weight: number;
  /** How strong the evidence for the weight is; null where none is stated. */
  readonly evidence: Evidence | null;
  /** Weighs nothing: the share of text that reaches agents measures it. */
  readonly gate: boolean;
  readonly titles: Titles;
  readonly why: string;
  readonly rule: string;
  readonly sources: readonly string[];
  /** Platforms whose recipe fixes it. */
  readonly recipes: readonly string[];
}

/**
 * The recipe of a platform, unwrapped: it is there to be copied.
 * @throws ServiceError not_found where the platform makes no difference
 */
function recipeText(id: string, platform: string, host: string | undefined): string {
  const recipe = allRecipes().find((each) => each.id === platform);
  const section = recipe && sectionFor(recipe, id);
  if (recipe === undefined || section === undefined) {
    throw new ServiceError(
      'not_found',
      `platform: there is no recipe for ${id} on ${platform}. "legible checks ${id}" lists them.`,
    );
  }
  return [
    `${recipe.name}: ${section.heading} (${section.checkIds.join(', ')})`,
    evidenceLine(recipe),
    '',
    withoutDocsLinks(host === undefined ? section.text : recipeFor(section.text, host), id),
  ].join('\n');
}

/** Recipe for sites of which only the files can be changed. */
const GENERAL = 'plain-files';

/** The recipe that most sites can follow; none where every platform needs another. */
const generalRecipe = ({ id, recipes }: Shown, host: string | undefined): string[] =>
  recipes.includes(GENERAL) ? ['', recipeText(id, GENERAL, host)] : [];

const gateWords = (id: string): string =>
  isBrowserGate(id) ? 'a gate of the browser score' : 'a gate of the delivered share';

const row = ({ id, weight, evidence, gate, category, titles }: Shown, { columns }: Look): string =>
  wrap(
    `${id.padEnd(4)} ${(gate ? 'gate' : String(weight)).padStart(4)} ${evidence ?? ' '}  ${category.padEnd(18)} ${titles.pass}`,
    columns,
    '             ',
  );

function article(
  { id, titles, category, weight, evidence, gate, why, rule, sources, recipes }: Shown,
  { columns, paint }: Look,
): string[] {
  return [
    paint('bold', wrap(`${id}: ${titles.pass}`, columns)),
    wrap(`${category}, ${gate ? gateWords(id) : `weight ${weight}`}`, columns),
    ...(evidence === null ? [] : [wrap(`Evidence ${evidence}: ${EVIDENCE_WORDS[evidence]}`, columns)]),
    '',
    wrap(why, columns),
    '',
    wrap(`Rule: ${rule}`, columns),
    wrap(`Fix: ${titles.action}.`, columns),
    ...(recipes.length === 0 ? [] : [wrap(`Recipes, with --platform: ${recipes.join(', ')}`, columns)]),
    '',
    ...sources.map((source) => wrap(source, columns)),
  ];
}
