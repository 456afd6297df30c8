/** The HTML of what a site offers to do, whole or as a variant breaks it. */
import type { ActFault, FieldFault, FormFault } from './act-faults.ts';
import {
  type Acts,
  codeOf,
  type Field,
  type FigureTable,
  type FormSpec,
  type ListSpec,
  listCode,
  type Product,
} from './acts.ts';

/** The host of forms that stand in a frame. */
export const FORM_HOST = 'https://forms.formhost.example';

export const formFaultOf = ({ kind }: FormSpec, acts: ActFault): FormFault | undefined =>
  kind === 'form' ? acts.form : kind === 'account' ? acts.account : acts.cart;
export const fieldFaultOf = ({ kind }: FormSpec, acts: ActFault): FieldFault | undefined =>
  kind === 'account' ? (acts.accountFields ?? acts.fields) : acts.fields;

const MEANINGLESS = new Set<FieldFault | undefined>(['bare', 'beside']);
export const nameOf = (field: Field, at: number, fault: FieldFault | undefined): string =>
  MEANINGLESS.has(fault) ? `f${at + 1}` : field.name;

function fieldHtml(field: Field, at: number, fault: FieldFault | undefined): string {
  const name = nameOf(field, at, fault);
  const id = `i-${name}-${at}`;
  const [labelled, named] = [fault === undefined, fault === 'placeholder' || fault === 'aria'];
  const attribute = named ? ` ${fault === 'aria' ? 'aria-label' : 'placeholder'}="${field.label}"` : '';
  const type = MEANINGLESS.has(fault) ? 'text' : field.type;
  const common = `id="${id}" name="${name}"${attribute} required`;
  const options = (field.options ?? []).map((option) => `<option>${option}</option>`).join('');
  const control =
    field.type === 'select'
      ? `<select id="${id}" name="${name}"${named ? ` aria-label="${field.label}"` : ''}>${options}</select>`
      : field.type === 'textarea'
        ? `<textarea ${common}></textarea>`
        : `<input type="${type}" ${common}>`;
  const words = labelled
    ? `<label for="${id}">${field.label}</label> `
    : fault === 'beside'
      ? `<span>${field.label}</span> `
      : '';
  return `<p>${words}${control}</p>`;
}

export const tokenOf = ({ id }: FormSpec): string => codeOf('TOK', id);

/** The form, or its replacement. */
export function formHtml(spec: FormSpec, acts: ActFault): string {
  const [fault, fields] = [formFaultOf(spec, acts), fieldFaultOf(spec, acts)];
  if (fault === 'none') return '';
  if (fault === 'framed') return `<iframe src="${FORM_HOST}/${spec.id}" title="${spec.submit}" height="400"></iframe>`;
  const hidden = Object.entries(spec.hidden ?? {}).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  const inner = [...hidden, ...spec.fields.map((field, at) => fieldHtml(field, at, fields))].join('');
  if (fault === 'script' || fault === 'divs') return scripted(spec, inner, fault);
  const extra =
    fault === 'captcha'
      ? '<div class="h-captcha" data-sitekey="10000000-ffff-ffff-ffff-000000000001"></div><script src="https://js.hcaptcha.com/1/api.js" async defer></script>'
      : fault === 'token'
        ? `<input type="hidden" name="token" value="${tokenOf(spec)}">`
        : '';
  const form = `<form action="${spec.action}" method="${fault === 'get' ? 'get' : 'post'}">${inner}${extra}<button type="submit">${spec.submit}</button></form>`;
  if (fault !== 'dialog') return form;
  return `<button type="button" onclick="document.getElementById('d-${spec.id}').showModal()">${spec.submit}…</button><dialog id="d-${spec.id}">${form}</dialog>`;
}

function scripted({ id, submit, action }: FormSpec, inner: string, fault: 'script' | 'divs'): string {
  const send = `send_${id.replaceAll('-', '_')}`;
  const button =
    fault === 'script'
      ? `<button type="button" onclick="${send}()">${submit}</button>`
      : `<div class="button" onclick="${send}()"><i></i></div>`;
  return (
    `<div id="w-${id}">${inner}${button}<output id="o-${id}"></output></div><script>function ${send}(){const b=new URLSearchParams();` +
    `document.querySelectorAll('#w-${id} [name]').forEach((e)=>b.append(e.name,e.value));fetch('/call${action}',{method:'POST',body:b})` +
    `.then((r)=>r.text()).then((t)=>{document.getElementById('o-${id}').textContent=t})}</script>`
  );
}

export function searchHtml(acts: ActFault): string {
  if (acts.search === 'none') return '';
  if (acts.search === 'script')
    return (
      `<div role="search"><input type="search" id="s" aria-label="Search"><ul id="hits"></ul></div><script>document.getElementById('s').addEventListener('keydown',(e)=>{` +
      `if(e.key==='Enter')fetch('/call/search?q='+encodeURIComponent(e.target.value)).then((r)=>r.text()).then((t)=>{document.getElementById('hits').innerHTML=t})})</script>`
    );
  return '<form role="search" action="/search" method="get"><label for="q">Search</label> <input type="search" id="q" name="q"><button>Search</button></form>';
}

