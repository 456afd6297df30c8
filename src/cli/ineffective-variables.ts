/** The settings of the command line itself; settings of the service have no prefix. */
const KNOWN = ['LEGIBLE_URL', 'LEGIBLE_API_KEY'];
const SHOWN = 5;

/** Variables that are meant for us and have no effect, each in one line; names only, for a value may be a secret. */
export function withoutEffect(environment: NodeJS.ProcessEnv): string[] {
  const unknown = Object.keys(environment).filter((name) => /^LEGIBLE_\w{1,60}$/i.test(name) && !KNOWN.includes(name));
  const lines = unknown
    .slice(0, SHOWN)
    .map((name) => `${name} has no effect: of such names there are ${KNOWN.join(' and ')}.`);
  const hasKeyAlone = (environment.LEGIBLE_API_KEY ?? '') !== '' && (environment.LEGIBLE_URL ?? '') === '';
  if (hasKeyAlone) lines.push('LEGIBLE_API_KEY has no effect without LEGIBLE_URL: this machine does the work.');
  return lines;
}
