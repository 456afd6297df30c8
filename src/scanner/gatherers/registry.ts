import type { SiteArtifacts } from '../artifacts.ts';
import type { GathererDefinition } from '../define-gatherer.ts';
import { hostVariants } from './host-variants.ts';
import { linkTargets } from './link-targets.ts';
import { llmsLinks } from './llms-links.ts';
import { negativeControl } from './negative-control.ts';
import { negotiation } from './negotiation.ts';
import { sitemapLive } from './sitemap-live.ts';
import { uaParity } from './ua-parity.ts';
import { usagePolicy } from './usage-policy.ts';
import { validators } from './validators.ts';

/**
 * What is gathered once all pages are read, in this order: each may need what stands before it, beside the target,
 * robots.txt, sitemap, llms.txt, home page, crawl and traffic.
 */
export const GATHERERS: readonly GathererDefinition<keyof SiteArtifacts, keyof SiteArtifacts>[] = [
  negativeControl,
  hostVariants,
  llmsLinks,
  uaParity,
  usagePolicy,
  sitemapLive,
  linkTargets,
  negotiation,
  validators,
];
