import { outputPortabilityFaults, type PortabilityFault, portabilityFaults } from '../../mcp/portability.ts';
import { createSchemaJudge, outputRole } from '../../mcp/schema-faults.ts';
import { NO_TOOLS } from '../../mcp/tools.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';

export default defineCheck({
  id: 'M17',
  slug: 'input-output-schemas',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Schemas are valid and portable',
    fail: 'Schemas are invalid or not portable',
    action: 'Fix the input and output schemas',
  },
  why: 'A client drops a tool whose schema it cannot use, and some drop the whole server.',
  rule: 'Passes when each schema is valid (JSON Schema 2020-12, or draft 7 where declared), an input has the root type "object" (an output too, before revision 2026-07-28), required names exist, no reference leaves the server or leads nowhere, patterns are regular expressions, enums have values of their type, the size is at most 200 kB and 40 levels, and x-mcp-header is well-formed. Warns about valid parts for which clients refuse a tool or the whole list, by the table of clients in docs/mcp-clients.md: anyOf, oneOf or allOf at the top, parameters without a type or with several, arrays without items, lists of alternatives in items, references with neighbours, into properties or in a circle, unusual property keys or dialects. What some only misread, as references to $defs, is noted. Fails with an invalid schema. Not applicable without tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
    'https://modelcontextprotocol.io/seps/2106-json-schema-2020-12',
    'https://json-schema.org/draft/2020-12/json-schema-core',
    'https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const judge = createSchemaJudge();
    const invalid = tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...judge(inputSchema, 'input').map(({ pointer, says }) => ({ at: `${name}.inputSchema${pointer}`, found: says })),
      ...(outputSchema === undefined ? [] : judge(outputSchema, outputRole(handshake))).map(({ pointer, says }) => ({
        at: `${name}.outputSchema${pointer}`,
        found: says,
      })),
    ]);
    const evidence = { ...listEvidence(handshake, 'tools/list'), threshold: 0 };
    if (invalid.length > 0) {
      return fail(`The schemas of the tools are invalid in ${pluralize(invalid.length, 'place')}.`, {
        howToFix:
          'Correct each place named in the findings. A schema is a JSON Schema object with type "object", whose required names are in properties, and whose references stay inside it (#/$defs/...).',
        evidence: { ...evidence, measured: invalid.length, findings: invalid },
      });
    }
    const faults = tools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...placed(name, portabilityFaults(inputSchema)),
      ...placed(`${name}.outputSchema`, outputPortabilityFaults(outputSchema)),
    ]);
    const odd = faults.filter(({ isRefused }) => isRefused).map(({ at, found }) => ({ at, found }));
    if (odd.length === 0) {
      const notes = legalNotes(faults);
      return pass(`The schemas of ${pluralize(tools.length, 'tool')} are valid and portable.`, {
        ...evidence,
        ...(notes.length === 0 ? {} : { findings: notes }),
      });
    }
    return warn(
      `The schemas are valid, but some clients refuse or misread them in ${pluralize(odd.length, 'place')}.`,
      {
        howToFix:
          'Give each parameter one type, each array its items, keys of letters, digits, _, . and -, and the root plain properties instead of anyOf, oneOf or allOf; write out what a reference with neighbours, into properties or in a circle refers to; make what may be left out optional instead of nullable.',
        evidence: { ...evidence, measured: odd.length, findings: odd },
      },
    );
  },
});

interface PlacedFault extends Pick<PortabilityFault, 'construct' | 'isRefused'> {
  readonly at: string;
  readonly found: string;
}

const placed = (name: string, faults: readonly PortabilityFault[]): PlacedFault[] =>
  faults.map(({ at, says, construct, isRefused }) => ({
    at: `${name}${at.startsWith('/') ? '' : '.'}${at}`,
    found: says,
    construct,
    isRefused,
  }));

/** The first place of each construct that is legal and only misread by some. */
function legalNotes(faults: readonly PlacedFault[]): { readonly at: string; readonly found: string }[] {
  const first = new Map(faults.toReversed().map((fault) => [fault.construct, fault]));
  return [...first.values()].map(({ at, found }) => ({ at, found: `legal: ${found}` }));
}
