import { InvalidArgumentError } from 'commander';
import { ConfigError } from '../config.ts';

/** For commander: the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** For commander: a number without sign or fraction. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/**
 * The names and values of a repeated option, such as `--header 'Name: value'`; undefined when it was not given.
 * @throws ConfigError without the values, which may be secrets
 */
export function pairsOf(
  option: string,
  separator: string,
  lines: readonly string[] | undefined,
): Record<string, string> | undefined {
  if (lines === undefined) return undefined;
  const seen = new Set<string>();
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(separator);
      if (at < 1) throw new ConfigError(`${option}: expected a name, "${separator}" and a value`);
      const name = line.slice(0, at).trim();
      // One of them would be passed over in silence.
      if (seen.has(name.toLowerCase())) throw new ConfigError(`${option}: expected each name once, not ${name} twice`);
      seen.add(name.toLowerCase());
      return [name, line.slice(at + 1).trim()];
    }),
  );
}

/** What may be scanned although private: the host of the URL, when that was allowed. */
export const allowedHosts = (url: string, isAllowed: boolean | undefined): string[] =>
  isAllowed === true && URL.canParse(url) ? [new URL(url).host] : [];
