import type { SiteArtifacts } from '../model/artifacts.ts';
import { actions } from './actions.ts';
import { apiDescription } from './api-description.ts';
import { authDiscovery } from './auth-discovery.ts';
import type { GathererDefinition } from './define.ts';
import { linkTargets } from './link-targets.ts';
import { llmsLinks } from './llms-txt.ts';
import { mcpDiscovery } from './mcp-discovery.ts';
import { negativeControl } from './negative-control.ts';
import { negotiation } from './negotiation.ts';
import { sitemapLive } from './sitemap.ts';
import { uaParity } from './ua-parity.ts';
import { validators } from './validators.ts';
import { agentInstructions, identityFiles, usagePolicy, wellKnown } from './well-known.ts';

/**
 * Gatherers that run once all pages are read, in this order: each may need the ones before it, as well as the target,
 * robots.txt, host variants, sitemap, llms.txt, home page, crawl and traffic. Requests are limited, so gatherers that
 * can work with fewer come last: the comparisons of forms and of caching, then the links of llms.txt.
 */
export const GATHERERS: readonly GathererDefinition<keyof SiteArtifacts, keyof SiteArtifacts, keyof SiteArtifacts>[] = [
  negativeControl,
  uaParity,
  usagePolicy,
  identityFiles,
  wellKnown,
  apiDescription,
  mcpDiscovery,
  authDiscovery,
  actions,
  negotiation,
  validators,
  agentInstructions,
  linkTargets,
  sitemapLive,
  llmsLinks,
];
