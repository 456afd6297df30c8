import type { H3, H3Event } from 'h3';
import { ServiceError } from '../../errors.ts';
import { errorResponse } from '../errors-http.ts';

const READ_ONLY = 'GET, HEAD, OPTIONS';

/** Mounts a document that can only be read: GET and HEAD answer it, OPTIONS the methods, anything else 405. */
export function serveDocument(
  app: H3,
  baseUrl: string,
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  const documentOf = ({ req }: H3Event) => {
    switch (req.method) {
      case 'GET':
      case 'HEAD':
        return answer(req);
      case 'OPTIONS':
        return new Response(null, { status: 204, headers: { allow: READ_ONLY } });
      default: {
        const error = new ServiceError('method_not_allowed', `This path answers ${READ_ONLY}.`);
        return errorResponse(error, baseUrl, { allow: READ_ONLY });
      }
    }
  };
  app.all(path, documentOf);
}
