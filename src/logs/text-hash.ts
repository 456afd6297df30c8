/** Two independent 32-bit hashes of a text, which the sketches share: FNV-1a with two starts, then the finaliser of MurmurHash3. */
export interface TextHash {
  one: number;
  two: number;
}

const hash: TextHash = { one: 0, two: 0 };
let hashed: string | undefined;

/** The hashes of a text, as unsigned numbers. The object is the same for each call: one path goes into several sketches. */
export function hashOf(text: string): Readonly<TextHash> {
  if (text === hashed) return hash;
  let [one, two] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b);
    two ^= two >>> 15;
  }
  hash.one = finished(one);
  hash.two = finished(two);
  hashed = text;
  return hash;
}

function finished(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
