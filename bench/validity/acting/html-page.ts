/** What an agent over HTTP makes of an HTML page: links, forms, tables, structured data. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parse } from 'parse5';

export interface Control {
  readonly name: string;
  readonly type: string;
  /** Its label, its names and the text before it. */
  readonly words: string;
  readonly options: readonly string[];
  readonly value: string;
}
export interface HtmlForm {
  readonly action: string;
  readonly method: string;
  readonly controls: readonly Control[];
  /** The words of its buttons. */
  readonly submit: string;
}
export interface HtmlPage {
  readonly text: string;
  readonly links: readonly { readonly href: string; readonly words: string }[];
  readonly forms: readonly HtmlForm[];
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly jsonLd: readonly string[];
}

const OPAQUE = new Set(['script', 'style', 'template', 'iframe']);
const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const attr = (node: Tree.Element, name: string): string | undefined =>
  node.attrs.find((each) => each.name === name)?.value;
const childrenOf = (node: Tree.Node): readonly Tree.Node[] => ('childNodes' in node ? node.childNodes : []);

function textOf(node: Tree.Node): string {
  if ('value' in node) return node.value;
  if (isElement(node) && OPAQUE.has(node.tagName)) return '';
  return childrenOf(node)
    .map(textOf)
    .join(isElement(node) ? ' ' : '');
}

function all(node: Tree.Node, ...names: readonly string[]): Tree.Element[] {
  const own = isElement(node) && names.includes(node.tagName) ? [node] : [];
  return [...own, ...childrenOf(node).flatMap((child) => all(child, ...names))];
}

export function readPage(body: string, chars: number): HtmlPage {
  const document = parse(body.slice(0, chars), { scriptingEnabled: false });
  const labels = new Map(all(document, 'label').map((label) => [attr(label, 'for') ?? '', textOf(label)]));
  return {
    text: textOf(document),
    links: all(document, 'a').flatMap((link) => {
      const href = attr(link, 'href');
      return href === undefined || href.startsWith('#')
        ? []
        : [{ href, words: `${textOf(link)} ${attr(link, 'aria-label') ?? ''} ${attr(link, 'rel') ?? ''}` }];
    }),
    forms: all(document, 'form').map((form) => formOf(form, labels)),
    tables: all(document, 'table').map((table) =>
      all(table, 'tr').map((row) => all(row, 'td', 'th').map((cell) => textOf(cell).trim())),
    ),
    jsonLd: all(document, 'script')
      .filter((script) => attr(script, 'type') === 'application/ld+json')
      .map((script) =>
        childrenOf(script)
          .map((child) => ('value' in child ? child.value : ''))
          .join(''),
      ),
  };
}

function formOf(form: Tree.Element, labels: ReadonlyMap<string, string>): HtmlForm {
  const controls: Control[] = [];
  let before = '';
  const visit = (node: Tree.Node): void => {
    if ('value' in node) before += ` ${node.value}`;
    if (isElement(node) && ['input', 'select', 'textarea'].includes(node.tagName)) {
      const options = all(node, 'option').map((option) => attr(option, 'value') ?? textOf(option).trim());
      const own = ['name', 'aria-label', 'placeholder', 'title'].map((name) => attr(node, name) ?? '');
      controls.push({
        name: attr(node, 'name') ?? '',
        type: node.tagName === 'input' ? (attr(node, 'type') ?? 'text') : node.tagName,
        words: [labels.get(attr(node, 'id') ?? '-') ?? '', ...own, before].join(' '),
        options,
        value: attr(node, 'value') ?? options[0] ?? '',
      });
      before = '';
      return;
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(form);
  return {
    action: attr(form, 'action') ?? '',
    method: (attr(form, 'method') ?? 'get').toUpperCase(),
    controls,
    submit: all(form, 'button').map(textOf).join(' '),
  };
}
