/** `npm run new-check -- S26 some-slug`: a check to fill in, with its test, its catalogue line and its weight. */
import { resolve } from 'node:path';
import { AddCheckError, addCheck } from './add-check.ts';

const [id, slug, ...more] = process.argv.slice(2);
if (id === undefined || slug === undefined || more.length > 0) {
  console.error('Usage: npm run new-check -- S26 some-slug');
  process.exit(2);
}
try {
  const paths = addCheck(resolve(import.meta.dirname, '..'), id, slug);
  console.log(
    [
      `Written: ${paths.join(', ')}`,
      'Now write the rule and its rows on both sides of every threshold, and give it a weight: it is 0, and a changed rubric is a new version.',
      `Then: npm test -- ${slug} && npm run generate && npm run check`,
    ].join('\n'),
  );
} catch (thrown) {
  if (!(thrown instanceof AddCheckError)) throw thrown;
  console.error(thrown.message);
  process.exit(1);
}
