import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { H3 } from 'h3';
import { isHeld } from '../scanner/parse/http-headers/request-headers.ts';

const FOLDER = join(import.meta.dirname, 'public');
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Changes with the contents. */
  readonly version: string;
}

const ASSETS: ReadonlyMap<string, Asset> = new Map(
  readdirSync(FOLDER).map((name) => {
    const body = Uint8Array.from(readFileSync(join(FOLDER, name)));
    const version = createHash('sha256').update(body).digest('base64url').slice(0, 12);
    return [name, { body, version, type: TYPES[extname(name)] ?? 'text/plain; charset=utf-8' }];
  }),
);

/**
 * Root-relative URL of an asset, which browsers may keep for ever: new contents have another URL.
 * @throws Error when the file does not exist
 */
export function assetUrl(name: string): string {
  const asset = ASSETS.get(name);
  if (asset === undefined) throw new Error(`there is no asset ${name}`);
  return `/assets/${name}?v=${asset.version}`;
}

/** @throws Error when the file does not exist */
export function assetText(name: string): string {
  const asset = ASSETS.get(name);
  if (asset === undefined) throw new Error(`there is no asset ${name}`);
  return new TextDecoder().decode(asset.body);
}

/** `GET /assets/…`: the stylesheet, the scripts and the pictures of every page. */
export function mountAssets(app: H3): void {
  for (const [name, { body, type, version }] of ASSETS) {
    const etag = `"${version}"`;
    app.get(`/assets/${name}`, ({ req, url }) => {
      const isOfThisVersion = url.searchParams.get('v') === version;
      const headers = {
        'content-type': type,
        'cache-control': isOfThisVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        etag,
      };
      return isHeld(req.headers.get('if-none-match'), etag)
        ? new Response(null, { status: 304, headers })
        : new Response(body, { headers });
    });
  }
}
