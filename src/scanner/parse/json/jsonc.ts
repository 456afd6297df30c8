/**
 * JSON with comments as strict JSON: comments and commas before a closing bracket become spaces, so that positions in
 * errors stay true. Text inside strings stays. One pass, for untrusted text of any length.
 * @see https://code.visualstudio.com/docs/languages/json#_json-with-comments
 */
export function withoutComments(text: string): string {
  const out: string[] = [];
  /** Where the last comma is in `out`, while only space and comments followed it. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const end = char === '"' ? endOfString(text, at) : char === '/' ? endOfComment(text, at) : at + 1;
    const piece = text.slice(at, end);
    if (char === '/' && end > at + 1) out.push(piece.replace(/[^\r\n]/g, ' '));
    else {
      if ((char === '}' || char === ']') && comma !== -1) out[comma] = ' ';
      if (char === ',') comma = out.length;
      else if (!/\s/.test(char)) comma = -1;
      out.push(piece);
    }
    at = end;
  }
  return out.join('');
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '"') return at + 1;
  }
  return text.length;
}

/** Just after the slash where no comment begins. */
function endOfComment(text: string, start: number): number {
  const mark = text.charAt(start + 1);
  if (mark !== '/' && mark !== '*') return start + 1;
  const end = mark === '/' ? text.indexOf('\n', start) : text.indexOf('*/', start + 2);
  if (end === -1) return text.length;
  return mark === '/' ? end : end + 2;
}
