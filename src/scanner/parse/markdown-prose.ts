import { indentOf, trackFences } from './code-fence.ts';

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

export interface MarkdownProse {
  /** The lines outside fenced code. */
  readonly lines: readonly string[];
  /** The lines of fenced code, the fences among them. */
  readonly code: readonly string[];
  /** 1-based line of a code fence that is never closed. */
  readonly unclosedFenceLine: number | undefined;
}

/** Parts a Markdown text into prose and fenced code, that of list items included. Linear. */
export function markdownProse(text: string): MarkdownProse {
  const lines: string[] = [];
  const code: string[] = [];
  const fences = trackFences();
  /** Where the text of the list item begins that a line may belong to. */
  let column = 0;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const indent = indentOf(line);
    if (fences.isCode(line, at + 1, indent >= column ? column : 0)) {
      code.push(line);
      continue;
    }
    lines.push(line);
    const marker = LIST_ITEM.exec(line)?.[0];
    if (marker !== undefined) column = indent + marker.trimStart().length;
    else if (line.trim() !== '' && indent < column) column = 0;
  }
  return { lines, code, unclosedFenceLine: fences.openLine() };
}
