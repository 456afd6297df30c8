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
  'get fetch read list search find browse scrape crawl extract query download view open navigate load retrieve lookup show describe export dump select snapshot screenshot watch check research tree logs log diff blame aggregate count parse',
);
/** By themselves: what they bring is written by third parties. */
const READS_UNTRUSTED = words('fetch scrape crawl browse navigate browser websearch webfetch');
const UNTRUSTED = words(
  'web webpage page pages url urls website site internet http https email emails mail mails inbox message messages issue issues comment comments pull review reviews ticket tickets feed feeds rss tweet tweets slack channel channels thread threads chat chats conversation conversations news article articles discussion discussions transcript transcripts notification notifications mention mentions network console snapshot',
);
/** Files come from anywhere: a download, an attachment, a cloned repository. */
const FILES = words('file files document documents pdf attachment attachments');
const READS_CONTENT = words('read get open view fetch extract load download parse');
/** What is said of a file, and not what it says. */
const ABOUT = words('info information metadata list size sizes status permissions');
/** For names such as `tavily_search`, which leave out where. */
const DESCRIBED_OPEN =
  /\b(?:web ?sites?|web ?pages?|the web|web search|internet|urls?|(?:current|selected|active) (?:page|tab)|local businesses)\b/i;
const DESCRIPTION_READ = 600;
const PRIVATE = words(
  'file files directory directories folder folders database databases db table tables sql email emails mail mails inbox calendar calendars event events contact contacts note notes memory memories secret secrets credential credentials env environment repository repositories repo repos git customer customers order orders invoice invoices payment payments drive document documents message messages clipboard history bookmark bookmarks password passwords key keys user users log logs record records graph entity entities node nodes account accounts kubectl',
);
const STORES = words('database collection table sql');
const SENDS = words(
  'send post publish upload share email reply comment forward tweet notify push pay transfer invite webhook submit broadcast message dm',
);
/** Others read what these create. */
const PUBLIC = words('issue issues pull comment comments gist gists message messages page pages release event events');
/** `port_forward`, `browser_go_forward` */
const NO_MESSAGE = words('port go');
const CREATES = words('create add insert');
const CHANGES = words(
  'delete remove drop truncate destroy purge wipe erase kill terminate revoke overwrite write move rename execute exec run reset merge uninstall edit update replace shutdown cancel archive evaluate eval set put patch apply scale install upgrade clean cleanup clear checkout rebase commit stash interact click fill type press',
);
const ADDRESS = words('url urls uri uris address endpoint href link links');
const PLACES = words('web webpage page website site url browser');
const OPENS = words('new open visit goto load');

/** What a tool can do to a session, by its name, its annotations, its parameters and, for the web, its description. */
export function rolesOf({ name, description, annotations, inputSchema }: McpTool): ToolRoles {
  const named = wordsOfName(name);
  const has = (list: ReadonlySet<string>): boolean => named.some((word) => list.has(word));
  const isReadOnly = annotations.readOnlyHint === true;
  const described = typeof description === 'string' ? description.slice(0, DESCRIPTION_READ) : '';
  const isOpen = annotations.openWorldHint === true || DESCRIBED_OPEN.test(described);
  const reads = has(READS);
  // `git_fetch` brings commits into a repository, and no text into the session.
  const fetches = has(READS_UNTRUSTED) && !named.includes('git');
  const parameters = new Set(parametersOf(inputSchema).flatMap(({ key }) => wordsOfName(key)));
  const takes = (list: ReadonlySet<string>): boolean => [...parameters].some((word) => list.has(word));
  const takesAddress = takes(ADDRESS);
  const readsFile = has(READS_CONTENT) && has(FILES) && !has(ABOUT);
  const opens = takesAddress && (fetches || (has(PLACES) && (reads || has(OPENS))));
  const creates = has(CREATES);
  const isMessage = (SENDS.has(named[0] ?? '') || (has(SENDS) && !reads)) && !has(NO_MESSAGE);
  const sends = !isReadOnly && (isMessage || (creates && has(PUBLIC)));
  return {
    readsUntrusted: fetches || readsFile || (reads && (has(UNTRUSTED) || isOpen)) || opens,
    readsPrivate: reads && (has(PRIVATE) || takes(STORES)),
    // The address of a request can hold text that was read before.
    sends: sends || opens,
    changes: !isReadOnly && (has(CHANGES) || annotations.destructiveHint === true || (creates && !sends)),
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
