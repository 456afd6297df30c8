const MAX_LINES = 200_000;
const MAX_DEPTH = 32;

/** One `key: value` line of a YAML file, with the keys it stands under. */
export interface YamlKey {
  /** From the root, the key itself last. */
  readonly path: readonly string[];
  /** What follows on the line, without quotes and comment; '' for none. */
  readonly value: string;
  /** The line is an item of a list (`- key: value`, `- value`) and the path ends at the list. */
  readonly isItem: boolean;
}

/**
 * The mapping keys of block-style YAML by indentation, line by line: enough to tell what a document has, without values
 * that run over several lines, anchors or flow collections. Lines inside block texts come out as keys below the key of
 * that text. Undefined where tabs indent, which YAML forbids. Reads the first 200,000 lines.
 */
export function* yamlKeys(text: string): Generator<YamlKey, void, undefined> {
  const open: { indent: number; key: string }[] = [];
  let start = 0;
  for (let count = 0; count < MAX_LINES && start < text.length; count += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trimEnd();
    start = end + 1;
    const content = line.trimStart();
    if (content === '' || content.startsWith('#') || content === '---') continue;
    if (content === '...') return;
    const indent = line.length - content.length;
    const isItem = content === '-' || content.startsWith('- ');
    // A list may stand as far left as its key, so only what is further left ends that key.
    while (open.length > 0 && isDone(open.at(-1)?.indent ?? 0, indent, isItem)) open.pop();
    const pair = isItem ? undefined : keyOf(content);
    if (pair !== undefined && open.length < MAX_DEPTH) open.push({ indent, key: pair.key });
    else if (!isItem) continue;
    yield { path: open.map(({ key }) => key), value: pair?.value ?? '', isItem };
  }
}

const isDone = (keyIndent: number, indent: number, isItem: boolean) =>
  isItem ? keyIndent > indent : keyIndent >= indent;

/** Splits at the first colon that a space or the end follows, outside the quotes of a quoted key. */
function keyOf(content: string): { key: string; value: string } | undefined {
  const quote = content.startsWith('"') || content.startsWith("'") ? content.charAt(0) : '';
  const from = quote === '' ? 0 : content.indexOf(quote, 1);
  if (from === -1) return undefined;
  for (let at = content.indexOf(':', from); at !== -1; at = content.indexOf(':', at + 1)) {
    const next = content.charAt(at + 1);
    if (next !== '' && next !== ' ') continue;
    const key = content.slice(0, at).trim();
    return { key: unquote(key), value: scalarOf(content.slice(at + 1).trim()) };
  }
  return undefined;
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  return (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text;
}

/** Without quotes, or without the comment that may follow what has none. */
function scalarOf(value: string): string {
  const quote = value.charAt(0);
  if (quote === '"' || quote === "'") {
    const close = value.indexOf(quote, 1);
    return close === -1 ? value : value.slice(1, close);
  }
  const hash = quote === '#' ? 0 : value.indexOf(' #');
  return hash === -1 ? value : value.slice(0, hash).trimEnd();
}
