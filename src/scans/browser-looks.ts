import type { PageScreen, ScannedPage, SeenControl, SiteLook } from '../scanner/model/browser.ts';
import type { BrowserReport } from '../schema/scan.ts';
import type { Store } from '../store/store.ts';
import { packedDocuments } from './page-store.ts';

/** A screen without its picture, which is read by its number. */
export interface StoredScreen extends Omit<PageScreen, 'picture' | 'controls'> {
  readonly controls: readonly SeenControl[];
}

/** What a browser showed of a scan's pages. */
export interface StoredLook {
  readonly report: BrowserReport;
  /** In the order of their pictures. */
  readonly screens: readonly StoredScreen[];
}

/** The pages that a browser may look at while the scan still runs. */
export interface EarlyPages {
  readonly pages: readonly ScannedPage[];
  readonly publicOrigin?: { readonly origin: string; readonly servedBy: string } | undefined;
}

/** What browsers showed, under the ids of scans. */
export interface BrowserLooks {
  /** Keeps the pages to look at. */
  offer(id: string, early: EarlyPages): Promise<void>;
  offered(id: string): Promise<EarlyPages | undefined>;
  /** Writes the pictures first, so that a readable record always has them. */
  write(id: string, look: SiteLook): Promise<void>;
  read(id: string): Promise<StoredLook | undefined>;
  /** JPEG of a screen, by its place from 0. */
  picture(id: string, at: number): Promise<Uint8Array | undefined>;
  remove(id: string): Promise<void>;
}

/** Of one scan, all pictures together as they are stored, which is as text. */
const MAX_BYTES = 3_000_000;
const MAX_PICTURES = 10;

export function createBrowserLooks(store: Store): BrowserLooks {
  const looks = packedDocuments<StoredLook>(store, 'scan-browser');
  // JPEG is compressed already.
  const pictures = store.documents<string>('scan-pictures');
  const early = packedDocuments<EarlyPages>(store, 'scan-browser-pages');
  const keyOf = (id: string, at: number) => `${id}:${at}`;
  return {
    offer: async (id, pages) => {
      await early.set(id, pages);
    },
    offered: (id) => early.get(id),
    async write(id, { report, screens }) {
      const kept = withinLimit(screens);
      for (const [at, { text }] of kept.entries()) await pictures.set(keyOf(id, at), text);
      await looks.set(id, { report, screens: kept.map(({ screen: { picture: _, ...screen } }) => screen) });
    },
    read: (id) => looks.get(id),
    async picture(id, at) {
      const text = await pictures.get(keyOf(id, at));
      return text === undefined ? undefined : Buffer.from(text, 'base64');
    },
    async remove(id) {
      await looks.delete(id);
      await early.delete(id);
      for (let at = 0; at < MAX_PICTURES; at += 1) await pictures.delete(keyOf(id, at));
    },
  };
}

/** The first screens whose pictures have room, as text. */
function withinLimit(screens: readonly PageScreen[]) {
  let bytes = 0;
  return screens
    .slice(0, MAX_PICTURES)
    .map((screen) => ({ screen, text: Buffer.from(screen.picture).toString('base64') }))
    .filter(({ text }) => {
      const fits = bytes + text.length <= MAX_BYTES;
      if (fits) bytes += text.length;
      return fits;
    });
}
