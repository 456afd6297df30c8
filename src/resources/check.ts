import { ServiceError } from '../errors.ts';
import { ALL_CHECKS } from '../scanner/catalogue.ts';
import { articleText } from './article-text.ts';
import { defineResource, type ReadContext } from './define-resource.ts';

export const check = defineResource({
  uri: 'legible://checks/{checkId}',
  name: 'check',
  title: 'One check',
  description:
    'What a check wants, why it matters, its exact rule and how it counts. Ids are those of findings: S1, L1, P1, M1.',
  mimeType: 'text/markdown',
  isPublic: true,
  read: async (checkId, context) => checkText(checkId, context),
  complete: async (typed) => checkIds(typed),
});

/**
 * The article of a check, as Markdown.
 * @param id in either case
 * @throws ServiceError not_found
 */
export function checkText(id: string, { library }: Pick<ReadContext, 'library'>): string {
  const article = library.find(`/docs/checks/${id.toUpperCase()}`);
  if (article?.itemType !== 'check') {
    throw new ServiceError('not_found', 'checkId: there is no such check. legible://catalogue lists every id.');
  }
  return articleText(article);
}

/** Ids that begin with what was typed, in catalogue order. */
export const checkIds = (typed: string): readonly string[] =>
  ALL_CHECKS.map(({ id }) => id).filter((id) => id.startsWith(typed.toUpperCase()));
