import { counted } from '../../counted.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../../define-check.ts';
import { gradeShare, percentOf } from '../../mcp/grade-share.ts';
import { listEvidence } from '../../mcp/list-evidence.ts';
import { trimmed } from '../../mcp/tool-text.ts';
import { isUriTemplate } from '../../mcp/uri-template.ts';

const PERCENT = { pass: 80, warn: 0 };

export default defineCheck({
  id: 'M22',
  slug: 'resources',
  series: 'mcp',
  category: 'resources-prompts',
  name: 'Resources are valid and described',
  why: 'A client shows resources by name and description and decides by the media type whether it can use one; an address it cannot parse, or that stands for two things, leads nowhere.',
  rule: 'Every resource needs a name and a URI that parses, every template a name and a URI template of RFC 6570, and none may occur twice: else it fails. 80 % of them with description and mimeType pass; fewer is a warning. Does not apply without resources.',
  sources: [
    'https://modelcontextprotocol.io/specification/2025-11-25/server/resources',
    'https://www.rfc-editor.org/rfc/rfc6570',
  ],
  needs: ['handshake', 'resources'],
  evaluate({ handshake, resources: { resources, templates } }) {
    const entries = [
      ...resources.map((entry) => ({ entry, address: trimmed(entry.uri), isValid: URL.canParse })),
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
        `Resources cannot be used for ${counted(broken.length, 'fault')}: no name, no valid address, or one that occurs twice.`,
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

/** With a scheme, or with a variable where the scheme stands. */
const isAbsoluteTemplate = (template: string): boolean =>
  isUriTemplate(template) && /^(?:[a-z][a-z0-9+.-]{0,63}:|\{)/i.test(template);
