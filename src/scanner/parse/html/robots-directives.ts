import { AI_AGENTS } from '../../ai-agents.ts';
import type { MetaTag } from './page-facts.ts';

/** Directives that take a value after a colon (Google's robots meta tag specification). */
const WITH_VALUE = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
/** Whose directives hold for us: everybody's, and those of agents that read for AI answers and search. */
const AUDIENCE = new Set([
  'robots',
  ...AI_AGENTS.filter(({ kind }) => kind !== 'training').map(({ token }) => token.toLowerCase()),
]);
const SEARCH_INDEX = new Set(['robots', 'googlebot']);
const MAX_DIRECTIVES = 200;

export interface RobotsDirective {
  /** 'robots' for everybody, else an agent's token, lower-case. */
  readonly agent: string;
  readonly name: string;
  /** '' when the directive takes none. */
  readonly value: string;
}

/** The indexing directives of a page: its robots meta tags (and those named after an agent) and X-Robots-Tag. */
export function robotsDirectives(metas: readonly MetaTag[], xRobotsTag: string | undefined): RobotsDirective[] {
  const fromMetas = metas.flatMap(({ key, content }) =>
    AUDIENCE.has(key) ? parseDirectives(content).map((directive) => ({ ...directive, agent: key })) : [],
  );
  const fromHeader = parseDirectives(xRobotsTag ?? '').filter(({ agent }) => AUDIENCE.has(agent));
  return [...fromMetas, ...fromHeader].slice(0, MAX_DIRECTIVES);
}

/** Keeps a page out of indexes: `noindex` or `none`, to everybody or to Googlebot. */
export function isNoindex(directives: readonly RobotsDirective[]): boolean {
  return directives.some(({ agent, name }) => SEARCH_INDEX.has(agent) && saysNoindex(name));
}

export const saysNoindex = (name: string): boolean => name === 'noindex' || name === 'none';

/**
 * `noindex, googlebot: nosnippet, unavailable_after: 25 Jun 2027`: an agent's name with a colon holds for what follows
 * it, as headers of several lines arrive joined by commas.
 */
function parseDirectives(text: string): RobotsDirective[] {
  let agent = 'robots';
  const directives: RobotsDirective[] = [];
  for (const part of text.slice(0, 4000).toLowerCase().split(',')) {
    const [first = '', ...others] = part.split(':');
    const name = first.trim();
    if (name === '') continue;
    if (others.length === 0) directives.push({ agent, name, value: '' });
    else if (WITH_VALUE.has(name)) directives.push({ agent, name, value: others.join(':').trim() });
    else {
      agent = name;
      const [inner = '', ...rest] = others;
      if (inner.trim() !== '') directives.push({ agent, name: inner.trim(), value: rest.join(':').trim() });
    }
  }
  return directives;
}
