import type { ActFault } from './acting/act-faults.ts';

/** The changes to a base site. Shares choose the same pages in every variant. */
export interface Fault {
  readonly markdown?: 'twins' | 'negotiation';
  readonly llmsTxt?: 'whole' | 'stale';
  readonly cosmetics?: 'more' | 'less';
  readonly closedTo?: readonly string[];
  readonly closedShare?: number;
  readonly refused?: { readonly names: RegExp; readonly how: 'forbidden' | 'challenge' | 'thin' };
  readonly signIn?: number;
  readonly teaserWords?: number;
  readonly consent?: 'over' | 'instead';
  readonly dead?: number;
  /** Where dead pages are no longer named. */
  readonly deadLeftOutOf?: 'links' | 'sitemap';
  readonly brokenLinks?: number;
  readonly sitemap?: 'none' | 'stale' | 'half';
  /** `bare`: with link texts, but without descriptions. */
  readonly links?: 'none' | 'scripts' | 'vague' | 'bare';
  readonly noindex?: number;
  readonly canonicalHome?: boolean;
  readonly titles?: 'same';
  readonly shell?: number;
  readonly noscript?: boolean;
  readonly menuChars?: number;
  readonly plain?: boolean;
  readonly imagesOfText?: number;
  /** Images have alternative texts. */
  readonly altTexts?: boolean;
  readonly emptyPanels?: boolean;
  readonly framed?: boolean;
  readonly softNotFound?: boolean;
  /** A script renders the pages of the shell. */
  readonly shellRenders?: boolean;
  readonly acts?: ActFault;
}
export type Kind =
  | 'base'
  | 'better'
  | 'cosmetic'
  | 'access'
  | 'transport'
  | 'discovery'
  | 'content'
  | 'acting'
  | 'combined';
export interface Variant {
  readonly id: string;
  readonly kind: Kind;
  readonly fault: Fault;
}

export const ASSISTANTS = [
  'ChatGPT-User',
  'Claude-User',
  'Perplexity-User',
  'OAI-SearchBot',
  'MistralAI-User',
  'Google-Agent',
];
export const TRAINING = ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended'];
const AI = /ChatGPT-User|Claude-User|Perplexity|OAI-SearchBot/;
export const row = (id: string, kind: Kind, fault: Fault): Variant => ({ id, kind, fault });

export const VARIANTS: readonly Variant[] = [
  row('base', 'base', {}),
  row('markdown-twins', 'better', { markdown: 'twins' }),
  row('markdown-negotiated', 'better', { markdown: 'negotiation' }),
  row('llms-txt', 'better', { llmsTxt: 'whole' }),
  row('llms-txt-stale', 'better', { llmsTxt: 'stale' }),
  row('all-extras', 'better', { markdown: 'twins', llmsTxt: 'whole', cosmetics: 'more' }),
  row('more-cosmetics', 'cosmetic', { cosmetics: 'more' }),
  row('fewer-cosmetics', 'cosmetic', { cosmetics: 'less' }),
  row('robots-assistants', 'access', { closedTo: ASSISTANTS }),
  row('robots-one', 'access', { closedTo: ['Claude-User'] }),
  row('robots-training', 'access', { closedTo: TRAINING }),
  row('robots-half', 'access', { closedShare: 0.5 }),
  row('refused-ai', 'access', { refused: { names: AI, how: 'forbidden' } }),
  row('challenged-ai', 'access', { refused: { names: AI, how: 'challenge' } }),
  row('thin-for-ai', 'access', { refused: { names: AI, how: 'thin' } }),
  row('refused-one', 'access', { refused: { names: /Claude-User/, how: 'forbidden' } }),
  row('sign-in-everywhere', 'access', { signIn: 1 }),
  row('sign-in-half', 'access', { signIn: 0.5 }),
  row('teaser-60-words', 'access', { teaserWords: 60 }),
  row('consent-over', 'access', { consent: 'over' }),
  row('consent-instead', 'access', { consent: 'instead' }),
  row('dead-half', 'transport', { dead: 0.5 }),
  row('dead-fifth', 'transport', { dead: 0.2 }),
  row('links-half-broken', 'transport', { brokenLinks: 0.5 }),
  row('soft-not-found', 'transport', { softNotFound: true }),
  row('no-sitemap', 'discovery', { sitemap: 'none' }),
  row('sitemap-stale', 'discovery', { sitemap: 'stale' }),
  row('sitemap-half', 'discovery', { sitemap: 'half' }),
  row('links-none', 'discovery', { links: 'none' }),
  row('links-by-scripts', 'discovery', { links: 'scripts' }),
  row('nothing-leads-on', 'discovery', { links: 'none', sitemap: 'none' }),
  row('links-vague', 'discovery', { links: 'vague' }),
  row('noindex', 'discovery', { noindex: 1 }),
  row('canonical-home', 'discovery', { canonicalHome: true }),
  row('titles-same', 'discovery', { titles: 'same' }),
  row('shell', 'content', { shell: 1 }),
  row('shell-half', 'content', { shell: 0.5 }),
  row('shell-noscript', 'content', { shell: 1, noscript: true }),
  row('menu-60k', 'content', { menuChars: 60_000 }),
  row('menu-200k', 'content', { menuChars: 200_000 }),
  row('no-landmarks', 'content', { plain: true }),
  row('images-of-text', 'content', { imagesOfText: 1 }),
  row('images-of-half', 'content', { imagesOfText: 0.5 }),
  row('panels-by-scripts', 'content', { emptyPanels: true }),
  row('framed', 'content', { framed: true }),
  row('shell-and-extras', 'combined', { shell: 1, markdown: 'twins', llmsTxt: 'whole', cosmetics: 'more' }),
  row('shell-and-cosmetics', 'combined', { shell: 1, cosmetics: 'more' }),
  row('sign-in-and-cosmetics', 'combined', { signIn: 1, cosmetics: 'more' }),
  row('refused-and-extras', 'combined', {
    refused: { names: AI, how: 'forbidden' },
    markdown: 'twins',
    llmsTxt: 'whole',
    cosmetics: 'more',
  }),
  row('plain-menu-60k', 'combined', { plain: true, menuChars: 60_000 }),
  row('half-dead-unlisted', 'combined', { dead: 0.5, sitemap: 'none' }),
  row('only-llms-txt', 'combined', { links: 'none', sitemap: 'none', llmsTxt: 'whole' }),
];
