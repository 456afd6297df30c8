import type { Probe } from '../model/http.ts';
import type { Evidence } from '../model/result.ts';

/** More than a snippet shows, since white space within it is folded when the evidence is cleaned. */
const SNIPPET_SOURCE = 800;

/** The evidence a probe gives on its own: where, what status, what type, how it starts. */
export function evidenceOf(probe: Probe): Evidence {
  if (!probe.answered) return { url: probe.url };
  return {
    url: probe.finalUrl,
    status: probe.status,
    contentType: probe.contentType,
    snippet: startOf(probe.text),
  };
}

/** How a text starts, without the blanks before it: what a snippet of evidence is made from. */
export const startOf = (text: string): string => text.trimStart().slice(0, SNIPPET_SOURCE);

/** Present for our purposes: a 2xx that is not HTML and not what the site answers for names that cannot exist. */
export function isPresent(probe: Probe): probe is Extract<Probe, { answered: true }> {
  return probe.answered && probe.status >= 200 && probe.status <= 299 && !probe.isHtml && !probe.isControl;
}

/** An llms.txt where agents look for one: on the host that was asked, and not in /.well-known/ (catalogue, S13). */
export function isInPlace(probe: Probe): boolean {
  if (!isPresent(probe)) return false;
  const { host, pathname } = new URL(probe.url);
  return host === new URL(probe.finalUrl).host && !pathname.startsWith('/.well-known/');
}
