import type { Probe } from './artifacts.ts';
import type { Evidence } from './define-check.ts';

const SNIPPET_LENGTH = 200;

/** The evidence a probe gives on its own: where, what status, what type, how it starts. */
export function evidenceOf(probe: Probe): Evidence {
  if (!probe.answered) return { url: probe.url };
  return {
    url: probe.finalUrl,
    status: probe.status,
    contentType: probe.contentType,
    snippet: probe.text.slice(0, SNIPPET_LENGTH),
  };
}

/** Present for our purposes: a 2xx that is not HTML and not what the site answers for names that cannot exist. */
export function isPresent(probe: Probe): probe is Extract<Probe, { answered: true }> {
  return probe.answered && probe.status >= 200 && probe.status <= 299 && !probe.isHtml && !probe.isControl;
}
