type NamingStyle = 'snake_case' | 'kebab-case' | 'camelCase' | 'PascalCase' | 'mixed';

/** How the words of a name are joined; undefined for a single lower-case word, which fits every style. */
function namingStyle(name: string): NamingStyle | undefined {
  if (/^[a-z0-9]+$/.test(name)) return undefined;
  if (/^[a-z0-9_]+$/.test(name)) return 'snake_case';
  if (/^[a-z0-9-]+$/.test(name)) return 'kebab-case';
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return 'camelCase';
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? 'PascalCase' : 'mixed';
}

/** The most common style among the names that show one, the names in any other, and how many show one. */
export function mainStyle(names: readonly string[]): {
  readonly style: NamingStyle | undefined;
  readonly others: readonly string[];
  readonly of: number;
} {
  const byStyle = new Map<NamingStyle, string[]>();
  for (const name of names) {
    const style = namingStyle(name);
    if (style === undefined) continue;
    const named = byStyle.get(style);
    if (named === undefined) byStyle.set(style, [name]);
    else named.push(name);
  }
  const [first, ...rest] = [...byStyle].sort(([, a], [, b]) => b.length - a.length);
  const others = rest.flatMap(([, named]) => named);
  return { style: first?.[0], others, of: others.length + (first?.[1].length ?? 0) };
}
