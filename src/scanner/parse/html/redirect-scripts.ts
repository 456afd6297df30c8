import { assignsLocation } from './location-script.ts';
import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, ownText } from './walk.ts';

const MAX_SCRIPTS = 20;
const MAX_CONTENT = 2000;
const JAVASCRIPT_TYPES = new Set(['', 'text/javascript', 'application/javascript', 'module']);

type RedirectScript = PageFacts['redirectScript'];

/** What sends a browser on to another page although the answer is a 200. */
export function redirectScriptCollector(pageUrl: string): Collector<RedirectScript> {
  let refresh: ReturnType<typeof parseRefresh>;
  const scripts: string[] = [];
  return {
    enter(element) {
      if (element.tagName === 'meta' && refresh === undefined) {
        if (attributeOf(element, 'http-equiv')?.trim().toLowerCase() !== 'refresh') return;
        refresh = parseRefresh(attributeOf(element, 'content') ?? '');
      } else if (element.tagName === 'script' && scripts.length < MAX_SCRIPTS) {
        const type = (attributeOf(element, 'type') ?? '').trim().toLowerCase();
        if (!JAVASCRIPT_TYPES.has(type) || attributeOf(element, 'src') !== undefined) return;
        const code = ownText(element);
        if (code.includes('location')) scripts.push(code);
      }
    },
    facts(resolve) {
      const url = refresh === undefined ? undefined : resolve(refresh.href);
      const isElsewhere = url !== undefined && url !== resolve(pageUrl);
      return {
        metaRefresh: refresh !== undefined && isElsewhere ? { url, delaySeconds: refresh.delaySeconds } : undefined,
        assignsLocation: scripts.some(assignsLocation),
      };
    },
  };
}

/**
 * `5; url=/next`, by the HTML standard's shared declarative refresh steps: the separator may be `;`, `,` or a space,
 * `url=` may be missing, and the URL quoted. Undefined for a reload (no URL) and for what is neither.
 */
export function parseRefresh(content: string): { readonly href: string; readonly delaySeconds: number } | undefined {
  const text = content.trim().slice(0, MAX_CONTENT);
  const delay = /^[0-9.]+/.exec(text)?.[0];
  if (delay === undefined) return undefined;
  const rest = text.slice(delay.length).trimStart();
  const target = rest.startsWith(';') || rest.startsWith(',') ? rest.slice(1).trimStart() : rest;
  const named = /^url\s*=\s*/i.exec(target);
  const quoted = named === null ? target : target.slice(named[0].length);
  const quote = quoted[0];
  const href = quote === '"' || quote === "'" ? (quoted.slice(1).split(quote, 1)[0] ?? '') : quoted;
  const delaySeconds = Number.parseInt(delay, 10);
  return href.trim() === ''
    ? undefined
    : { href: href.trim(), delaySeconds: Number.isNaN(delaySeconds) ? 0 : delaySeconds };
}
