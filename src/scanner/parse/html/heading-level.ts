/** 1 to 6 for h1 to h6, undefined for every other tag. */
export function headingLevel(tagName: string): number | undefined {
  if (tagName.length !== 2 || tagName[0] !== 'h') return undefined;
  const level = tagName.charCodeAt(1) - 0x30;
  return level >= 1 && level <= 6 ? level : undefined;
}
