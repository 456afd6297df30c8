/**
 * What gatherers collect and checks read. One gatherer a field, in gather/. Artifacts are plain data: they can be written as
 * literals in a test and sent to a worker.
 */

import type { ActionsArtifact } from './actions.ts';
import type { BrowserPage } from './browser.ts';
import type { Answer } from './http.ts';
import type { LlmsLinksArtifact, LlmsTxtArtifact } from './llms-txt.ts';
import type { McpArtifacts } from './mcp.ts';
import type { AccessibilityAudit, AddressesArtifact, CrawlArtifact, PageArtifact, PageDigest } from './page.ts';
import type {
  AgentInstructionsArtifact,
  ApiDescriptionArtifact,
  AuthDiscoveryArtifact,
  ControlAnswer,
  HostVariantsArtifact,
  IdentityFilesArtifact,
  LinkTargetsArtifact,
  McpDiscoveryArtifact,
  NegotiationArtifact,
  RobotsArtifact,
  SitemapArtifact,
  SitemapLiveArtifact,
  Target,
  TrafficArtifact,
  UaParityArtifact,
  UsagePolicyArtifact,
  ValidatorsArtifact,
  WellKnownArtifact,
} from './site.ts';

/** What site and llms.txt checks can ask for. A gatherer that throws leaves its field out: `error` for who needs it. */
export interface SiteArtifacts {
  readonly target: Target;
  readonly robotsTxt: RobotsArtifact;
  /** The page at the root of the scan, with its facts; undefined `facts` when it is no readable HTML. */
  readonly home: PageArtifact;
  readonly negativeControl: readonly ControlAnswer[];
  readonly sitemap: SitemapArtifact;
  readonly llmsTxt: LlmsTxtArtifact;
  readonly llmsLinks: LlmsLinksArtifact;
  readonly uaParity: UaParityArtifact;
  readonly hostVariants: HostVariantsArtifact;
  readonly traffic: TrafficArtifact;
  readonly crawl: CrawlArtifact;
  readonly addresses: AddressesArtifact;
  /** The answers of the first three readable pages, in scan order. */
  readonly firstAnswers: readonly Answer[];
  readonly usagePolicy: UsagePolicyArtifact;
  readonly sitemapLive: SitemapLiveArtifact;
  readonly linkTargets: LinkTargetsArtifact;
  readonly negotiation: NegotiationArtifact;
  readonly validators: ValidatorsArtifact;
  readonly identityFiles: IdentityFilesArtifact;
  readonly wellKnown: WellKnownArtifact;
  readonly apiDescription: ApiDescriptionArtifact;
  readonly mcpDiscovery: McpDiscoveryArtifact;
  readonly authDiscovery: AuthDiscoveryArtifact;
  readonly agentInstructions: AgentInstructionsArtifact;
  readonly actions: ActionsArtifact;
}

/**
 * What page checks can ask for. `page` is known while the page is read; the others, but for `target`, only when all
 * pages are, so a check needs either the one or some of the others (catalogue.test.ts holds this).
 */
export interface PageArtifacts {
  readonly page: PageArtifact;
  readonly digest: PageDigest;
  readonly crawl: CrawlArtifact;
  readonly addresses: AddressesArtifact;
  readonly accessibility: AccessibilityAudit;
  readonly target: Target;
}

/** What browser checks can ask for: one page as a real browser showed it. */
export interface BrowserArtifacts {
  readonly seen: BrowserPage;
}

export interface ArtifactsOf {
  readonly site: SiteArtifacts;
  readonly llmsTxt: SiteArtifacts;
  readonly page: PageArtifacts;
  readonly mcp: McpArtifacts;
  readonly browser: BrowserArtifacts;
}
