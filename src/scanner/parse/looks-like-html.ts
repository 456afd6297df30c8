const HTML_START = /^<(?:!doctype\s+html|html|head|body)(?=[\s/>])/i;
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Whether a body is an HTML page, whatever it was asked for as. After a byte order mark, white space and one comment
 * it starts with a doctype, html, head or body; or its type is HTML and it starts with any tag.
 *
 * @param contentType The media type; parameters are ignored.
 */
export function looksLikeHtml(text: string, contentType: string): boolean {
  const start = withoutComment(text.replace(/^\uFEFF/, '').trimStart());
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return HTML_START.test(start) || (HTML_TYPES.has(mediaType) && start.startsWith('<'));
}

function withoutComment(text: string): string {
  if (!text.startsWith('<!--')) return text;
  const end = text.indexOf('-->', '<!--'.length);
  return end === -1 ? text : text.slice(end + '-->'.length).trimStart();
}
