/** What the server of a site answers to forms, searches, scripts and API calls; a pure function of the request. */
import { type BaseSite, wordsOf } from '../content.ts';
import type { Asked, Served } from '../site-variant.ts';
import type { ActFault } from './act-faults.ts';
import { type Acts, type FormSpec, formCode, foundCode } from './acts.ts';
import { answerApi } from './answer-api.ts';
import { FORM_HOST, fieldFaultOf, formFaultOf, formHtml, listItems, nameOf, tokenOf } from './render.ts';

const html = (title: string, main: string, status = 200): Served => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main></body></html>`,
});
const plain = (body: string, type = 'text/plain'): Served => ({
  status: 200,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
});
const NOT_FOUND = html('Not found', '<p>There is nothing at this address.</p>', 404);

/** Undefined where the address is none of these. */
export function answerAct(site: BaseSite, acts: Acts, fault: ActFault, asked: Asked): Served | undefined {
  const { path } = asked;
  const query = new URLSearchParams(asked.search ?? '');
  if (asked.origin === FORM_HOST) return framedForm(acts, fault, asked);
  if (path === '/search') {
    if (fault.search === 'gone' || fault.search === 'script' || fault.search === 'none') return NOT_FOUND;
    return html(`Search: ${escaped(query.get('q') ?? '')}`, hitsOf(site, query.get('q') ?? '', fault));
  }
  if (path === '/call/search' && fault.search === 'script') return plain(hitsOf(site, query.get('q') ?? '', fault));
  if (path === '/call/list' && (fault.list === 'more' || fault.list === 'scroll')) {
    const list = acts.lists.find(({ page }) => page === query.get('list'));
    return list === undefined ? NOT_FOUND : plain(listItems(list, Number(query.get('page'))));
  }
  if (path === '/call/figures' && fault.figures === 'script') {
    const rows = acts.figures.filter(({ page }) => page === query.get('page')).flatMap((table) => table.rows);
    const cells = rows.flatMap((row, at) => row.cells.map((value, column) => [`${at}-${column}`, value] as const));
    return plain(JSON.stringify(Object.fromEntries(cells)), 'application/json');
  }
  return answerForm(acts, fault, asked) ?? answerApi(acts, fault, asked);
}

const MOST_HITS = 8;

function hitsOf({ pages }: BaseSite, query: string, { search }: ActFault): string {
  const asked = wordsOf(query);
  const hits = pages
    .map((page) => {
      const title = new Set(wordsOf(page.title));
      const all = new Set([
        ...title,
        ...page.parts.flatMap(({ heading, paragraphs }) => wordsOf(`${heading} ${paragraphs.join(' ')}`)),
      ]);
      const isHit = asked.length > 0 && asked.every((word) => all.has(word));
      return { page, isHit, rank: asked.filter((word) => title.has(word)).length };
    })
    .filter(({ isHit }) => isHit && search !== 'nothing')
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST_HITS);
  if (hits.length === 0) return '<p>Nothing was found.</p>';
  return `<ol>${hits.map(({ page: { path, title } }) => `<li><a href="${path}">${title}</a>, hit ${foundCode(path)}</li>`).join('')}</ol>`;
}

function answerForm(acts: Acts, fault: ActFault, asked: Asked): Served | undefined {
  const byScript = asked.path.startsWith('/call/');
  const action = byScript ? asked.path.slice('/call'.length) : asked.path;
  const specs = acts.forms.filter((form) => form.action === action);
  const [first] = specs;
  if (first === undefined) return undefined;
  const kind = formFaultOf(first, fault);
  const isScripted = kind === 'script' || kind === 'divs';
  if (kind === 'gone' || kind === 'none' || kind === 'framed' || isScripted !== byScript) return NOT_FOUND;
  if (kind === 'forbidden') return html('Forbidden', '<p>This address is closed.</p>', 403);
  const isGet = kind === 'get';
  if ((asked.method ?? 'GET') !== (isGet ? 'GET' : 'POST')) return html('Not allowed', '<p>Send the form.</p>', 405);
  const sent = new URLSearchParams((isGet ? asked.search : asked.body) ?? '');
  const spec = specs.find(({ hidden = {} }) =>
    Object.entries(hidden).every(([name, value]) => sent.get(name) === value),
  );
  if (spec === undefined) return html('Not understood', '<p>The form was not complete.</p>', 400);
  if (kind === 'captcha' && (sent.get('h-captcha-response') ?? '') === '')
    return html('Not sent', '<p>Please show that you are human.</p>', 400);
  if (kind === 'token' && sent.get('token') !== tokenOf(spec))
    return html('Expired', '<p>Load the form again.</p>', 403);
  return thanksFor(spec, fault, sent, byScript);
}

function thanksFor(spec: FormSpec, fault: ActFault, sent: URLSearchParams, asText: boolean): Served {
  const values = spec.fields.map((field, at) => sent.get(nameOf(field, at, fieldFaultOf(spec, fault))) ?? '');
  if (values.includes('')) return html('Not understood', '<p>A field is empty.</p>', 400);
  const words = `Thank you. Your reference is ${formCode(spec, values)}.`;
  return asText ? plain(words) : html('Received', `<p>${words}</p>`);
}

/** The other host's side: the form, and its answer. */
function framedForm(acts: Acts, fault: ActFault, { path, method = 'GET', body = '' }: Asked): Served {
  const spec = acts.forms.find(({ id, action }) => path === `/${id}` || path === action);
  if (spec === undefined) return NOT_FOUND;
  if (method === 'POST') {
    const sent = new URLSearchParams(body);
    const own = acts.forms.find(
      ({ action, hidden = {} }) =>
        path === action && Object.entries(hidden).every(([name, value]) => sent.get(name) === value),
    );
    return own === undefined ? NOT_FOUND : thanksFor(own, fault, sent, false);
  }
  return html(spec.submit, formHtml(spec, fault.fields === undefined ? {} : { fields: fault.fields }));
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
