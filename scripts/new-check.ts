/** `npm run new-check -- S some-slug`: the next check of a series to fill in, with its test, catalogue line and weight. */
import { resolve } from 'node:path';
import { AddCheckError, addCheck } from './add-check.ts';

const [id, slug, ...more] = process.argv.slice(2);
if (id === undefined || slug === undefined || more.length > 0) {
  console.error('Usage: npm run new-check -- S some-slug');
  process.exit(2);
}
try {
  const { id: added, written } = addCheck(resolve(import.meta.dirname, '..'), id, slug);
  console.log(
    [
      `${added} is written: ${written.join(', ')}`,
      'Its weight is 0, which moves no score. CONTRIBUTING.md, "Add a check", explains what follows:',
      `  write the rule and its rows, the row of the article, and src/library/asked/checks/${added}.txt`,
      `  npm test -- ${slug} && npm run generate`,
      '  npm test -- unit checks scripts articles tools',
      '  npm run check',
    ].join('\n'),
  );
} catch (thrown) {
  if (!(thrown instanceof AddCheckError)) throw thrown;
  console.error(thrown.message);
  process.exit(1);
}
