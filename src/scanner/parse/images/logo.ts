/** A logo from a caller, made safe to show: an SVG keeps only shapes and text, a PNG only its picture. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { escapeXml } from '../sitemap/escape-xml.ts';

export const MAX_LOGO_BYTES = 100_000;
const MAX_SIDE = 4096;
const MAX_PIXELS = 4_000_000;
const MAX_ELEMENTS = 5000;
const MAX_DEPTH = 50;

export type Logo = { readonly ok: true; readonly uri: string } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): Logo => ({ ok: false, reason });

/**
 * @param uri `data:image/png;base64,…` or `data:image/svg+xml;base64,…`
 * @returns a URI of the same kind with nothing but the picture, or why it is refused, in trusted text
 */
export function safeLogo(uri: string): Logo {
  const [head = '', body = ''] = uri.split(',', 2);
  const isPng = head === 'data:image/png;base64';
  if (!isPng && head !== 'data:image/svg+xml;base64')
    return refused('expected a data: URI of a PNG or an SVG, in base64');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(body)) return refused('its base64 is broken');
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length > MAX_LOGO_BYTES) return refused(`it is larger than ${MAX_LOGO_BYTES / 1000} KB`);
  return isPng ? safePng(bytes) : safeSvg(bytes.toString('utf8'));
}

/** Makes the URI that `safeLogo` takes. @param bytes of a PNG, or of an SVG in UTF-8 */
export const logoUri = (bytes: Uint8Array): string =>
  `data:image/${isPngFile(bytes) ? 'png' : 'svg+xml'};base64,${Buffer.from(bytes).toString('base64')}`;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isPngFile = (bytes: Uint8Array): boolean => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
/** https://www.w3.org/TR/png-3/#11Chunks: what draws the picture. Text, dates and Exif are left out. */
const CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);

function safePng(bytes: Buffer): Logo {
  const broken = refused('it is no whole PNG');
  if (!isPngFile(bytes)) return broken;
  const kept: Buffer[] = [SIGNATURE];
  for (let at = SIGNATURE.length; ; ) {
    // Length, name, data and checksum.
    if (at + 12 > bytes.length) return broken;
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return broken;
    if ((name === 'IHDR') !== (kept.length === 1)) return broken;
    if (name === 'IHDR') {
      if (length !== 13) return broken;
      const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      if (width === 0 || height === 0) return broken;
      // Few bytes may unpack to any number of pixels.
      if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
        return refused(`it has more than ${MAX_PIXELS / 1_000_000} million pixels, or a side over ${MAX_SIDE}`);
    }
    if (CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return { ok: true, uri: logoUri(Buffer.concat(kept)) };
    at = end;
  }
}

const SVG = 'http://www.w3.org/2000/svg';
/**
 * Elements that draw. Scripts, foreign objects, links, images, animations and filters are left out with their contents;
 * `use` too, as a few of them draw millions of shapes.
 */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient stop clipPath mask style'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'id class style transform viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points dx dy fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity font-family font-size font-weight font-style text-anchor letter-spacing dominant-baseline vector-effect'.split(
    ' ',
  ),
);

/** Whether a value of an attribute or a style refers to nothing outside of the file. */
const staysInside = (value: string): boolean =>
  !/[@\\<]|expression|javascript:|import/i.test(value) &&
  value
    .split(/url\(/i)
    .slice(1)
    .every((rest) => /^\s{0,5}["']?#/.test(rest));

function safeSvg(text: string): Logo {
  const parser = new SaxesParser({ xmlns: true });
  const parts: string[] = [];
  let fault: string | undefined;
  let elements = 0;
  let depth = 0;
  /** Depth of the element that is left out; 0 for none. */
  let leftOut = 0;
  let isInStyle = false;
  let css = '';
  parser.on('error', () => {
    fault ??= 'it is no well-formed SVG';
  });
  // Entities of a document type can multiply, and read files.
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) fault ??= 'its document type defines entities';
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    elements += 1;
    if (depth === 1 && (tag.local !== 'svg' || tag.uri !== SVG)) fault ??= 'its root is no svg element of SVG';
    if (elements > MAX_ELEMENTS || depth > MAX_DEPTH) fault ??= 'it has too many elements';
    if (leftOut > 0 || fault !== undefined) return;
    if (tag.uri !== SVG || !ELEMENTS.has(tag.local) || (depth > 1 && tag.local === 'svg')) {
      leftOut = depth;
      return;
    }
    isInStyle = tag.local === 'style';
    css = '';
    parts.push(`<${tag.local}${depth === 1 ? ` xmlns="${SVG}"` : ''}${attributesOf(tag)}>`);
  });
  const onText = (words: string) => {
    if (leftOut > 0 || depth === 0) return;
    if (isInStyle) css += words;
    else parts.push(escapeXml(words));
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ local }) => {
    if (leftOut === 0 && fault === undefined) {
      if (isInStyle && staysInside(css)) parts.push(escapeXml(css));
      isInStyle = false;
      parts.push(`</${local}>`);
    }
    if (leftOut === depth) leftOut = 0;
    depth -= 1;
  });
  try {
    parser.write(text.replace(/^\ufeff/, '')).close();
  } catch {
    fault ??= 'it is no well-formed SVG';
  }
  if (fault === undefined && elements === 0) fault = 'it is no well-formed SVG';
  return fault === undefined ? { ok: true, uri: logoUri(Buffer.from(parts.join(''))) } : refused(fault);
}

/** Those that draw, as text. A reference leads to an element of the same file. */
function attributesOf({ attributes }: SaxesTagNS): string {
  return Object.values(attributes)
    .flatMap(({ local, uri, value }) => {
      const isReference = local === 'href' && (uri === '' || uri === 'http://www.w3.org/1999/xlink');
      if (isReference) return /^#[\w.-]{1,200}$/.test(value) ? [` href="${value}"`] : [];
      return uri === '' && ATTRIBUTES.has(local) && staysInside(value) ? [` ${local}="${escapeXml(value)}"`] : [];
    })
    .join('');
}
