import { DOT_PRODUCTS_WASM } from './dot-products-wasm.ts';

const PAGE_BYTES = 65_536;
const { memory, multiply } = started();
let bytes = new Int8Array(memory.buffer);

/**
 * The dot product of a row with each of others of its width, which stand one after the other. WebAssembly takes a tenth
 * of the time of a loop, because JavaScript cannot use the vector instructions of a processor.
 * @returns one for each of the others, valid until the next call
 * @throws RangeError where the width is no multiple of 16, or the others are not of it
 */
export function dotProducts(row: Int8Array, others: Int8Array): Int32Array {
  const width = row.length;
  if (width % 16 !== 0 || others.length % (width || 1) !== 0) {
    throw new RangeError(`Rows of ${width} bytes and ${others.length} bytes of others cannot be multiplied.`);
  }
  if (width === 0) return new Int32Array();
  const count = others.length / width;
  const end = width + others.length;
  const missing = end + 4 * count - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow(Math.ceil(missing / PAGE_BYTES));
    bytes = new Int8Array(memory.buffer);
  }
  bytes.set(row);
  bytes.set(others, width);
  multiply(width, width, count, end);
  return new Int32Array(memory.buffer, end, count);
}

function started(): { memory: WebAssembly.Memory; multiply: (...numbers: number[]) => void } {
  const wasm = new WebAssembly.Module(Buffer.from(DOT_PRODUCTS_WASM, 'base64'));
  const { memory, multiply } = new WebAssembly.Instance(wasm).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof multiply !== 'function') throw new Error('Another module.');
  return { memory, multiply: (...numbers) => void multiply(...numbers) };
}
