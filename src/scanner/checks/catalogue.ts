import cellsFilled from './browser/cells-filled.ts';
import clickablesHaveRoles from './browser/clickables-have-roles.ts';
import firstScreenFree from './browser/first-screen-free.ts';
import formsFillable from './browser/forms-fillable.ts';
import listContinues from './browser/list-continues.ts';
import pageOpens from './browser/page-opens.ts';
import searchByKeyboard from './browser/search-by-keyboard.ts';
import snapshotSize from './browser/snapshot-size.ts';
import textBeforeScripts from './browser/text-before-scripts.ts';
import treeControlsNamed from './browser/tree-controls-named.ts';
import waysOn from './browser/ways-on.ts';
import webMcpTools from './browser/web-mcp-tools.ts';
import { SCAN_FAILURE, type Titles } from './define.ts';
import contentType from './llms-txt/content-type.ts';
import coverage from './llms-txt/coverage.ts';
import fencesAndMarkup from './llms-txt/fences-and-markup.ts';
import h1First from './llms-txt/h1-first.ts';
import linkDescriptions from './llms-txt/link-descriptions.ts';
import linkSyntax from './llms-txt/link-syntax.ts';
import linksAgentReadable from './llms-txt/links-agent-readable.ts';
import linksResolve from './llms-txt/links-resolve.ts';
import llmsFull from './llms-txt/llms-full.ts';
import optionalSection from './llms-txt/optional-section.ts';
import reachable from './llms-txt/reachable.ts';
import sections from './llms-txt/sections.ts';
import size from './llms-txt/size.ts';
import summary from './llms-txt/summary.ts';
import urlHygiene from './llms-txt/url-hygiene.ts';
import annotationsTruthful from './mcp/annotations-truthful.ts';
import authorizationDiscovery from './mcp/authorization-discovery.ts';
import behaviourAnnotations from './mcp/behaviour-annotations.ts';
import contextBudget from './mcp/context-budget.ts';
import errorHandling from './mcp/error-handling.ts';
import handshake from './mcp/handshake.ts';
import hiddenText from './mcp/hidden-text.ts';
import inputOutputSchemas from './mcp/input-output-schemas.ts';
import instructionInjection from './mcp/instruction-injection.ts';
import instructions from './mcp/instructions.ts';
import listingIntegrity from './mcp/listing-integrity.ts';
import outputSchemas from './mcp/output-schemas.ts';
import parameterDescriptions from './mcp/parameter-descriptions.ts';
import prompts from './mcp/prompts.ts';
import protocolRevision from './mcp/protocol-revision.ts';
import resources from './mcp/resources.ts';
import responsiveness from './mcp/responsiveness.ts';
import secureTransport from './mcp/secure-transport.ts';
import serverIdentity from './mcp/server-identity.ts';
import toolDescriptions from './mcp/tool-descriptions.ts';
import toolNames from './mcp/tool-names.ts';
import toolTitles from './mcp/tool-titles.ts';
import toolsDistinguishable from './mcp/tools-distinguishable.ts';
import usageGuidance from './mcp/usage-guidance.ts';
import wireConformance from './mcp/wire-conformance.ts';
import accessWall from './page/access-wall.ts';
import canonical from './page/canonical.ts';
import codeBlocks from './page/code-blocks.ts';
import contentSize from './page/content-size.ts';
import contentStart from './page/content-start.ts';
import controlsNamed from './page/controls-named.ts';
import figuresInHtml from './page/figures-in-html.ts';
import formsActionable from './page/forms-actionable.ts';
import freshness from './page/freshness.ts';
import headingOutline from './page/heading-outline.ts';
import hiddenAndTabbed from './page/hidden-and-tabbed.ts';
import httpOk from './page/http-ok.ts';
import indexingDirectives from './page/indexing-directives.ts';
import language from './page/language.ts';
import linksCrawlable from './page/links-crawlable.ts';
import mainContentLandmark from './page/main-content-landmark.ts';
import markdownDiscoverable from './page/markdown-discoverable.ts';
import markdownQuality from './page/markdown-quality.ts';
import markdownVersion from './page/markdown-version.ts';
import mediaAlternatives from './page/media-alternatives.ts';
import redirects from './page/redirects.ts';
import serverRendered from './page/server-rendered.ts';
import socialPreview from './page/social-preview.ts';
import structuredData from './page/structured-data.ts';
import textWithoutClicks from './page/text-without-clicks.ts';
import titleDescription from './page/title-description.ts';
import transferSize from './page/transfer-size.ts';
import wholeText from './page/whole-text.ts';
import agentCard from './site/agent-card.ts';
import agentInstructions from './site/agent-instructions.ts';
import agentPointers from './site/agent-pointers.ts';
import agentUaParity from './site/agent-ua-parity.ts';
import agentsBuy from './site/agents-buy.ts';
import agentsCallApi from './site/agents-call-api.ts';
import agentsPageLists from './site/agents-page-lists.ts';
import agentsReadFigures from './site/agents-read-figures.ts';
import agentsSearch from './site/agents-search.ts';
import agentsSendForms from './site/agents-send-forms.ts';
import agentsSignIn from './site/agents-sign-in.ts';
import agentsUseTools from './site/agents-use-tools.ts';
import apiDescription from './site/api-description.ts';
import authDiscovery from './site/auth-discovery.ts';
import cacheValidators from './site/cache-validators.ts';
import commerceProtocols from './site/commerce-protocols.ts';
import discoveryCoverage from './site/discovery-coverage.ts';
import httpsCanonicalHost from './site/https-canonical-host.ts';
import linkHeaders from './site/link-headers.ts';
import llmsTxtPresent from './site/llms-txt-present.ts';
import mcpDiscovery from './site/mcp-discovery.ts';
import negotiationCorrectness from './site/negotiation-correctness.ts';
import real404 from './site/real-404.ts';
import robotsAgentFiles from './site/robots-agent-files.ts';
import robotsSearchBots from './site/robots-search-bots.ts';
import robotsTxtValid from './site/robots-txt-valid.ts';
import robotsUserAgents from './site/robots-user-agents.ts';
import scanInterference from './site/scan-interference.ts';
import siteIdentity from './site/site-identity.ts';
import sitemapLastmod from './site/sitemap-lastmod.ts';
import sitemapLive from './site/sitemap-live.ts';
import sitemapValid from './site/sitemap-valid.ts';
import usagePolicy from './site/usage-policy.ts';

