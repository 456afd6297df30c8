import { DOT_PRODUCTS_WASM } from './dot-products-wasm.ts';

const PAGE_BYTES = 65_536;
let instance: Instance | undefined;

/**
 * The dot products of a row with others of its width, which follow each other. WebAssembly takes a tenth of the time of
 * a loop, because JavaScript cannot use the vector instructions of a processor.
 * @returns one for each of the others, valid until the next call
 * @throws RangeError where the width is no multiple of 16, or the others are not of it
 */
export function dotProducts(row: Int8Array, others: Int8Array): Int32Array {
  const width = row.length;
  if (width % 16 !== 0 || others.length % (width || 1) !== 0) {
    throw new RangeError(
      `The width must be a multiple of 16 and the others a multiple of the width: got ${width} and ${others.length}.`,
    );
  }
  if (width === 0) return new Int32Array();
  instance ??= instantiate();
  const { memory, multiply } = instance;
  const count = others.length / width;
  const end = width + others.length;
  const missing = end + 4 * count - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  const bytes = new Int8Array(memory.buffer);
  bytes.set(row);
  bytes.set(others, width);
  multiply(width, count);
  return new Int32Array(memory.buffer, end, count);
}

interface Instance {
  readonly memory: WebAssembly.Memory;
  multiply(width: number, count: number): void;
}

/** For the first product: a process that never asks needs no memory for it. */
function instantiate(): Instance {
  const wasm = new WebAssembly.Module(Buffer.from(DOT_PRODUCTS_WASM, 'base64'));
  const { memory, multiply } = new WebAssembly.Instance(wasm).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof multiply !== 'function') {
    throw new Error('dot-products-wasm.ts lacks memory or multiply: run npm run generate.');
  }
  return { memory, multiply: (width, count) => void multiply(width, count) };
}
