/** A base site under a fault, as a pure function of a request. */
import { answerAct } from './acting/answer.ts';
import { isLinked } from './acting/answer-api.ts';
import { belowText, formFaultOf, jsonLdOf, searchHtml } from './acting/render.ts';
import { type BasePage, type BaseSite, hashOf } from './content.ts';
import type { Fault } from './variants.ts';

export interface Asked {
  readonly path: string;
  readonly userAgent: string;
  readonly accept: string;
  readonly origin: string;
  /** '' or '?…'; readers ask without. */
  readonly search?: string | undefined;
  /** Default GET. */
  readonly method?: string | undefined;
  readonly body?: string | undefined;
  readonly apiKey?: string | undefined;
}
export interface Served {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export type Respond = (asked: Asked) => Served;

/** Pages that links, or the sitemap, name. */
const named = (site: BaseSite, fault: Fault, by: 'links' | 'sitemap'): readonly BasePage[] =>
  site.pages.filter(
    ({ path }) => !(fault.deadLeftOutOf === by && isIn(`dead${path}`, fault.dead)) && !isUnlinked(site, fault, path),
  );

const isUnlinked = ({ acts }: BaseSite, fault: Fault, path: string): boolean =>
  acts?.forms.some((form) => form.page === path && formFaultOf(form, fault.acts ?? {}) === 'unlinked') === true;

const isIn = (key: string, share: number | undefined): boolean =>
  share !== undefined && hashOf(key) % 100 < share * 100;
const html = (body: string, status = 200, headers = {}): Served => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: `<!doctype html>${body}`,
});
const text = (body: string, type = 'text/plain'): Served => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
});
const NOT_FOUND = html('<html lang="en"><title>Not found</title><h1>Not found</h1></html>', 404);
const SIGN_IN =
  '<html lang="en"><title>Sign in</title><main><h1>Sign in</h1><form action="/session" method="post"><label>Name <input name="n"></label><label>Password <input name="p" type="password"></label><button>Sign in</button></form></main></html>';
const CHALLENGE =
  '<html><title>Just a moment...</title><script>window._cf_chl_opt={}</script><h1>Checking your browser</h1><p>Enable JavaScript and cookies to continue</p></html>';

export function siteVariant(site: BaseSite, fault: Fault): Respond {
  const byPath = new Map(site.pages.map((page) => [page.path, page]));
  return (asked) => {
    const { path, userAgent, accept } = asked;
    const isFile = /^\/(?:robots\.txt|sitemap\.xml|llms\.txt)$/.test(path);
    if (fault.refused?.names.test(userAgent) === true && !isFile) return refusal(fault.refused.how, site);
    if (path === '/robots.txt') return text(robotsOf(site, fault, asked.origin));
    if (path === '/sitemap.xml' && fault.sitemap !== 'none')
      return text(sitemapOf(site, fault, asked.origin), 'application/xml');
    if (path === '/llms.txt' && fault.llmsTxt !== undefined) return text(llmsTxtOf(site, fault));
    const act =
      site.acts === undefined || fault.signIn === 1 ? undefined : answerAct(site, site.acts, fault.acts ?? {}, asked);
    if (act !== undefined) return act;
    if (fault.shellRenders === true && path === '/render.js')
      return text(rendererOf(site, fault, byPath, asked), 'text/javascript');
    const twin = fault.markdown === undefined ? undefined : byPath.get(path.replace(/\.md$/, ''));
    if (twin !== undefined && path.endsWith('.md')) return text(markdownOf(twin), 'text/markdown');
    const page = byPath.get(path);
    if (page === undefined && path !== '/') return fault.softNotFound === true ? html(softNotFound(site)) : NOT_FOUND;
    if (page !== undefined) {
      if (fault.acts?.list === 'gone' && asked.search !== undefined && asked.search !== '') return NOT_FOUND;
      if (isIn(`dead${path}`, fault.dead)) return NOT_FOUND;
      if (isIn(`in${path}`, fault.signIn)) return html(SIGN_IN);
      if (fault.markdown === 'negotiation' && /^text\/markdown/.test(accept))
        return {
          ...text(markdownOf(page), 'text/markdown'),
          headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept' },
        };
    }
    return html(documentOf(site, fault, page, asked), 200, fault.markdown === 'negotiation' ? { vary: 'Accept' } : {});
  };
}

function refusal(how: 'forbidden' | 'challenge' | 'thin', { brand }: BaseSite): Served {
  if (how === 'forbidden') return html('<title>Forbidden</title><h1>403 Forbidden</h1>', 403);
  if (how === 'challenge') return html(CHALLENGE);
  return html(
    `<html lang="en"><title>${brand}</title><main><h1>${brand}</h1><p>Please come with a browser.</p></main></html>`,
  );
}

