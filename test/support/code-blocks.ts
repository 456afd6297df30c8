/** The code of Markdown, by language. */
const FENCE = /^```(\S*)$/;

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { language: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const language = FENCE.exec(line)?.[1];
    if (language === undefined) open?.lines.push(line);
    else if (open === undefined) open = { language, lines: [] };
    else {
      blocks.push({ language: open.language, code: open.lines.join('\n') });
      open = undefined;
    }
  }
  return blocks;
}

export const codeIn = (markdown: string, wanted: string): string[] =>
  codeBlocks(markdown).flatMap(({ language, code }) => (language === wanted ? [code] : []));
