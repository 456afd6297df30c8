import { parseUrl } from '../basics/parse-url.ts';

/** Text that is safe in a page unchanged. Only `markup` makes it from other text, by escaping that. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The values of a template: text and numbers are escaped, lists are joined, absent values are empty. */
export type Content = string | number | Markup | undefined | null | false | readonly Content[];

/** A piece of HTML. Every value in it is escaped, for elements and for quoted attributes alike, unless it is Markup. */
export function markup(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = strings[0] ?? '';
  for (const [at, value] of values.entries()) text += textOf(value) + (strings[at + 1] ?? '');
  return new Markup(text);
}

function textOf(value: Content): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A link to an untrusted address; only its text unless it is http or https. */
export function thirdPartyLink(address: string, words: Content = address): Markup {
  const { href, protocol } = parseUrl(address) ?? {};
  if (href === undefined || (protocol !== 'http:' && protocol !== 'https:')) return markup`${words}`;
  // On paper links are followed by their address, unless they say it.
  return markup`<a href="${href}" rel="nofollow noopener noreferrer ugc"${words === address && markup` class="says-itself"`}>${words}</a>`;
}

/** A block to copy; a script adds the button. */
export const copyable = (text: string, language?: string): Markup =>
  markup`<div class="copyable"><pre tabindex="0"><code${language !== undefined && language !== '' && markup` class="language-${language}"`}>${text}</code></pre></div>`;