const softNotFound = ({ brand }: BaseSite) =>
  `<html lang="en"><title>${brand}</title><main><h1>Nothing here</h1><p>The page may have moved.</p></main></html>`;

function robotsOf(site: BaseSite, { closedTo, closedShare, sitemap }: Fault, origin: string): string {
  const named =
    closedTo === undefined ? '' : `${closedTo.map((name) => `User-agent: ${name}`).join('\n')}\nDisallow: /\n\n`;
  const closed = site.pages
    .filter(({ path }) => isIn(`robots${path}`, closedShare))
    .map(({ path }) => `Disallow: ${path}$`);
  const map = sitemap === 'none' ? '' : `\nSitemap: ${origin}/sitemap.xml\n`;
  return `${named}User-agent: *\n${closed.length === 0 ? 'Allow: /' : closed.join('\n')}\n${map}`;
}

function sitemapOf(site: BaseSite, fault: Fault, origin: string): string {
  const pages = named(site, fault, 'sitemap').filter(({ path }) => fault.sitemap !== 'half' || isIn(`map${path}`, 0.5));
  const lastmod = fault.cosmetics === 'less' ? '' : '<lastmod>2026-10-01</lastmod>';
  const entries = pages.map(({ path }) => {
    const place = fault.sitemap === 'stale' && isIn(`map${path}`, 0.6) ? `${path}-2019` : path;
    return `<url><loc>${origin}${place}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/</loc></url>${entries.join('')}</urlset>`;
}

function llmsTxtOf(site: BaseSite, { llmsTxt, markdown }: Fault): string {
  const lines = site.pages.map(
    ({ path, title, description }) =>
      `- [${title}](${path}${llmsTxt === 'stale' ? '-2019' : markdown === undefined ? '' : '.md'}): ${description}`,
  );
  return `# ${site.brand}\n\n> ${site.about}\n\n## Pages\n\n${lines.join('\n')}\n`;
}

const markdownOf = ({ title, parts }: BasePage): string =>
  `# ${title}\n\n${parts.map(({ heading, paragraphs }) => `## ${heading}\n\n${paragraphs.join('\n\n')}`).join('\n\n')}\n`;

/** Puts the content into the shell. */
function rendererOf(site: BaseSite, fault: Fault, byPath: ReadonlyMap<string, BasePage>, asked: Asked): string {
  const query = new URLSearchParams(asked.search ?? '');
  const page = byPath.get(query.get('path') ?? '');
  const search = query.get('search') ?? '';
  const body = bodyOf(site, fault, page, { ...asked, search });
  return `document.getElementById('root').innerHTML=${JSON.stringify(body)}`;
}

function documentOf(site: BaseSite, fault: Fault, page: BasePage | undefined, asked: Asked): string {
  const { origin } = asked;
  const lang = fault.cosmetics === 'less' ? '' : ' lang="en"';
  const content = contentOf(site, fault, page, asked);
  const head = headOf(site, fault, page, origin);
  if (isIn(`shell${page?.path ?? '/'}`, fault.shell)) {
    const inside = fault.noscript === true ? `<noscript>${content}</noscript>` : '';
    const script =
      fault.shellRenders === true
        ? `/render.js?path=${encodeURIComponent(page?.path ?? '/')}&amp;search=${encodeURIComponent(asked.search ?? '')}`
        : '/app.js';
    return `<html${lang}><head>${head}</head><body><div id="root"></div>${inside}<script src="${script}"></script></body></html>`;
  }
  return `<html${lang}><head>${head}</head><body>${bodyOf(site, fault, page, asked)}</body></html>`;
}

function contentOf(site: BaseSite, fault: Fault, page: BasePage | undefined, { search, origin }: Asked): string {
  if (page === undefined) return homeOf(site, fault);
  const listPage = Number(new URLSearchParams(search ?? '').get('page') ?? 1);
  const below = site.acts === undefined ? '' : belowText(site.acts, fault.acts ?? {}, page.path, listPage, origin);
  return articleOf(page, fault) + below;
}

function bodyOf(site: BaseSite, fault: Fault, page: BasePage | undefined, asked: Asked): string {
  const content = contentOf(site, fault, page, asked);
  const dialog =
    fault.consent === undefined
      ? ''
      : '<div id="onetrust-consent-sdk" role="dialog" aria-modal="true"><p>We and our partners store information on your device. Choose what you allow.</p><button>Accept</button></div>';
  const tag = (name: string, inner: string) =>
    fault.plain === true ? `<div>${inner}</div>` : `<${name}>${inner}</${name}>`;
  const main = fault.consent === 'instead' ? '' : content;
  const menu = named(site, fault, 'links')
    .map((each) => `<li>${linkTo(each, fault)}</li>`)
    .join('');
  return (
    `${dialog}${tag('header', `<a href="/">${site.brand}</a>${site.acts === undefined ? '' : searchHtml(fault.acts ?? {})}`)}${fillerOf(fault.menuChars)}` +
    `${fault.links === 'none' ? '' : tag('nav', `<ul>${menu}</ul>`)}${tag('main', main)}${tag('footer', `<p>${site.brand}, the port office</p>`)}`
  );
}

function headOf(site: BaseSite, fault: Fault, page: BasePage | undefined, origin: string): string {
  const name = page === undefined || fault.titles === 'same' ? site.brand : `${page.title} - ${site.brand}`;
  const description = page?.description ?? site.about;
  const path = page?.path ?? '/';
  const parts = [`<meta charset="utf-8"><title>${name}</title><meta name="description" content="${description}">`];
  if (fault.cosmetics !== 'less')
    parts.push(`<link rel="canonical" href="${origin}${fault.canonicalHome === true ? '/' : path}">`);
  if (fault.cosmetics === 'more')
    parts.push(`<meta property="og:title" content="${name}"><meta property="og:description" content="${description}">`);
  if (page !== undefined && isIn(`index${path}`, fault.noindex)) parts.push('<meta name="robots" content="noindex">');
  if (page !== undefined && fault.markdown === 'twins')
    parts.push(`<link rel="alternate" type="text/markdown" href="${path}.md">`);
  const acts = fault.acts ?? {};
  if (site.acts?.apiPage !== undefined && isLinked(acts))
    parts.push('<link rel="service-desc" type="application/json" href="/openapi.json">');
  parts.push(...(site.acts?.products ?? []).filter((each) => each.page === path).map((each) => jsonLdOf(each, acts)));
  return parts.join('');
}

const homeOf = (site: BaseSite, fault: Fault): string =>
  `<h1>${site.brand}</h1><p>${site.about} The list below names every page and what it is about.</p>` +
  (fault.links === 'none'
    ? ''
    : `<ul>${named(site, fault, 'links')
        .map(
          (page) =>
            `<li>${linkTo(page, fault)}${fault.links === 'vague' || fault.links === 'bare' ? '' : ` ${page.description}`}</li>`,
        )
        .join('')}</ul>`);

function linkTo({ path, title }: BasePage, { links, brokenLinks }: Fault): string {
  if (links === 'scripts') return `<span onclick="location.href='${path}'">${title}</span>`;
  const words = links === 'vague' ? 'Read more' : title;
  return `<a href="${path}${isIn(`link${path}`, brokenLinks) ? '-moved' : ''}">${words}</a>`;
}

function articleOf(page: BasePage, fault: Fault): string {
  const { title, path, parts } = page;
  if (fault.framed === true) return `<h1>${title}</h1><iframe src="/frame${path}" title="Text"></iframe>`;
  if (fault.teaserWords !== undefined) {
    const words = parts
      .flatMap(({ paragraphs }) => paragraphs)
      .join(' ')
      .split(' ')
      .slice(0, fault.teaserWords);
    return `<h1>${title}</h1><p>${words.join(' ')}…</p><p>Subscribe to read on.</p>`;
  }
  const shown = parts.map(({ heading, paragraphs }, part) => {
    const body = paragraphs.map((words, at) =>
      isIn(`${path}${part}/${at}`, fault.imagesOfText)
        ? `<p><img src="/i/${part}-${at}.png"${fault.altTexts === true ? ` alt="${words}"` : ''}></p>`
        : `<p>${words}</p>`,
    );
    if (fault.emptyPanels === true && part > 0) return `<div role="tabpanel" id="panel-${part}"></div>`;
    return `<h2>${heading}</h2>${body.join('')}`;
  });
  return `<h1>${title}</h1>${shown.join('')}`;
}

function fillerOf(chars: number | undefined): string {
  if (chars === undefined) return '';
  const items: string[] = [];
  for (let length = 0, at = 0; length < chars; at += 1) {
    const item = `<li><a href="#s${at}">Service ${hashOf(`service${at}`) % 1000} of department ${at}</a></li>`;
    items.push(item);
    length += item.length;
  }
  return `<ul>${items.join('')}</ul>`;
}
