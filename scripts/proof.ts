/** `npm run proof -- NAME`: shows figures that the documentation promises, on data that stands outside of the repository. */
import { proveInjection } from './injection/prove.ts';

const PROOFS: Readonly<Record<string, () => void>> = { injection: proveInjection };

const [name = ''] = process.argv.slice(2);
const prove = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
if (prove === undefined) {
  console.error(`Name a proof: ${Object.keys(PROOFS).join(', ')}.`);
  process.exitCode = 2;
} else prove();
