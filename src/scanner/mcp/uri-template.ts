/** Longer templates are no templates. */
const MAX_CHARS = 8_192;
const OPERATORS = '+#./;?&';
/** Letters, digits, `_` and percent-encoded bytes, with single dots between them (RFC 6570, section 2.3). */
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*$/;
/** What no literal may hold, beside controls (section 2.1). The apostrophe is let through: in a URI it is legal. */
const FORBIDDEN = new Set([' ', '"', '<', '>', '\\', '^', '`', '{', '|', '}']);

/**
 * Whether a text is a URI template.
 * @see https://www.rfc-editor.org/rfc/rfc6570
 */
export function isUriTemplate(text: string): boolean {
  if (text === '' || text.length > MAX_CHARS) return false;
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '{') {
      if (!isLiteral(text, at)) return false;
      at += 1;
      continue;
    }
    const end = text.indexOf('}', at);
    if (end === -1 || !isExpression(text.slice(at + 1, end))) return false;
    at = end + 1;
  }
  return true;
}

function isLiteral(text: string, at: number): boolean {
  const char = text.charAt(at);
  if (char === '%') return /^[0-9A-Fa-f]{2}$/.test(text.slice(at + 1, at + 3));
  return !FORBIDDEN.has(char) && !/\p{Cc}/u.test(char);
}

function isExpression(expression: string): boolean {
  const list = expression !== '' && OPERATORS.includes(expression.charAt(0)) ? expression.slice(1) : expression;
  return list.split(',').every(isVariable);
}

function isVariable(spec: string): boolean {
  if (spec.endsWith('*')) return VARIABLE.test(spec.slice(0, -1));
  const [name = '', length, ...rest] = spec.split(':');
  return rest.length === 0 && VARIABLE.test(name) && (length === undefined || /^[1-9][0-9]{0,3}$/.test(length));
}
