import { COLUMNS } from '../src/sites/census/row.ts';
import { markdownTable } from './markdown-table.ts';

/** The columns of a census for docs/census.md; `?` is for those that may be null. */
export const censusColumns = (): string =>
  markdownTable([
    ['column', 'type', 'what'],
    ...COLUMNS.map(({ name, type, required, about }) => [`\`${name}\``, `${type}${required ? '' : '?'}`, about]),
  ]);
