import { parseUrl, percentDecoded } from '../../../basics/parse-url.ts';
import { isPresent, type Probe } from '../../model/http.ts';
import type { IdentityFilesArtifact, Target } from '../../model/site.ts';
import type { Anchor, PageFacts } from '../../parse/html/page-facts.ts';
import { isObject, parseUntrustedJson, textOf } from '../../parse/json/json.ts';
import { type JsonLdNode, structuredNodes } from '../../parse/json/json-ld.ts';
import { registrableDomain } from '../../parse/url/registrable-domain.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from '../page/readable.ts';
import { identityDraft } from './drafts.ts';

const PASS_COUNT = 3;
const WARN_COUNT = 2;
/** Longer link texts are sentences or titles, in which such a word means nothing. */
const MAX_LINK_WORDS = 3;

export default defineCheck({
  id: 'S19',
  slug: 'site-identity',
  series: 'site',
  category: 'identity',
  titles: {
    pass: 'The home page says who runs the site',
    fail: 'The home page does not say who runs the site',
    action: 'Say on the home page who runs the site',
  },
  why: 'Before an agent recommends or quotes a site, it needs to know who runs it and what it offers.',
  rule: 'Looks for four signs on the home page: JSON-LD of an organization, person, website, product or application with name and url; a title; a link to who runs the site (about, contact, imprint); a link to what it offers (pricing, products, documentation, help, an archive, a portfolio, a program). Passes with three. Warns with two. Fails with fewer. security.txt and feeds are shown but do not count.',
  sources: ['https://schema.org/Organization', 'https://schema.org/WebSite', 'https://www.rfc-editor.org/rfc/rfc9116'],
  needs: ['target', 'home', 'identityFiles'],
  evaluate({ target, home, identityFiles }) {
    const read = readablePage(home);
    if (!read.isReadable) return read.outcome;
    const { facts, answer, evidence } = read;
    const title = facts.titles.find((text) => text.trim() !== '');
    const name = siteName(facts, title)?.toLowerCase();
    const leads = (words: ReadonlySet<string>) => leadsTo(facts.anchors, answer.finalUrl, words, name);
    const found = {
      'JSON-LD with name and url': hasIdentity(facts),
      'a title': title !== undefined,
      'a link to who runs it': leads(WHO) || hasMailLink(facts.anchors),
      'a link to what it offers': leads(WHAT),
    };
    const names = Object.entries(found);
    const present = names.filter(([, isThere]) => isThere).map(([name]) => name);
    const lacking = names.filter(([, isThere]) => !isThere).map(([name]) => name);
    const count = present.length;
    const shown = {
      ...evidence,
      measured: `${count} of ${names.length}`,
      threshold: `${PASS_COUNT} of ${names.length}`,
      examples: information(identityFiles, target),
    };
    const has = `The home page has ${count} of ${names.length} signs of what the site is and who runs it${count === 0 ? '' : `: ${present.join(', ')}`}.`;
    const message = lacking.length === 0 ? has : `${has} It lacks ${lacking.join(', ')}.`;
    if (count >= PASS_COUNT) return pass(message, shown);
    const finding = {
      howToFix:
        'Add Organization and WebSite JSON-LD with name, url and sameAs to the home page, give it a title, and link from it to About or Contact and to what it offers: Docs, Products, Pricing, or the archive of its articles.',
      evidence: {
        ...shown,
        ...(found['JSON-LD with name and url']
          ? {}
          : { draft: identityDraft(target.origin, siteName(facts, title) ?? new URL(target.origin).host) }),
      },
    };
    return count >= WARN_COUNT ? warn(message, finding) : fail(message, finding);
  },
});

const MAX_NAME = 200;
/** What themes put between the title of a page and the name of its site. */
const SEPARATOR = /\s[|·»–—-]\s/;

