/** Who could be led to leak or delete what: one server reads text of third parties, another acts. */
import type { McpTool } from '../../model/mcp.ts';
import { parametersOf, wordsOfName } from '../tools.ts';
import type { NeighbourServer } from './collisions.ts';

export interface ToolRoles {
  /** Brings text of third parties into the context: pages, mail, issues, messages. */
  readonly readsUntrusted: boolean;
  /** Brings data of the user into the context: files, mail, tables, secrets. */
  readonly readsPrivate: boolean;
  /** Carries text out: mail, posts, uploads, requests to an address that the caller chooses. */
  readonly sends: boolean;
  /** Deletes, overwrites or runs something. */
  readonly changes: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const READS = words(
  'get fetch read list search find browse scrape crawl extract query download view open navigate load retrieve lookup show describe export dump select snapshot watch check',
);
/** By themselves: what they bring is written by third parties. */
const READS_UNTRUSTED = words('fetch scrape crawl browse navigate browser websearch webfetch');
const UNTRUSTED = words(
  'web webpage page pages url urls website site internet http https email emails mail mails inbox message messages issue issues comment comments pull review reviews ticket tickets feed feeds rss tweet tweets slack channel channels thread threads chat chats conversation conversations news article articles discussion discussions transcript transcripts notification notifications mention mentions',
);
const PRIVATE = words(
  'file files directory folder folders database databases db table tables sql email emails mail mails inbox calendar calendars event events contact contacts note notes memory memories secret secrets credential credentials env environment repository repositories repo repos customer customers order orders invoice invoices payment payments drive document documents message messages clipboard history bookmark bookmarks password passwords key keys user users log logs record records graph entity entities node nodes account accounts',
);
const SENDS = words(
  'send post publish upload share email reply comment forward tweet notify push pay transfer invite webhook submit broadcast message dm',
);
/** Others read what these create. */
const PUBLIC = words('issue issues pull comment comments gist gists message messages page pages release event events');
const CHANGES = words(
  'delete remove drop truncate destroy purge wipe erase kill terminate revoke overwrite write move rename execute exec run reset merge uninstall edit update replace shutdown cancel archive evaluate eval',
);
const ADDRESS = words('url uri address endpoint href link');

/** What a tool can do to a session, by its name, its annotations and its parameters. */
export function rolesOf({ name, annotations, inputSchema }: McpTool): ToolRoles {
  const named = wordsOfName(name);
  const has = (list: ReadonlySet<string>): boolean => named.some((word) => list.has(word));
  const isReadOnly = annotations.readOnlyHint === true;
  const reads = has(READS) || has(READS_UNTRUSTED);
  const takesAddress = parametersOf(inputSchema).some(({ key }) => wordsOfName(key).some((word) => ADDRESS.has(word)));
  const creates = named.includes('create') || named.includes('add');
  const sends = !isReadOnly && (SENDS.has(named[0] ?? '') || (has(SENDS) && !reads) || (creates && has(PUBLIC)));
  return {
    readsUntrusted:
      has(READS_UNTRUSTED) || (reads && (has(UNTRUSTED) || (takesAddress && annotations.openWorldHint === true))),
    readsPrivate: reads && has(PRIVATE),
    // The address of a request can hold what was read before.
    sends: sends || (has(READS_UNTRUSTED) && takesAddress),
    changes: !isReadOnly && (has(CHANGES) || annotations.destructiveHint === true),
  };
}

export interface Flow {
  /** Where text of third parties enters. */
  readonly from: { readonly server: string; readonly tools: readonly string[] };
  /** Where it could make something happen. */
  readonly to: { readonly server: string; readonly tools: readonly string[] };
  readonly does: 'sends' | 'changes';
  /** What could be sent; empty where no other server reads data of the user, and for changes. */
  readonly reads: readonly { readonly server: string; readonly tools: readonly string[] }[];
}

const MAX_TOOLS = 5;
const MAX_FLOWS = 100;

/**
 * From each server that reads text of third parties to each other one that sends or changes something. Flows that could
 * send data of the user come first. It tells what the tools allow, not that a server is hostile.
 */
export function flowsOf(servers: readonly NeighbourServer[]): Flow[] {
  const judged = servers.map(({ name, tools }) => ({
    server: name,
    roles: tools.map((tool) => ({ tool: tool.name, ...rolesOf(tool) })),
  }));
  const withRole = (role: keyof ToolRoles) =>
    judged.flatMap(({ server, roles }) => {
      const tools = roles.filter((each) => each[role]).map(({ tool }) => tool);
      return tools.length === 0 ? [] : [{ server, tools: tools.slice(0, MAX_TOOLS) }];
    });
  const sources = withRole('readsUntrusted');
  const holders = withRole('readsPrivate');
  const flows = (['sends', 'changes'] as const).flatMap((does) =>
    sources.flatMap((from) =>
      withRole(does)
        .filter((to) => to.server !== from.server)
        .map((to): Flow => ({ from, to, does, reads: does === 'sends' ? holders : [] })),
    ),
  );
  return flows.sort((a, b) => Number(b.reads.length > 0) - Number(a.reads.length > 0)).slice(0, MAX_FLOWS);
}
