/** The same text in memory of its own: a part of a line keeps the whole line alive. */
export function copyOf(text: string): string {
  const copy = Buffer.from(text, 'utf8').toString('utf8');
  // UTF-8 has no form of half a character, which a cut or an escape of JSON leaves.
  return copy === text ? copy : Buffer.from(text, 'utf16le').toString('utf16le');
}
