import { type SiteServer, serveSite } from './site-server.ts';

/** A site of five pages, two of which are answered only once they are released: a scan of it stays running until then. */
export interface HeldSite extends SiteServer {
  release(): void;
}

const PATHS = ['/', '/one', '/two', '/z-held-one', '/z-held-two'];
const html = (path: string) => `<!doctype html><html lang="en"><head><title>Page ${path} of a site</title></head>
<body><main><h1>Page ${path}</h1><p>${'Words that a reader of this page could use. '.repeat(10)}</p>
${PATHS.map((to) => `<a href="${to}">Page ${to}</a>`).join(' ')}</main></body></html>`;

export async function serveHeldSite(): Promise<HeldSite> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const site = await serveSite({
    pages: Object.fromEntries(
      PATHS.map((path) => [
        path,
        path.startsWith('/z-held')
          ? { body: (response) => released.then(() => response.end(html(path))) }
          : { body: html(path) },
      ]),
    ),
  });
  return {
    ...site,
    release,
    async close() {
      release();
      await site.close();
    },
  };
}
