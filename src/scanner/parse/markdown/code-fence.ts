/** Columns of white space a line starts with; a tab goes on to the next multiple of four (CommonMark). */
export function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

const MAX_FENCE_INDENT = 3;

interface Fence {
  readonly character: string;
  readonly length: number;
  readonly line: number;
  readonly container: number;
}

export interface FenceTracker {
  /**
   * Takes the next line; true when it belongs to fenced code, the fences themselves included.
   *
   * @param line 1-based.
   * @param container Column at which the text of the list item begins that the line may belong to; 0 for none.
   */
  isCode(text: string, line: number, container: number): boolean;
  /** Line of the fence that is open. */
  openLine(): number | undefined;
}

/** Follows the fenced code blocks of CommonMark (section 4.5) through a file, those in list items included. */
export function trackFences(): FenceTracker {
  let open: Fence | undefined;
  return {
    isCode(text, line, container) {
      const indent = indentOf(text);
      if (open !== undefined && (indent >= open.container || text.trim() === '')) {
        if (closes(text, indent, open)) open = undefined;
        return true;
      }
      // A line indented less than the list item ends the item, and its fence with it.
      open = openingFence(text, indent, line, indent >= container ? container : 0);
      return open !== undefined;
    },
    openLine: () => open?.line,
  };
}

function openingFence(text: string, indent: number, line: number, container: number): Fence | undefined {
  if (indent - container > MAX_FENCE_INDENT) return undefined;
  const body = text.trim();
  const character = body[0];
  if (character !== '`' && character !== '~') return undefined;
  const length = runLength(body, character);
  if (length < 3 || (character === '`' && body.includes('`', length))) return undefined;
  return { character, length, line, container };
}

function closes(text: string, indent: number, { character, length, container }: Fence): boolean {
  const body = text.trim();
  return indent - container <= MAX_FENCE_INDENT && body.length >= length && runLength(body, character) === body.length;
}

function runLength(text: string, character: string): number {
  let length = 0;
  while (text[length] === character) length += 1;
  return length;
}
