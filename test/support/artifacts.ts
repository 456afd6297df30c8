/** Literal artifacts for check tests: a healthy small site, to be changed one field at a time. */

import type { SiteArtifacts } from '../../src/scanner/model/artifacts.ts';
import type { Probe } from '../../src/scanner/model/http.ts';
import type { LlmsTxtArtifact } from '../../src/scanner/model/llms-txt.ts';
import type { PageArtifact, PageDigest } from '../../src/scanner/model/page.ts';
import { NO_DEAD_LINKS } from '../../src/scanner/model/page.ts';
import type { Outcome } from '../../src/scanner/model/result.ts';
import type { RobotsArtifact, WellKnownArtifact } from '../../src/scanner/model/site.ts';
import type { PageActions } from '../../src/scanner/parse/html/actions/page-actions.ts';
import { linkFacts } from '../../src/scanner/parse/html/links.ts';
import type { ControlFacts, PageFacts } from '../../src/scanner/parse/html/page-facts.ts';

export const ORIGIN = 'https://site.example';

type Answered = Extract<Probe, { answered: true }>;

/** An answered probe: 200 text/plain by default. `path` may be a whole URL. */
export function answered(path: string, overrides: Partial<Answered> = {}): Answered {
  const url = new URL(path, ORIGIN).href;
  const text = overrides.text ?? '';
  return {
    answered: true,
    url,
    finalUrl: url,
    status: 200,
    hops: [],
    headers: {},
    contentType: 'text/plain',
    text,
    bodyBytes: Buffer.byteLength(text),
    validUtf8: true,
    isHtml: false,
    isControl: false,
    ...overrides,
  };
}

export const notFound = (path: string): Answered =>
  answered(path, { status: 404, contentType: 'text/html', isHtml: true, text: '<!doctype html><h1>Not found</h1>' });

export function unanswered(path: string, code: 'timeout' | 'dns' | 'reset' = 'timeout'): Probe {
  return {
    answered: false,
    url: new URL(path, ORIGIN).href,
    hops: [],
    failure: { code, message: 'no answer within 10 s' },
  };
}

export const robots = (
  overrides: Partial<NonNullable<RobotsArtifact['rules']>> = {},
  probe: Partial<Answered> = {},
): RobotsArtifact => ({
  probe: answered('/robots.txt', { text: 'User-agent: *\nAllow: /\n', ...probe }),
  rules: {
    groups: [{ agents: ['*'], rules: [{ allow: true, pattern: '/', line: 2 }], crawlDelaySeconds: undefined }],
    sitemaps: [`${ORIGIN}/sitemap.xml`],
    directives: [],
    comments: [],
    unknownLines: [],
    ...overrides,
  },
});

export const noLlmsTxt: LlmsTxtArtifact = {
  file: undefined,
  candidates: [notFound('/llms.txt')],
  full: notFound('/llms-full.txt'),
};

export function digest(path: string, overrides: Partial<PageDigest> = {}): PageDigest {
  const url = new URL(path, ORIGIN).href;
  return {
    url,
    finalUrl: url,
    status: 200,
    foundBy: 'link',
    inSitemap: true,
    inLlmsTxt: false,
    isLinked: true,
    title: `Title of ${path}`,
    description: `A description of ${path} that is long enough to tell an agent what it will find there.`,
    canonicals: [{ href: url, url }],
    noindex: false,
    lang: 'en',
    hreflangs: [],
    contentHash: path,
    readable: 'yes',
    llmsTxtPointer: undefined,
    markdown: undefined,
    hints: [],
    apiDescriptions: [],
    controls: controlFacts(),
    links: linkFacts(facts(), url),
    deadLinks: NO_DEAD_LINKS,
    ...overrides,
  };
}

