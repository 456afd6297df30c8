/**
 * Breaks text at its spaces so that no line is wider than the terminal; a word that is wider is cut.
 * @param columns width; Infinity leaves the text as it is
 * @param indent what the lines after the first begin with; left out where it would take half of the width
 */
export function wrap(text: string, columns: number, indent = ''): string {
  if (columns === Number.POSITIVE_INFINITY) return text;
  const width = Math.max(1, columns);
  const margin = indent.length * 2 > width ? '' : indent;
  const lines: string[] = [];
  let line = '';
  const lead = /^ */.exec(text)?.[0] ?? '';
  for (const word of text.trim().split(/ +/)) {
    let rest = word;
    const start = lines.length === 0 ? (lead.length * 2 > width ? '' : lead) : margin;
    if (line === '') line = start + rest;
    else if (line.length + 1 + rest.length <= width) line += ` ${rest}`;
    else {
      lines.push(line);
      line = margin + rest;
    }
    while (line.length > width) {
      lines.push(line.slice(0, width));
      rest = line.slice(width);
      line = margin + rest;
    }
  }
  return [...lines, line].join('\n');
}
