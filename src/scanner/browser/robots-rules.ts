import { BOT_TOKEN } from '../ai-agents.ts';
import { isPresent } from '../model/http.ts';
import type { SiteClient } from '../net/site-client.ts';
import { isAllowed, parseRobotsTxt } from '../parse/robots/robots-txt.ts';

/**
 * What robots.txt of an origin lets our bot read: everything where there is no such file, nothing where it gives no answer or
 * answers 5xx (RFC 9309, 2.3.1).
 */
export async function readRobotsRules(client: SiteClient, origin: string): Promise<(url: string) => boolean> {
  const probe = await client.file(`${origin}/robots.txt`);
  if (!probe.answered || probe.status >= 500) return () => false;
  if (!isPresent(probe)) return () => true;
  const rules = parseRobotsTxt(probe.text);
  return (url) => isAllowed(rules, BOT_TOKEN, url);
}