/** Twenty controls, by default without faults. */
export const controlFacts = (
  faults: Partial<ControlFacts['faults']> = {},
  rest: Partial<Omit<ControlFacts, 'faults'>> = {},
): ControlFacts => ({
  checked: 20,
  faults: {
    unnamedButtons: 0,
    unnamedFields: 0,
    unnamedLinks: 0,
    untitledFrames: 0,
    positiveTabindexes: 0,
    brokenReferences: 0,
    zoomDisabled: 0,
    ...faults,
  },
  emptyNames: 0,
  examples: [],
  ...rest,
});

/** A page that lets people do nothing but read. */
const NO_ACTIONS: PageActions = {
  forms: [],
  frames: [],
  elsewhere: undefined,
  formService: undefined,
  scriptedForm: undefined,
  scriptedSearch: undefined,
  controls: [],
  further: [],
  count: undefined,
  isEndless: false,
  figures: [],
  amounts: [],
  product: undefined,
  cartLinks: [],
  calls: [],
  searchTemplate: undefined,
  openSearch: undefined,
  registersTools: false,
  isSignIn: false,
  tellsOfKeys: false,
  hasContact: false,
  hasScripts: false,
};

/** Nothing shows that text is missing. */
const NOTHING_MISSING: PageFacts['missing'] = {
  carried: {},
  marks: {
    hasScripts: false,
    containers: 0,
    emptySections: 0,
    fragments: 0,
    placeholders: 0,
    panels: { empty: 0, filled: 0 },
    canvases: 0,
    frames: 0,
    pictures: 0,
    depictions: 0,
    example: '',
  },
  figures: { count: 0, labels: [] },
  more: { items: 0, text: 0, example: '', counts: undefined, hasPages: false },
  spoiled: { reversed: 0, scattered: 0, mapped: 0 },
  ending: undefined,
  promisedWords: undefined,
  saysGone: false,
};

export function facts(overrides: Partial<PageFacts> = {}): PageFacts {
  return {
    missing: NOTHING_MISSING,
    charset: { header: 'utf-8', meta: undefined, isLate: false, mark: undefined },
    htmlLang: 'en',
    titles: ['A title'],
    metas: [],
    headLinks: [],
    jsonLd: [],
    items: [],
    headings: [{ level: 1, text: 'A heading', wordsAfter: 120, inChrome: false, isLink: false }],
    anchors: [],
    mainText: {
      charCount: 2000,
      wordCount: 320,
      ariaHiddenWords: 0,
      wordsOutsideLinkLists: 300,
      wordsInForms: 0,
      start: 'Some text.',
      hash: 'hash',
      longParagraphs: 8,
      mainParagraphs: 8,
    },
    bodyWordCount: 400,
    bodyCharCount: 2600,
    mainFields: { search: 0, other: 0 },
    spaMarker: undefined,
    apiViewer: undefined,
    noscriptText: '',
    markdownCharCount: 3000,
    contentStart: { charOffset: 200 },
    llmsTxtMention: undefined,
    landmarks: { mains: 1, articles: 0, mainWords: 320, articleWords: 0 },
    dates: { times: [], modified: [], published: [] },
    images: { total: 0, withoutAlt: 0, mute: 0, examples: [] },
    tables: { data: 0, withoutHeaders: 0, bulkCharCount: 0 },
    bulkTextCharCount: 0,
    forms: [],
    registersTools: false,
    codeBlocks: { total: 0, withoutLanguage: 0 },
    panels: { count: 0, charCount: 0 },
    hiddenInstruction: undefined,
    redirectScript: { metaRefresh: undefined, assignsLocation: false },
    accessWall: { passwordInputs: 0, consentContainer: undefined, blockingDialog: false, asksFirst: undefined },
    controls: controlFacts(),
    structure: ['main', 'nav'],
    elementCount: 300,
    actions: NO_ACTIONS,
    ...overrides,
  };
}

