/** The accessibility tree of a page as Playwright writes it for agents, as nodes. */

export interface Node {
  readonly role: string;
  readonly name: string;
  /** Of the element, for actions; undefined for text. */
  readonly ref: string | undefined;
  /** The text behind the colon. */
  readonly text: string;
  readonly children: Node[];
}

const LINE = /^( *)- (.*)$/;
const HEAD = /^([a-z/]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?:: ?(.*)|:)?$/;

/** @param chars what the agent reads of it; the rest is cut off */
export function nodesOf(snapshot: string, chars: number): Node {
  const root: Node = { role: 'root', name: '', ref: undefined, text: '', children: [] };
  const open: { readonly indent: number; readonly node: Node }[] = [{ indent: -1, node: root }];
  for (const line of snapshot.slice(0, chars).split('\n')) {
    const [, spaces, written = ''] = LINE.exec(line) ?? [];
    if (spaces === undefined) continue;
    const [, role = 'text', name = '', attributes = '', text = ''] = HEAD.exec(unquoted(written)) ?? [];
    const ref = /\[ref=([^\]]+)\]/.exec(attributes)?.[1];
    const node: Node = { role, name, ref, text: unquoted(text), children: [] };
    while ((open.at(-1)?.indent ?? -1) >= spaces.length) open.pop();
    open.at(-1)?.node.children.push(node);
    open.push({ indent: spaces.length, node });
  }
  return root;
}

/** YAML quotes a line, or a value, that has a colon or such. */
const unquoted = (written: string): string => {
  const [, key, rest = ''] = /^'((?:[^']|'')*)'(.*)$/.exec(written) ?? [];
  if (key !== undefined) return key.replaceAll("''", "'") + rest;
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/.exec(written) ?? [];
  return inner ?? written;
};

export const allNodes = (node: Node): Node[] => [node, ...node.children.flatMap(allNodes)];
export const wordsIn = (node: Node): string =>
  [node.name, node.text, ...node.children.map(wordsIn)].filter((words) => words !== '').join(' ');
