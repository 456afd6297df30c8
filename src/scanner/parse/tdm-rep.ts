const MAX_RULES = 1000;

/**
 * What is wrong with a /.well-known/tdmrep.json, a clause in our words; undefined when it can be read: an array of
 * objects with a `location` (a path), `tdm-reservation` 0 or 1 and, where there is one, a `tdm-policy` (a URL).
 *
 * @see https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 */
export function tdmRepProblem(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'it is not JSON';
  }
  if (!Array.isArray(value)) return 'it is no array of rules';
  if (value.length === 0) return 'it holds no rule';
  const bad = value.slice(0, MAX_RULES).findIndex((rule) => !isRule(rule));
  return bad === -1
    ? undefined
    : `rule ${bad + 1} lacks a location, a tdm-reservation of 0 or 1, or a valid tdm-policy`;
}

function isRule(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  // Any key may be missing, or of any type.
  const { location, 'tdm-reservation': reservation, 'tdm-policy': policy } = rule as Record<string, unknown>;
  const isPolicy = policy === undefined || (typeof policy === 'string' && URL.canParse(policy));
  return typeof location === 'string' && location !== '' && (reservation === 0 || reservation === 1) && isPolicy;
}
