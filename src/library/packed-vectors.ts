/** Vectors as bytes: three bits for a number, which rank as well as eight do. */

/** Numbers are kept as whole steps from -3 to 3. */
const MOST = 3;
/** The greatest number that is kept, in root mean squares of a vector: few numbers are further out. */
const RANGE = 2.6;
/** Eight numbers take three bytes. */
const NUMBERS = 8;
const BYTES = 3;
const BITS = 3;
/** In front of the numbers of a vector: its step. */
const STEP_BYTES = 4;

/** @param vector of a multiple of eight numbers */
export function packVector(vector: readonly number[]): Buffer {
  const step = Math.fround((RANGE / MOST) * Math.hypot(...vector) * Math.sqrt(1 / vector.length));
  const packed = Buffer.alloc(packedLength(vector.length));
  packed.writeFloatLE(step);
  for (let group = 0; group * NUMBERS < vector.length; group += 1) {
    const bits = vector.slice(group * NUMBERS, (group + 1) * NUMBERS).reduce((sum, number, at) => {
      const steps = Math.max(-MOST, Math.min(MOST, Math.round(number / (step || 1))));
      return sum | ((steps + MOST) << (BITS * at));
    }, 0);
    packed.writeUIntLE(bits, STEP_BYTES + group * BYTES, BYTES);
  }
  return packed;
}

/** The vector at a place of such bytes. */
export function unpackVector(packed: Buffer, start: number, length: number): Float32Array {
  const step = packed.readFloatLE(start);
  const vector = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    const group = Math.floor(at / NUMBERS);
    const bits = packed.readUIntLE(start + STEP_BYTES + group * BYTES, BYTES);
    vector[at] = step * (((bits >> (BITS * (at % NUMBERS))) & 7) - MOST);
  }
  return vector;
}

/** How many bytes a vector takes. */
export const packedLength = (length: number): number => STEP_BYTES + (length / NUMBERS) * BYTES;
