import { ratingWords } from '../charts.ts';
import type { Share } from '../layout.ts';
import { SHARE_IMAGE, type Shared, shareImage } from './share-image.ts';

const IMAGE_NAME = 'card.png';

/** The link preview of a report. @param path of the report @param verdict what its rating means */
export function previewOf(path: string, { host, label, score, rating }: Shared, verdict: string): Share {
  const title = `${host}: ${score} of 100`;
  return {
    path,
    title,
    description: `${label}, graded by Legible: ${ratingWords(rating)}. ${verdict}`,
    image: `${path}/${IMAGE_NAME}`,
    alt: `${label} of ${title}, ${ratingWords(rating)}`,
  };
}

/** The route of the picture, below that of its report. */
export const imageRoute = (reportRoute: string): string => `${reportRoute}/${IMAGE_NAME}`;

/** As little cached and indexed as the report is. */
export const imageResponse = (shared: Shared): Response =>
  new Response(new Uint8Array(shareImage(shared)), {
    headers: {
      'content-type': SHARE_IMAGE.type,
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    },
  });
