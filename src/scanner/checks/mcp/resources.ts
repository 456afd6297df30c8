import { parseUrl } from '../../../basics/parse-url.ts';
import { trimmed } from '../../mcp/tools.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { gradeShare, listEvidence, percentOf } from './evidence.ts';

const PERCENT = { pass: 80, warn: 0 };

export default defineCheck({
  id: 'M22',
  slug: 'resources',
  series: 'mcp',
  category: 'resources-prompts',
  titles: {
    pass: 'Resources are valid and described',
    fail: 'Resources are invalid or not described',
    action: 'Describe each resource, and fix invalid ones',
  },
  why: 'A client shows resources by name and description, and decides by media type whether it can use one.',
  rule: 'Fails when a resource lacks a name or a valid URI, a template lacks a name or a valid URI template (RFC 6570), or one occurs twice. Passes when 80 % have a description and mimeType. Warns below. Not applicable without resources.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-11-25/server/resources',
    'https://www.rfc-editor.org/rfc/rfc6570',
  ],
  needs: ['handshake', 'resources'],
  evaluate({ handshake, resources: { resources, templates } }) {
    const entries = [
      ...resources.map((entry) => ({ entry, address: trimmed(entry.uri), isValid: isUrl })),
      ...templates.map((entry) => ({ entry, address: trimmed(entry.uriTemplate), isValid: isAbsoluteTemplate })),
    ];
    if (entries.length === 0) return notApplicable('The server lists no resources.');
    const seen = new Set<string>();
    const broken = entries.flatMap(({ entry, address, isValid }) => {
      const found = [
        trimmed(entry.name) === '' && 'has no name',
        !isValid(address) && 'has no valid address',
        address !== '' && seen.has(address) && 'occurs twice',
      ].filter((fault) => fault !== false);
      seen.add(address);
      return found.map((fault) => ({ at: address || trimmed(entry.name), found: fault }));
    });
    const evidence = listEvidence(handshake, 'resources/list');
    if (broken.length > 0) {
      return fail(
        `Resources cannot be used for ${pluralize(broken.length, 'fault')}: no name, no valid address, or one that occurs twice.`,
        {
          howToFix:
            'Give each resource a name and an absolute URI of its own, and each template a name and a URI template such as docs://page/{path}, with variables of letters, digits and _.',
          evidence: { ...evidence, measured: broken.length, threshold: 0, findings: broken },
        },
      );
    }
    const bare = entries.filter(({ entry }) => trimmed(entry.description) === '' || trimmed(entry.mimeType) === '');
    const whole = entries.length - bare.length;
    const message = `${whole} of ${entries.length} resources have a description and a media type.`;
    const share = { measured: `${percentOf(whole, entries.length)} %`, threshold: `${PERCENT.pass} %` };
    if (gradeShare(whole, entries.length, PERCENT) === 'pass') return pass(message, { ...evidence, ...share });
    return warn(message, {
      howToFix: 'Add a description and a mimeType to each resource and each template.',
      evidence: { ...evidence, ...share, examples: bare.map(({ address }) => address) },
    });
  },
});

/** With a scheme, or with a variable in place of one. */
const isAbsoluteTemplate = (template: string): boolean =>
  isUriTemplate(template) && /^(?:[a-z][a-z0-9+.-]{0,63}:|\{)/i.test(template);

const isUrl = (text: string): boolean => parseUrl(text) !== undefined;

/** Longer templates are no templates. */
const MAX_CHARS = 8_192;
const OPERATORS = '+#./;?&';
/** Letters, digits, `_` and percent-encoded bytes, with single dots between them (RFC 6570, section 2.3). */
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*$/;
/**
 * Characters that no literal may contain, in addition to controls (section 2.1). The apostrophe is accepted: in a URI
 * it is legal.
 */
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
