import type { H3 } from 'h3';
import { parseUrl } from '../basics/parse-url.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { Corpus } from '../scans/corpus.ts';
import type { McpScans } from '../scans/mcp-scans.ts';
import type { Rating } from '../schema/scan.ts';
import { escapeHtml } from './markup.ts';

const LABEL_CHARACTER_WIDTH = 5.4;
const CHARACTER_WIDTH = 7;
/** Of `2026-01-31`. */
const DAY_LENGTH = 10;
/** Longer is no host name (RFC 1035, section 2.3.4), with room for a port. */
const MAX_HOST = 260;

/** White on each of them has a contrast of 4.5 or more. */
const COLOURS: Record<Rating | 'none', string> = {
  excellent: '#14703f',
  good: '#0b6f8a',
  fair: '#945a00',
  needs_improvement: '#a8261d',
  none: '#5c5953',
};

/** `GET /badge/{host}.svg`: the latest score of a public site, for its own pages; "not scanned" when there is none. */
export function mountBadge(app: H3, corpus: Pick<Corpus, 'scoreOf'>): void {
  app.get('/badge/:file', async ({ context }) => {
    const host = hostIn(context.params?.file ?? '');
    const score = host === undefined ? undefined : await corpus.scoreOf(host);
    return image(badge('agent readability', score));
  });
}

/** `GET /m/{shareToken}/badge.svg`: score and day of the scan of an MCP server, for its README. */
export function mountMcpBadge(app: H3, mcpScans: Pick<McpScans, 'byShareToken'>): void {
  app.get('/m/:token/badge.svg', async ({ context }) => {
    const record = await mcpScans.byShareToken(context.params?.token ?? '');
    return image(badge('MCP server', record?.scan.mcpScore, record?.createdAt.slice(0, DAY_LENGTH)));
  });
}

const image = (svg: string): Response =>
  new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    },
  });

/** The host in `example.com.svg`, with the port when it has one; undefined when there is none. */
function hostIn(file: string): string | undefined {
  if (!file.endsWith('.svg') || file.length > MAX_HOST) return undefined;
  try {
    return parseUrl(`https://${decodeURIComponent(file.slice(0, -'.svg'.length))}/`)?.host;
  } catch {
    return undefined;
  }
}

/** An SVG with a score, and the day of it. */
export function badge(label: string, score: number | undefined, day?: string): string {
  const value = score === undefined ? 'not scanned' : `${score} / 100${day === undefined ? '' : ` on ${day}`}`;
  const labelWidth = Math.round(label.length * LABEL_CHARACTER_WIDTH) + 12;
  const colour = COLOURS[score === undefined ? 'none' : ratingOf(score)];
  const valueWidth = value.length * CHARACTER_WIDTH + 12;
  const width = labelWidth + valueWidth;
  const text = (x: number, words: string) => `<text x="${x}" y="14">${escapeHtml(words)}</text>`;
  const title = `${label}: ${value}`;
  const fields =
    `<rect width="${labelWidth}" height="20" fill="#33312d"/>` +
    `<rect x="${labelWidth}" width="${valueWidth}" height="20" fill="${colour}"/>`;
  const words = text(labelWidth / 2, label) + text(labelWidth + valueWidth / 2, value);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title><clipPath id="c"><rect width="${width}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#c)">${fields}</g>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    `${words}</g></svg>`,
  ].join('');
}