/** Every check, in the order in which results are shown. The order of a series is the order of its numbers. */
export const SITE_CHECKS = [
  robotsTxtValid,
  robotsUserAgents,
  robotsSearchBots,
  usagePolicy,
  robotsAgentFiles,
  agentUaParity,
  scanInterference,
  httpsCanonicalHost,
  real404,
  sitemapValid,
  sitemapLastmod,
  sitemapLive,
  llmsTxtPresent,
  agentPointers,
  linkHeaders,
  discoveryCoverage,
  negotiationCorrectness,
  cacheValidators,
  siteIdentity,
  apiDescription,
  authDiscovery,
  mcpDiscovery,
  agentCard,
  agentInstructions,
  commerceProtocols,
  agentsSearch,
  agentsSendForms,
  agentsPageLists,
  agentsReadFigures,
  agentsBuy,
  agentsCallApi,
  agentsUseTools,
  agentsSignIn,
] as const;
export const LLMS_TXT_CHECKS = [
  reachable,
  contentType,
  h1First,
  summary,
  sections,
  linkSyntax,
  linksResolve,
  linksAgentReadable,
  linkDescriptions,
  size,
  coverage,
  urlHygiene,
  optionalSection,
  fencesAndMarkup,
  llmsFull,
] as const;
export const PAGE_CHECKS = [
  httpOk,
  redirects,
  indexingDirectives,
  accessWall,
  serverRendered,
  transferSize,
  contentSize,
  contentStart,
  mainContentLandmark,
  headingOutline,
  titleDescription,
  canonical,
  language,
  structuredData,
  freshness,
  socialPreview,
  linksCrawlable,
  mediaAlternatives,
  controlsNamed,
  formsActionable,
  codeBlocks,
  markdownVersion,
  markdownDiscoverable,
  markdownQuality,
  hiddenAndTabbed,
  wholeText,
  textWithoutClicks,
  figuresInHtml,
] as const;

export const MCP_CHECKS = [
  handshake,
  protocolRevision,
  wireConformance,
  errorHandling,
  secureTransport,
  authorizationDiscovery,
  responsiveness,
  listingIntegrity,
  serverIdentity,
  instructions,
  toolNames,
  toolsDistinguishable,
  toolTitles,
  toolDescriptions,
  usageGuidance,
  parameterDescriptions,
  inputOutputSchemas,
  outputSchemas,
  behaviourAnnotations,
  annotationsTruthful,
  contextBudget,
  resources,
  prompts,
  hiddenText,
  instructionInjection,
] as const;

/** Run on each page that a real browser opened, if any. */
export const BROWSER_CHECKS = [
  pageOpens,
  textBeforeScripts,
  treeControlsNamed,
  clickablesHaveRoles,
  firstScreenFree,
  formsFillable,
  searchByKeyboard,
  listContinues,
  snapshotSize,
  webMcpTools,
  waysOn,
  cellsFilled,
] as const;
export type BrowserCheckId = (typeof BROWSER_CHECKS)[number]['id'];

/** The checks of a website scan. */
export const CATALOGUE = [...SITE_CHECKS, ...LLMS_TXT_CHECKS, ...PAGE_CHECKS] as const;
export type CheckId = (typeof CATALOGUE)[number]['id'];

/** The checks of both kinds of scan, and of what a browser sees. */
export const ALL_CHECKS = [...CATALOGUE, ...MCP_CHECKS, ...BROWSER_CHECKS] as const;
export type McpCheckId = (typeof MCP_CHECKS)[number]['id'];

const byId = new Map<string, { position: number; check: (typeof ALL_CHECKS)[number] }>(
  ALL_CHECKS.map((check, position) => [check.id, { position, check }]),
);

/** The texts that results show in addition to a check's record; undefined for an id that is not in the catalogue. */
export const wordsOf = (id: string) => (id === SCAN_FAILURE.id ? SCAN_FAILURE : byId.get(id)?.check);

/** How lists name a check; the id for one that is not in the catalogue. */
export const titlesOf = (id: string): Titles => wordsOf(id)?.titles ?? { pass: id, fail: id, action: id };

/** Sorts anything with a check id into catalogue order. */
export const catalogueOrder = (a: { readonly id: string }, b: { readonly id: string }): number =>
  (byId.get(a.id)?.position ?? Number.MAX_SAFE_INTEGER) - (byId.get(b.id)?.position ?? Number.MAX_SAFE_INTEGER);
