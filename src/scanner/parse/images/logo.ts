/** A logo from a caller, made safe to show: an SVG keeps only shapes and text, a PNG only its picture. */
import { crc32, inflateSync } from 'node:zlib';
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
  const compressed: Buffer[] = [];
  let pictureBytes: number | undefined;
  let needsPalette = false;
  for (let at = SIGNATURE.length; ; ) {
    // Length, name, data and checksum.
    if (at + 12 > bytes.length) return broken;
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) return broken;
    if ((name === 'IHDR') !== (kept.length === 1)) return broken;
    const data = bytes.subarray(at + 8, end - 4);
    if (name === 'IHDR') {
      if (length !== 13) return broken;
      const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      if (width === 0 || height === 0) return broken;
      // Few bytes may unpack to any number of pixels.
      if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
        return refused(`it has more than ${MAX_PIXELS / 1_000_000} million pixels, or a side over ${MAX_SIDE}`);
      pictureBytes = pictureBytesOf(data);
      needsPalette = data[9] === PALETTE;
    }
    if (name === 'PLTE') needsPalette = false;
    if (name === 'IDAT') compressed.push(data);
    if (CHUNKS.has(name)) {
      // Browsers show nothing of a picture with a wrong checksum.
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return broken;
      kept.push(bytes.subarray(at, end));
    }
    if (name === 'IEND') {
      const isWhole = pictureBytes !== undefined && !needsPalette && unpacksTo(pictureBytes, compressed);
      return isWhole ? { ok: true, uri: logoUri(Buffer.concat(kept)) } : broken;
    }
    at = end;
  }
}

/** Samples of a pixel by colour type, and the bits that one may have: https://www.w3.org/TR/png-3/#table111 */
const COLOUR_TYPES: ReadonlyMap<number, { readonly samples: number; readonly bits: readonly number[] }> = new Map([
  [0, { samples: 1, bits: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, bits: [8, 16] }],
  [3, { samples: 1, bits: [1, 2, 4, 8] }],
  [4, { samples: 2, bits: [8, 16] }],
  [6, { samples: 4, bits: [8, 16] }],
]);
const PALETTE = 3;
/** First column and row, and steps between them, of the seven passes: https://www.w3.org/TR/png-3/#8InterlaceMethods */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The bytes of a picture before compression; undefined for a header that PNG does not have. @param header data of IHDR */
function pictureBytesOf(header: Buffer): number | undefined {
  const [bits = 0, colourType = -1, compression, filter, interlace] = header.subarray(8);
  const type = COLOUR_TYPES.get(colourType);
  if (!type?.bits.includes(bits) || compression !== 0 || filter !== 0) return undefined;
  const passes = interlace === 0 ? ([[0, 0, 1, 1]] as const) : interlace === 1 ? PASSES : [];
  let bytes = 0;
  for (const [column, row, columnStep, rowStep] of passes) {
    const width = Math.ceil((header.readUInt32BE(0) - column) / columnStep);
    const height = Math.ceil((header.readUInt32BE(4) - row) / rowStep);
    // Each line begins with the byte of its filter.
    if (width > 0 && height > 0) bytes += height * (1 + Math.ceil((width * type.samples * bits) / 8));
  }
  return bytes === 0 ? undefined : bytes;
}

function unpacksTo(bytes: number, compressed: readonly Buffer[]): boolean {
  try {
    return inflateSync(Buffer.concat(compressed), { maxOutputLength: bytes }).length === bytes;
  } catch {
    return false;
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
const SHAPES = new Set('path rect circle ellipse line polyline polygon'.split(' '));
/** Shapes inside are shown only where others refer to them, and a title is no text of the picture. */
const UNSHOWN = new Set('defs clipPath mask linearGradient radialGradient style title desc'.split(' '));
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

const MALFORMED = 'its SVG is not well-formed';

function safeSvg(text: string): Logo {
  if (!/^\ufeff?\s{0,100}</.test(text)) return refused('it is neither a PNG nor an SVG');
  const parser = new SaxesParser({ xmlns: true });
  const parts: string[] = [];
  let fault: string | undefined;
  let elements = 0;
  let depth = 0;
  /** Depth of the element that is left out; 0 for none. */
  let leftOut = 0;
  /** Depth of the element that shows nothing of its contents by itself; 0 for none. */
  let unshown = 0;
  /** Depth of the text element; 0 outside of one. */
  let textDepth = 0;
  let isDrawing = false;
  let isInStyle = false;
  let css = '';
  parser.on('error', () => {
    fault ??= MALFORMED;
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
    if (unshown === 0 && UNSHOWN.has(tag.local)) unshown = depth;
    if (textDepth === 0 && tag.local === 'text') textDepth = depth;
    if (unshown === 0 && SHAPES.has(tag.local)) isDrawing = true;
    isInStyle = tag.local === 'style';
    css = '';
    parts.push(`<${tag.local}${depth === 1 ? ` xmlns="${SVG}"` : ''}${attributesOf(tag)}>`);
  });
  const onText = (words: string) => {
    if (leftOut > 0 || depth === 0) return;
    if (isInStyle) css += words;
    else parts.push(escapeXml(words));
    if (unshown === 0 && textDepth > 0 && words.trim() !== '') isDrawing = true;
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
    if (unshown === depth) unshown = 0;
    if (textDepth === depth) textDepth = 0;
    depth -= 1;
  });
  try {
    parser.write(text.replace(/^\ufeff/, '')).close();
  } catch {
    fault ??= MALFORMED;
  }
  if (fault === undefined && elements === 0) fault = MALFORMED;
  if (!isDrawing) fault ??= 'it draws no shape and no text of its own; pictures inside an SVG are left out';
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
