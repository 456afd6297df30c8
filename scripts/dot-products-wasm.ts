import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import startWabt from 'wabt';
import { formatted } from './formatted.ts';

const PROGRAM = resolve(import.meta.dirname, '../src/library/dot-products.wat');
const wabt = await startWabt();

/** src/library/dot-products-wasm.ts: the program next to it, assembled. */
export function dotProductsWasm(path: string): string {
  const { buffer } = wabt.parseWat(PROGRAM, readFileSync(PROGRAM, 'utf8'), { simd: true }).toBinary({});
  return formatted(
    path,
    `// Generated from dot-products.wat by npm run generate. Do not edit.

/** A WebAssembly module in Base64. */
export const DOT_PRODUCTS_WASM = '${Buffer.from(buffer).toString('base64')}';
`,
  );
}
