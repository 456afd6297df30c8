/** Parameters of addresses that change no page of a site: sessions, campaigns, the place where a link was. */

import { parseUrl } from '../../basics/parse-url.ts';

/** Addresses that must show it; one or two could be one page by chance. */
const MIN_VOTES = 3;
const MAX_NAMES = 200;

export interface IdleParameters {
  /** Notes that two addresses lead to one page. */
  isSame(url: string, other: string): void;
  /** Notes that a page of its own is at an address. */
  isPage(url: string): void;
  /** Merges the recorded observations. Called between waves only, so that timing has no effect; true where something is new. */
  settle(): boolean;
  /** The address without the parameters that change nothing, as settled. */
  strip(url: string): string;
}

/** Learns them from the pages that were read: a name counts while no two pages differ by it alone. */
export function createIdleParameters(): IdleParameters {
  const votes = new Map<string, number>();
  /** By name and the address without it, the page there. */
  const pages = new Map<string, string>();
  const telling = new Set<string>();
  let idle: ReadonlySet<string> = new Set();

  return {
    isSame(url, other) {
      for (const name of differing(url, other)) {
        if (votes.has(name) || votes.size < MAX_NAMES) votes.set(name, (votes.get(name) ?? 0) + 1);
      }
    },
    isPage(url) {
      for (const name of namesOf(url)) {
        const key = `${name} ${without(url, new Set([name]))}`;
        const before = pages.get(key);
        if (before === undefined) pages.set(key, url);
        else if (before !== url) telling.add(name);
      }
    },
    settle() {
      const before = idle.size;
      const learnt = [...votes].filter(([name, count]) => count >= MIN_VOTES && !telling.has(name));
      idle = new Set(learnt.map(([name]) => name));
      return idle.size > before;
    },
    strip: (url) => (idle.size === 0 || !url.includes('?') ? url : without(url, idle)),
  };
}

const nameOf = (parameter: string): string => (parameter.split('=', 1)[0] ?? '').toLowerCase();

const parametersOf = (url: string): string[] =>
  (parseUrl(url)?.search ?? '')
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '');

const namesOf = (url: string): ReadonlySet<string> => new Set(parametersOf(url).map(nameOf));

/** Names of the parameters by which two addresses of one path differ. */
function differing(url: string, other: string): ReadonlySet<string> {
  if (url.split('?', 1)[0] !== other.split('?', 1)[0]) return new Set();
  const [here, there] = [new Set(parametersOf(url)), new Set(parametersOf(other))];
  const only = [...[...here].filter((each) => !there.has(each)), ...[...there].filter((each) => !here.has(each))];
  return new Set(only.map(nameOf));
}

function without(url: string, names: ReadonlySet<string>): string {
  const [path = ''] = url.split('?', 1);
  const kept = parametersOf(url).filter((parameter) => !names.has(nameOf(parameter)));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
