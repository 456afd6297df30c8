import { changedTools, isBudgetSpent, isWithheld } from '../../mcp/read.ts';
import { errorCodeIn } from '../../mcp/session/message.ts';
import type { ListKind, McpListing, McpListings } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { callRequest } from './evidence.ts';

const METHOD_NOT_FOUND = -32_601;

export default defineCheck({
  id: 'M8',
  slug: 'listing-integrity',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'Lists are complete and stable',
    fail: 'Lists are incomplete or change between calls',
    action: 'Make each list complete and the same on each call',
  },
  why: "A list that breaks off hides tools, and one that changes its order empties the model's cache on each call.",
  rule: 'Passes when every declared capability answers with its list, each entry is an object with a name, there are at most 20 pages of 1,000 entries in all, and no cursor repeats. Warns when a second tools/list differs in its tools, their definitions or their order. Fails otherwise, or when the server offers nothing.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
    'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination',
  ],
  needs: ['handshake', 'listings'],
  evaluate({ handshake, listings }) {
    const lists = KINDS.map((kind) => ({ kind, listing: listings[kind] }));
    const faults = lists.flatMap(({ kind, listing }) => faultsOf(kind, listing));
    const entries = lists.reduce((sum, { listing }) => sum + listing.items.length, 0);
    const unseen = UNSEEN.find(({ ended }) => lists.some(({ listing }) => ended(listing)));
    if (entries === 0 && faults.length === 0 && unseen === undefined) faults.push('nothing is advertised');

    const evidence = {
      url: handshake.finalUrl,
      request: callRequest(handshake, 'tools/list'),
      measured: lists.map(({ kind, listing }) => `${kind}: ${listing.items.length}`).join(', '),
    };
    if (faults.length > 0) {
      return fail(`The lists cannot be relied on: ${faults.join('; ')}.`, {
        howToFix:
          'Declare only the capabilities that have a handler; return the array that the method is named for, of objects with a name, and a nextCursor only while there is more.',
        evidence,
      });
    }
    if (unseen !== undefined) return unmeasured(unseen.message, evidence);
    if (!isSameAgain(listings)) {
      return warn('A second tools/list differs from the first in its tools, their definitions or their order.', {
        howToFix:
          'Return the same definitions in a fixed order, such as that of their names, from every instance; announce a change with notifications/tools/list_changed.',
        evidence: { ...evidence, examples: differences(listings) },
      });
    }
    return pass(`All lists are whole, ${entries} ${entries === 1 ? 'entry' : 'entries'} together.`, evidence);
  },
});

const KINDS = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const satisfies readonly ListKind[];
const METHODS: Readonly<Record<ListKind, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
};
const TROUBLES: Readonly<Record<NonNullable<McpListing['trouble']>, string>> = {
  error: 'is declared but answers with an error',
  malformed: 'has a page without its array',
  'cursor-loop': 'has a cursor that leads back to a page listed before',
  limit: 'has more than 20 pages or 1,000 entries',
  unanswered: 'is not answered',
};

function faultsOf(kind: ListKind, listing: McpListing): string[] {
  const nameless = listing.items.filter((item) => !isObject(item) || typeof item.name !== 'string').length;
  const { trouble } = listing;
  return [
    ...(trouble === undefined || isOptional(kind, listing) || UNSEEN.some(({ ended }) => ended(listing))
      ? []
      : [`${METHODS[kind]} ${TROUBLES[trouble]}`]),
    ...(nameless === 0 ? [] : [`${METHODS[kind]} has ${nameless} entries that are no objects with a name`]),
  ];
}

/** The capability is declared for resources and templates together, and many servers have only the first. */
function isOptional(kind: ListKind, { trouble, pages }: McpListing): boolean {
  const last = pages.at(-1);
  return (
    kind === 'resourceTemplates' && trouble === 'error' && last !== undefined && errorCodeIn(last) === METHOD_NOT_FOUND
  );
}

/** Why a list that was not seen whole is no fault of the server. */
const UNSEEN = [
  { ended: isWithheld, message: 'Could not be measured: a list stands behind authorization.' },
  { ended: isBudgetSpent, message: 'Could not be measured: there was no time left to read the lists.' },
];

function isSameAgain({ tools, toolsAgain }: McpListings): boolean {
  if (toolsAgain === undefined || UNSEEN.some(({ ended }) => ended(toolsAgain))) return true;
  return differences({ tools, toolsAgain }).length === 0;
}

/** Names of tools that are defined otherwise the second time, or stand at another place, or nowhere. */
function differences({ tools, toolsAgain }: Pick<McpListings, 'tools' | 'toolsAgain'>): string[] {
  const [first, second] = [namesOf(tools.items), namesOf(toolsAgain?.items ?? [])];
  const longer = first.length >= second.length ? first : second;
  const moved = longer.filter((_, at) => first[at] !== second[at]);
  return [...new Set([...namesOf(changedTools(tools, toolsAgain)), ...moved])];
}

const namesOf = (items: readonly unknown[]): string[] =>
  items.map((item) => (isObject(item) && typeof item.name === 'string' ? item.name : ''));
