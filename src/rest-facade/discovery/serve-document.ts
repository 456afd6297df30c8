import type { H3, H3Event } from 'h3';
import { allowOf, answerOtherMethod } from '../other-methods.ts';

const READ_ONLY = allowOf(['GET']);

/** Mounts a document that can only be read: GET and HEAD answer it, OPTIONS the methods, anything else 405. */
export function serveDocument(
  app: H3,
  baseUrl: string,
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  const documentOf = ({ req }: H3Event) => {
    if (req.method === 'GET' || req.method === 'HEAD') return answer(req);
    return answerOtherMethod(req.method, READ_ONLY, baseUrl);
  };
  app.all(path, documentOf);
}