export function page(
  path: string,
  overrides: Partial<Omit<PageArtifact, 'facts'>> & { facts?: Partial<PageFacts>; answer?: Partial<Answered> } = {},
): PageArtifact {
  const url = new URL(path, ORIGIN).href;
  const { facts: factOverrides, answer, ...rest } = overrides;
  return {
    url,
    foundBy: 'link',
    inSitemap: true,
    sitemapLastmod: undefined,
    inLlmsTxt: false,
    response: {
      answered: true,
      answer: {
        url,
        finalUrl: url,
        status: 200,
        hops: [],
        headers: {},
        contentType: 'text/html',
        ...answer,
      },
      bodyBytes: 8000,
      challenge: undefined,
    },
    facts: facts(factOverrides),
    markdown: { tried: true, attempts: [] },
    ...rest,
  };
}

/** The files asked for on every site, none of which is there, but for those given. */
export const wellKnown = (files: Partial<WellKnownArtifact['files']> = {}): WellKnownArtifact => ({
  files: {
    apiCatalog: notFound('/.well-known/api-catalog'),
    aiCatalog: notFound('/.well-known/ai-catalog.json'),
    mcpServerCard: notFound('/.well-known/mcp/server-card.json'),
    agentCard: notFound('/.well-known/agent-card.json'),
    legacyAgentCard: undefined,
    skillsIndex: notFound('/.well-known/agent-skills/index.json'),
    legacySkillsIndex: undefined,
    agentsMd: notFound('/AGENTS.md'),
    aiPlugin: undefined,
    ucp: undefined,
    acp: undefined,
    ...files,
  },
});

/** All site artifacts of a healthy one-page site. */
export function site(overrides: Partial<SiteArtifacts> = {}): SiteArtifacts {
  return {
    target: {
      rootUrl: `${ORIGIN}/`,
      finalUrl: `${ORIGIN}/`,
      origin: ORIGIN,
      scope: `${ORIGIN}/`,
      isPrivateHost: false,
      status: 200,
      startedAt: '2026-06-01T12:00:00.000Z',
    },
    robotsTxt: robots(),
    home: page('/', { foundBy: 'root' }),
    negativeControl: [],
    sitemap: {
      foundBy: 'robots',
      files: [
        {
          url: `${ORIGIN}/sitemap.xml`,
          finalUrl: `${ORIGIN}/sitemap.xml`,
          status: 200,
          kind: 'urlset',
          entryCount: 1,
          bodyBytes: 300,
          problem: undefined,
          caching: undefined,
        },
      ],
      entries: [{ url: `${ORIGIN}/`, lastmod: '2026-01-01' }],
      unreadCount: 0,
      foreignCount: 0,
      invalidCount: 0,
      markdownUrls: [],
      tried: [],
    },
    llmsTxt: noLlmsTxt,
    llmsLinks: { linkCount: 0, sample: [], nested: [] },
    actions: { offers: [], more: 0 },
    uaParity: { fetches: [] },
    hostVariants: { variants: [] },
    traffic: { pageRequests: 10, blocked: [] },
    crawl: { pages: [digest('/', { foundBy: 'root' })], pagesDiscovered: 1 },
    addresses: { aliases: [], deadLinks: [] },
    firstAnswers: [],
    usagePolicy: { rsl: [], tdmRep: notFound('/.well-known/tdmrep.json') },
    sitemapLive: { sample: [] },
    linkTargets: { links: [] },
    negotiation: { answers: [] },
    validators: { revalidations: [] },
    identityFiles: { securityTxt: notFound('/.well-known/security.txt'), feed: undefined },
    wellKnown: wellKnown(),
    apiDescription: { catalog: 'absent', descriptions: [] },
    mcpDiscovery: { card: undefined, remote: undefined },
    authDiscovery: { resource: undefined, server: undefined, hasAuthMd: undefined },
    agentInstructions: { skillDigest: undefined },
    ...overrides,
  };
}

/** One row of a table-driven check test: artifacts in, status (and credit, where the rule names one) out. */
export interface CheckCase<Artifacts> {
  readonly when: string;
  readonly given: Artifacts;
  readonly expect: Outcome['status'];
  readonly credit?: number;
  /** Something the message must say. */
  readonly says?: RegExp;
}
