/** The shop of the corpus on nginx, which starts a session for each visitor, as hosted shops do. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isInstalled, startServer } from '../web-servers.ts';
import { temporaryFolder } from './processes.ts';
import type { ContentSystem } from './system.ts';

const RECORDED = join(import.meta.dirname, '../../corpus/sites/shop');
/** The address that the recording has in its pages and sitemaps. */
const OWN_ADDRESS = 'https://quaytea.example';

/** Why the shop cannot run here; false where it can. */
export const shopMissing = (): string | false => (isInstalled('nginx') ? false : 'apt-get install nginx');

/** A visitor without a cart gets one; pages change with it, so they have no validators. */
const OUTSIDE = `map $cookie_cart $new_cart {
  default "";
  "" "cart=$request_id; Path=/; HttpOnly";
}`;

const rulesOf = (root: string): string => `root ${root};
error_page 404 /404.html;
absolute_redirect off;
etag off;
if_modified_since off;
add_header Set-Cookie $new_cart;
charset utf-8;
sub_filter ${OWN_ADDRESS} http://$http_host;
sub_filter_once off;
sub_filter_types text/html text/xml application/xml text/plain;
location = /cart/add { limit_except POST { deny all; } return 303 /cart; }
location / { try_files $uri $uri.html $uri/index.html =404; }`;

/** @throws Error where nginx does not start */
export async function startShop(): Promise<ContentSystem> {
  const folder = await temporaryFolder('shop');
  const root = join(folder.path, 'site');
  await cp(RECORDED, root, { recursive: true });
  await folder.handOver();
  try {
    const server = await startServer('nginx', { outside: OUTSIDE, site: rulesOf(root) });
    return {
      origin: server.origin,
      async close() {
        await server.close();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
