/** `npm run generate`: writes the files that are made from the code. With `-- --check` it only lists outdated files. */
import { resolve } from 'node:path';
import { checkExamples } from './check-examples.ts';
import { generatedFiles, outOfDate, writeGenerated } from './generated-files.ts';

const root = resolve(import.meta.dirname, '..');
const [option, ...more] = process.argv.slice(2);
if ((option !== undefined && option !== '--check') || more.length > 0) {
  console.error('Usage: npm run generate [-- --check]');
  process.exit(2);
}

const files = generatedFiles(root, checkExamples());
const stale = outOfDate(root, files);
if (option === undefined) {
  writeGenerated(root, files);
  console.log(stale.length === 0 ? 'Everything was up to date.' : `Written: ${stale.join(', ')}`);
} else if (stale.length > 0) {
  console.error(`Not up to date (npm run generate): ${stale.join(', ')}`);
  process.exit(1);
}