/** @param page from 1 */
function listHtml(spec: ListSpec, page: number, acts: ActFault): string {
  const { page: path, noun, items, perPage } = spec;
  const pages = Math.ceil(items.length / perPage);
  const shown = acts.list === 'same' ? 1 : page;
  const count = `<p>${(shown - 1) * perPage + 1} to ${Math.min(items.length, shown * perPage)} of ${items.length} ${noun}</p>`;
  const list = `${count}<ul id="list">${listItems(spec, shown)}</ul>`;
  const load = `fetch('/call/list?list=${encodeURIComponent(path)}&page='+(++n)).then((r)=>r.text()).then((t)=>{document.getElementById('list').insertAdjacentHTML('beforeend',t)})`;
  switch (acts.list) {
    case 'more':
      return `${list}<button type="button" onclick="${load}">Show more ${noun}</button><script>let n=1</script>`;
    case 'scroll':
      return `${list}<div style="height:1200px"></div><script>let n=1;addEventListener('scroll',()=>{if(n<${pages})${load}})</script>`;
    case 'cut':
      return list;
    default: {
      const last = acts.list === 'same' ? pages : shown;
      const next = page < pages ? `<a href="${path}?page=${page + 1}" rel="next">Next page of ${noun}</a>` : '';
      const before =
        page > 1
          ? `<a href="${path}${page > 2 ? `?page=${page - 1}` : ''}" rel="prev">Previous page of ${noun}</a> `
          : '';
      return `${list}<nav aria-label="Pages">${before}${next}<span> Page ${Math.min(page, last)} of ${pages}</span></nav>`;
    }
  }
}

export const listItems = ({ page: path, items, perPage }: ListSpec, page: number): string =>
  items
    .slice((page - 1) * perPage, page * perPage)
    .map((item) => `<li><a href="${item.path}">${item.title}</a>, entry ${listCode(path, item.path)}</li>`)
    .join('');

function tableHtml({ caption, columns, rows, page }: FigureTable, acts: ActFault): string {
  const fault = acts.figures;
  if (fault === 'table-image') return `<p><img src="/i/table.png" alt="${caption}"></p>`;
  const head = (words: string, scope: string) =>
    fault === 'no-headers' ? `<td>${words}</td>` : `<th scope="${scope}">${words}</th>`;
  const cell = (value: string, row: number, column: number) =>
    fault === 'script'
      ? `<td class="figure" data-cell="${row}-${column}"></td>`
      : fault === 'empty'
        ? '<td>—</td>'
        : fault === 'images'
          ? `<td><img src="/i/figure-${row}-${column}.png" alt=""></td>`
          : `<td>${value}</td>`;
  const body = rows.map(
    ({ name, cells }, row) => `<tr>${head(name, 'row')}${cells.map((value, at) => cell(value, row, at)).join('')}</tr>`,
  );
  const first = fault === 'no-headers' ? '<td></td>' : '<th scope="col">Name</th>';
  const script =
    fault === 'script'
      ? `<script>fetch('/call/figures?page=${encodeURIComponent(page)}').then((r)=>r.json()).then((c)=>{document.querySelectorAll('.figure').forEach((e)=>{e.textContent=c[e.dataset.cell]})})</script>`
      : '';
  return `<table><caption>${caption}</caption><thead><tr>${first}${columns.map((words) => head(words, 'col')).join('')}</tr></thead><tbody>${body.join('')}</tbody></table>${script}`;
}

export function jsonLdOf({ name, sku, price, available }: Product, { jsonLd }: ActFault): string {
  if (jsonLd === 'none') return '';
  const shown = jsonLd === 'disagrees' ? (Number(price) * 0.6 + 3).toFixed(2) : price;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku,
    offers: {
      '@type': 'Offer',
      price: shown,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
    },
  };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

/** What the page about the API says of its description. */
function apiHtml(acts: ActFault, origin: string): string {
  const call = `<pre>curl ${origin}/api/v1/depots?country=Spain</pre>`;
  if (acts.api === 'none') return '';
  if (acts.api === 'undocumented' || acts.api === 'unlinked')
    return `<p>Everything that the pages show is in our API too. Its addresses begin with ${origin}/api/v1/.</p>${call}`;
  return `<p>The calls are described by <a href="/openapi.json">the OpenAPI description</a>. A key comes from the call createKey.</p>${call}`;
}

/** The part below the text of a page. @param page of a list, from 1 */
export function belowText(acts: Acts, fault: ActFault, path: string, page: number, origin: string): string {
  const here = <T extends { readonly page: string }>(all: readonly T[]) => all.filter((each) => each.page === path);
  return [
    ...here(acts.products).map(({ available }) => `<p>${available ? 'In stock' : 'Out of stock'}</p>`),
    ...here(acts.figures).map((table) => tableHtml(table, fault)),
    ...here(acts.forms).map((form) => formHtml(form, fault)),
    ...(acts.apiPage === path ? [apiHtml(fault, origin)] : []),
    ...here(acts.lists).map((list) => listHtml(list, page, fault)),
  ].join('');
}
