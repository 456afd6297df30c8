import { articleText } from './article-text.ts';
import { defineResource } from './define-resource.ts';

export const methodology = defineResource({
  uri: 'legible://methodology',
  name: 'methodology',
  title: 'Methodology',
  description:
    'How a scan works and how its score is computed: sampling, weights, caps, confidence, percentiles, politeness.',
  mimeType: 'text/markdown',
  isPublic: true,
  read: async (_, { library }) =>
    library.articles
      .filter(({ itemType }) => itemType === 'methodology')
      .map(articleText)
      .join('\n'),
});