/** As the site names itself, else the title of its home page; a theme may repeat the name in that. */
function siteName({ metas }: PageFacts, title: string | undefined): string | undefined {
  const named = metas.find(({ key, content }) => key === 'og:site_name' && content.trim() !== '')?.content;
  const parts = new Set((title ?? '').slice(0, MAX_NAME).split(SEPARATOR));
  const [part] = parts;
  return (named ?? (parts.size === 1 ? part : title))?.trim().slice(0, MAX_NAME) || undefined;
}

/** Types of pages and their parts. Any other type with a name and url may identify the publisher or the product. */
const NO_IDENTITY =
  /(?:Page|Article|Posting|List|ListItem|Action|Object|Offer|Event|Rating|Review|Question|Answer|Place|Address|Point|Specification|Comment|Clip)$/;

/** Whether structured data says who or what the site is, by name and address. */
export function hasIdentity(facts: PageFacts): boolean {
  return structuredNodes(facts).some(
    (node) =>
      node.isSchemaOrg &&
      node.types.some((type) => !NO_IDENTITY.test(type.slice(0, 100))) &&
      textOf(node.properties.name) !== undefined &&
      hasUrl(node),
  );
}

const hasUrl = ({ properties: { url } }: JsonLdNode): boolean =>
  textOf(url) !== undefined || (isObject(url) && textOf(url['@id']) !== undefined);

/**
 * A link of the site (or of the same owner: docs.example.com) whose text or last path segment is one of the words. The name
 * of the site in a text ("About Acme Wiki") says nothing of where the link leads.
 */
function leadsTo(
  anchors: readonly Anchor[],
  homeUrl: string,
  words: ReadonlySet<string>,
  name: string | undefined,
): boolean {
  const site = registrableDomain(new URL(homeUrl).hostname);
  return anchors.some(({ url, text }) => {
    const target = url === undefined ? undefined : parseUrl(url);
    if (target === undefined || target.href === homeUrl || registrableDomain(target.hostname) !== site) return false;
    return isNamed(text, words, name) || segmentsOf(target).some((segment) => words.has(segment));
  });
}

function isNamed(text: string, words: ReadonlySet<string>, name: string | undefined): boolean {
  const lower = text.slice(0, 200).toLowerCase().trim();
  if (words.has(lower)) return true;
  const all = partsOf(lower);
  const own = partsOf(name ?? '');
  // A name of one word may be the very word that is looked for: "Docs".
  const parts = own.length > 1 ? partsOf(` ${all.join(' ')} `.replace(` ${own.join(' ')} `, ' ')) : all;
  return parts.length <= MAX_LINK_WORDS && parts.some((part) => words.has(part));
}

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');

/** Of the path, without endings, and the first label of the host (docs.example.com). */
function segmentsOf({ pathname, hostname }: URL): string[] {
  const segments = pathname.toLowerCase().split('/').map(percentDecoded);
  return [...segments.map((segment) => segment.replace(/\.[a-z]{2,5}$/, '')), hostname.split('.', 1)[0] ?? ''];
}

const hasMailLink = (anchors: readonly Anchor[]): boolean =>
  anchors.some(({ href }) => href?.slice(0, 7).toLowerCase() === 'mailto:');

function information({ securityTxt, feed }: IdentityFilesArtifact, { startedAt }: Target): string[] {
  return [
    `security.txt: ${securityTxtState(securityTxt, startedAt)}`,
    feed === undefined
      ? 'feed: none declared'
      : `feed: ${isPresent(feed) && looksLikeFeed(feed.text) ? 'declared and readable' : 'declared, but not readable'}`,
  ];
}

/** Contact and Expires are required (RFC 9116 section 2.5). */
function securityTxtState(probe: Probe, startedAt: string): string {
  if (!probe.answered) return probe.failure.code === 'robots' ? 'not asked for' : 'not known';
  if (!isPresent(probe)) return 'none';
  const { hasContact, expires } = expiryOf(probe.text);
  if (!hasContact) return 'without Contact';
  if (expires === undefined) return 'without a valid Expires';
  return expires > Date.parse(startedAt) ? 'valid' : 'expired';
}

