import type { ServerMiddleware } from 'srvx';

/**
 * While this process stops, its answers end their connections: a client that kept one would send its next request into
 * the moment of closing.
 */
export const closeWhileDraining =
  (isStopping: () => boolean): ServerMiddleware =>
  async (_request, next) => {
    const response = await next();
    if (isStopping()) response.headers.set('connection', 'close');
    return response;
  };
