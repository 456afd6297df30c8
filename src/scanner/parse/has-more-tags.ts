/** Whether a text has more opening tags than so many; quotes, comments and scripts are not told apart from markup. */
export function hasMoreTags(html: string, limit: number): boolean {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1) | 0x20;
    if (next < 0x61 || next > 0x7a) continue;
    tags += 1;
    if (tags > limit) return true;
  }
  return false;
}
