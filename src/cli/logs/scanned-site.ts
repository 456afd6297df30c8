import { parseUrl } from '../../basics/parse-url.ts';
import type { JoinedScan } from '../../logs/join-scan.ts';
import { parseRobotsTxt, type RobotsTxt } from '../../scanner/parse/robots/robots-txt.ts';
import { withScheme } from '../../scanner/parse/url/normalise-url.ts';
import { READERS } from '../../scanner/readers/readers.ts';
import { PageView } from '../../schema/page-view.ts';
import type { CallTool } from '../local-engine.ts';
import { say } from '../output.ts';
import { followScan, whyFailed, withProduct } from '../product.ts';
import { readReport } from '../render.ts';
import { allowedHosts } from '../scan-settings.ts';

export interface ScannedSite {
  readonly joined: JoinedScan;
  /** Undefined where the site has none that can be read. */
  readonly robots: RobotsTxt | undefined;
}

/**
 * A scan of the site and its robots.txt: an earlier scan by its id, or a new one.
 * @returns undefined when the site could not be scanned; the reason was said
 */
export function readSite(site: string, isPrivate: boolean, signal: AbortSignal): Promise<ScannedSite | undefined> {
  const isId = /^scn_[a-z2-7]+$/i.test(site);
  const url = isId ? undefined : withScheme(site);
  return withProduct(
    async (call, hear) => {
      const id = url === undefined ? site : await scanOf(call, { url, signal, hear });
      if (id === undefined) return undefined;
      const { scan, explanation } = await readReport(call, id, undefined);
      return { joined: { scan, explanation }, robots: await robotsOf(call, scan.rootUrl) };
    },
    { data: isId ? 'user' : 'none', allowPrivate: allowedHosts(url ?? '', isPrivate) },
    signal,
  );
}

async function scanOf(call: CallTool, options: Parameters<typeof followScan>[1]): Promise<string | undefined> {
  const scan = await followScan(call, options);
  if (scan.status !== 'failed') return scan.id;
  say(`legible: could not scan: ${whyFailed(scan)}`);
  return undefined;
}

/** The rules of today. A site without the file has none to obey. */
async function robotsOf(call: CallTool, rootUrl: string): Promise<RobotsTxt | undefined> {
  const url = parseUrl('/robots.txt', rootUrl)?.href;
  if (url === undefined) return undefined;
  try {
    const { form, status, evidence } = PageView.parse(await call('view_page', { url, as: READERS[0].id }));
    return form === 'text' && status === 200 ? parseRobotsTxt(evidence.text) : undefined;
  } catch (error) {
    say(
      `legible: robots.txt could not be read, so nothing is said of who obeys it (${error instanceof Error ? error.message : ''})`,
    );
    return undefined;
  }
}
