/** `npm run proof -- NAME`: reproduces figures of the documentation, on data outside the repository. */
import { proveInjection } from './injection/prove.ts';

const PROOFS: Readonly<Record<string, () => void>> = { injection: proveInjection };

const [name = ''] = process.argv.slice(2);
const prove = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
if (prove === undefined) {
  console.error(`Name a proof: ${Object.keys(PROOFS).join(', ')}.`);
  process.exitCode = 2;
} else prove();
