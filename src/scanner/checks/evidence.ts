import type { Probe } from '../model/http.ts';
import { startOf } from '../model/http.ts';
import type { Evidence } from '../model/result.ts';

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
