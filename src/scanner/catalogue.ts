import contentType from './checks/llms-txt/content-type.ts';
import coverage from './checks/llms-txt/coverage.ts';
import fencesAndMarkup from './checks/llms-txt/fences-and-markup.ts';
import h1First from './checks/llms-txt/h1-first.ts';
import linkDescriptions from './checks/llms-txt/link-descriptions.ts';
import linkSyntax from './checks/llms-txt/link-syntax.ts';
import linksAgentReadable from './checks/llms-txt/links-agent-readable.ts';
import linksResolve from './checks/llms-txt/links-resolve.ts';
import llmsFull from './checks/llms-txt/llms-full.ts';
import optionalSection from './checks/llms-txt/optional-section.ts';
import reachable from './checks/llms-txt/reachable.ts';
import sections from './checks/llms-txt/sections.ts';
import size from './checks/llms-txt/size.ts';
import summary from './checks/llms-txt/summary.ts';
import urlHygiene from './checks/llms-txt/url-hygiene.ts';
import annotationsTruthful from './checks/mcp/annotations-truthful.ts';
import authorizationDiscovery from './checks/mcp/authorization-discovery.ts';
import behaviourAnnotations from './checks/mcp/behaviour-annotations.ts';
import contextBudget from './checks/mcp/context-budget.ts';
import errorHandling from './checks/mcp/error-handling.ts';
import handshake from './checks/mcp/handshake.ts';
import hiddenText from './checks/mcp/hidden-text.ts';
import inputOutputSchemas from './checks/mcp/input-output-schemas.ts';
import instructionInjection from './checks/mcp/instruction-injection.ts';
import instructions from './checks/mcp/instructions.ts';
import listingIntegrity from './checks/mcp/listing-integrity.ts';
import outputSchemas from './checks/mcp/output-schemas.ts';
import parameterDescriptions from './checks/mcp/parameter-descriptions.ts';
import prompts from './checks/mcp/prompts.ts';
import protocolRevision from './checks/mcp/protocol-revision.ts';
import resources from './checks/mcp/resources.ts';
import responsiveness from './checks/mcp/responsiveness.ts';
import secureTransport from './checks/mcp/secure-transport.ts';
import serverIdentity from './checks/mcp/server-identity.ts';
import toolDescriptions from './checks/mcp/tool-descriptions.ts';
import toolNames from './checks/mcp/tool-names.ts';
import toolTitles from './checks/mcp/tool-titles.ts';
import toolsDistinguishable from './checks/mcp/tools-distinguishable.ts';
import usageGuidance from './checks/mcp/usage-guidance.ts';
import wireConformance from './checks/mcp/wire-conformance.ts';
import accessWall from './checks/page/access-wall.ts';
import canonical from './checks/page/canonical.ts';
import codeBlocks from './checks/page/code-blocks.ts';
import contentSize from './checks/page/content-size.ts';
import contentStart from './checks/page/content-start.ts';
import controlsNamed from './checks/page/controls-named.ts';
import formsActionable from './checks/page/forms-actionable.ts';
import freshness from './checks/page/freshness.ts';
import headingOutline from './checks/page/heading-outline.ts';
import hiddenAndTabbed from './checks/page/hidden-and-tabbed.ts';
import httpOk from './checks/page/http-ok.ts';
import indexingDirectives from './checks/page/indexing-directives.ts';
import language from './checks/page/language.ts';
import linksCrawlable from './checks/page/links-crawlable.ts';
import mainContentLandmark from './checks/page/main-content-landmark.ts';
import markdownDiscoverable from './checks/page/markdown-discoverable.ts';
import markdownQuality from './checks/page/markdown-quality.ts';
import markdownVersion from './checks/page/markdown-version.ts';
import mediaAlternatives from './checks/page/media-alternatives.ts';
import redirects from './checks/page/redirects.ts';
import serverRendered from './checks/page/server-rendered.ts';
import socialPreview from './checks/page/social-preview.ts';
import structuredData from './checks/page/structured-data.ts';
import titleDescription from './checks/page/title-description.ts';
import transferSize from './checks/page/transfer-size.ts';
import agentCard from './checks/site/agent-card.ts';
import agentInstructions from './checks/site/agent-instructions.ts';
import agentPointers from './checks/site/agent-pointers.ts';
import agentUaParity from './checks/site/agent-ua-parity.ts';
import apiDescription from './checks/site/api-description.ts';
import authDiscovery from './checks/site/auth-discovery.ts';
import cacheValidators from './checks/site/cache-validators.ts';
import commerceProtocols from './checks/site/commerce-protocols.ts';
import discoveryCoverage from './checks/site/discovery-coverage.ts';
import httpsCanonicalHost from './checks/site/https-canonical-host.ts';
import linkHeaders from './checks/site/link-headers.ts';
import llmsTxtPresent from './checks/site/llms-txt-present.ts';
import mcpDiscovery from './checks/site/mcp-discovery.ts';
import negotiationCorrectness from './checks/site/negotiation-correctness.ts';
import real404 from './checks/site/real-404.ts';
import robotsAgentFiles from './checks/site/robots-agent-files.ts';
import robotsSearchBots from './checks/site/robots-search-bots.ts';
import robotsTxtValid from './checks/site/robots-txt-valid.ts';
import robotsUserAgents from './checks/site/robots-user-agents.ts';
import scanInterference from './checks/site/scan-interference.ts';
import siteIdentity from './checks/site/site-identity.ts';
import sitemapLastmod from './checks/site/sitemap-lastmod.ts';
import sitemapLive from './checks/site/sitemap-live.ts';
import sitemapValid from './checks/site/sitemap-valid.ts';
import usagePolicy from './checks/site/usage-policy.ts';
import { SCAN_FAILURE } from './scan-failure.ts';

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

/** The checks of a website scan. */
export const CATALOGUE = [...SITE_CHECKS, ...LLMS_TXT_CHECKS, ...PAGE_CHECKS] as const;
export type CheckId = (typeof CATALOGUE)[number]['id'];

/** The checks of both kinds of scan. */
export const ALL_CHECKS = [...CATALOGUE, ...MCP_CHECKS] as const;
export type McpCheckId = (typeof MCP_CHECKS)[number]['id'];

const byId = new Map<string, { position: number; check: (typeof ALL_CHECKS)[number] }>(
  ALL_CHECKS.map((check, position) => [check.id, { position, check }]),
);

/** What results show of a check beside its record; undefined for an id that is not in the catalogue. */
export const wordsOf = (id: string) => (id === SCAN_FAILURE.id ? SCAN_FAILURE : byId.get(id)?.check);

/** Sorts anything with a check id into catalogue order. */
export const catalogueOrder = (a: { readonly id: string }, b: { readonly id: string }): number =>
  (byId.get(a.id)?.position ?? Number.MAX_SAFE_INTEGER) - (byId.get(b.id)?.position ?? Number.MAX_SAFE_INTEGER);