/**
 * Words by which home pages link to what says who is behind a site, and what can be had from it, in the languages most
 * sites are written in. Compared with whole words of link texts and with path segments, lower-case.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split('|').map((word) => word.trim()));

const WHO = list(`
  about | about us | about-us | aboutus | company | our company | our story | our-story | team | our team | who we are |
  who-we-are | people | contact | contacts | contact us | contact-us | contactus | get in touch | imprint | impressum |
  legal notice | legal-notice | colophon | author | authors | credits | foundation | bugs | reporting bugs |
  über | über uns | über-uns | ueber-uns | uber-uns | wir über uns | kontakt | unternehmen | à propos | a-propos | apropos |
  qui sommes-nous | qui-sommes-nous | nous contacter | mentions légales | mentions-legales | acerca de | acerca-de |
  sobre nosotros | sobre-nosotros | quiénes somos | quienes-somos | contacto | contato | sobre | sobre nós | sobre-nos |
  quem somos | quem-somos | chi siamo | chi-siamo | contatti | over ons | over-ons | om oss | om-oss | om os | om-os |
  o nas | o-nas | о нас | контакты | 关于 | 关于我们 | 联系我们 | 联系 | 會社概要 | 会社概要 | 会社案内 | お問い合わせ | 運営会社 |
  회사소개 | 문의 | 문의하기`);

const WHAT = list(`
  pricing | prices | price list | plans | plans & pricing | plans and pricing | buy | shop | store | products | services |
  solutions | features | docs | documentation | doc | guide | guides | user guide | handbook | manual | manuals | reference |
  tutorial | tutorials | getting started | getting-started | get-started | quickstart | quick-start | quick start | install |
  installation | learn | help | help center | help-center | support | faq | faqs | wiki | api | api reference | developers |
  developer | menu | book | booking | courses | events | programme | archive | archives | articles | essays | posts |
  all posts | writing | portfolio | projects | publications | recipes | downloads | preise | tarife | produkte | dokumentation | hilfe | leistungen | angebot |
  tarifs | prix | produits | aide | guía | guías | precios | tarifas | productos | servicios | ayuda | documentación |
  documentación | preços | precos | produtos | serviços | servicos | ajuda | documentação | prezzi | prodotti | servizi |
  aiuto | documentazione | prijzen | producten | diensten | priser | produkter | tjänster | cennik | produkty | usługi |
  pomoc | цены | тарифы | документация | продукты | услуги | помощь | 价格 | 产品 | 服务 | 文档 | 帮助 | 料金 | 製品 | サービス |
  ドキュメント | ヘルプ | 가격 | 제품 | 서비스 | 문서 | 도움말`);

const MAX_CHARS = 2_000_000;
const PROLOGUE = 5000;

/** RSS 2.0 or 1.0, Atom (RFC 4287) or JSON Feed, by how it begins; its entries are not read. */
export function looksLikeFeed(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{')) {
    const { value } = parseUntrustedJson(start, MAX_CHARS);
    return isObject(value) && typeof value.version === 'string' && value.version.startsWith('https://jsonfeed.org/');
  }
  return start.startsWith('<') && /<(?:rss|feed|rdf:RDF)[\s>]/i.test(start.slice(0, PROLOGUE));
}

const MAX_SECURITY_TXT_CHARS = 32 * 1024;

/** The two required fields of a security.txt (RFC 9116 section 2.5): `expires` in milliseconds, undefined when invalid. */
export function expiryOf(text: string): { readonly hasContact: boolean; readonly expires: number | undefined } {
  let hasContact = false;
  let expires: number | undefined;
  for (const line of text.slice(0, MAX_SECURITY_TXT_CHARS).split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'contact') hasContact ||= value !== '';
    else if (name === 'expires') expires ??= Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value);
  }
  return { hasContact, expires };
}
