/** Differences between a lock and a server as a person reads them, judged anew for orders to the model. Pure. */
import { quote } from '../../checks/evidence.ts';
import { hiddenTextIn } from '../../checks/mcp/hidden-text.ts';
import { injectionsIn } from '../../checks/mcp/instruction-injection.ts';
import type { McpSeen } from '../../model/scan.ts';
import { changeLines, type Drift, driftOf, type LockedServer, lockOf } from '../across-servers/lock.ts';
import { readLists } from '../read.ts';

export interface ItemDrift {
  /** `tool NAME`, `prompt NAME`, `instructions`. Quoted, so safe to print, as all that follows; but text of the server. */
  readonly item: string;
  readonly kind: Drift['kind'];
  /** Lines of the difference, by part. */
  readonly changes: readonly { readonly part: string; readonly lines: readonly string[] }[];
  /** Orders to the model and hidden text in new items; the highest kind of entry. */
  readonly orders: readonly string[];
  /** About day and version. */
  readonly note: string;
}

const LINE_CHARS = 500;
const NAME_CHARS = 120;
const VERSION_CHARS = 40;

/** Every item of a server that is different from its lock, with what changed. @param today as 2026-11-28 */
export function itemDrift(seen: McpSeen, locked: LockedServer, today: string): ItemDrift[] {
  const now = lockOf(seen, today, locked);
  const version = seen.handshake.serverInfo?.version;
  return driftOf(locked, now).map(({ kind, item, changes, locked: then }) => ({
    item: quote(item, NAME_CHARS),
    kind,
    changes:
      kind === 'removed'
        ? []
        : changes.map((each) => ({ part: each.part, lines: changeLines(each).map((line) => quote(line, LINE_CHARS)) })),
    orders: kind === 'removed' ? [] : ordersIn(seen, (path) => changes.some(({ part }) => isOf(path, item, part))),
    note:
      then === null
        ? 'new'
        : `locked on ${then.since}${then.version === null ? '' : `, version ${quote(then.version, VERSION_CHARS)}`}${
            then.version === version ? '; the server still gives the same version' : ''
          }`,
  }));
}

/** Whether a path of advertised text is in one part of an item. */
function isOf(path: string, item: string, part: string): boolean {
  if (item === 'instructions') return path === 'instructions';
  const [kind = '', ...name] = item.split(' ');
  // The number of a name that comes again is not in its path.
  const plain = name
    .join(' ')
    .replace(/ \(\d{1,4}\)$/, '')
    .slice(0, 64);
  const at = `${kind}s.${plain}.${part}`;
  return path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`);
}

const MAX_ORDERS = 20;

/** Orders to the model, and hidden text, in what the server shows at these paths. */
export function ordersIn({ handshake, listings }: McpSeen, isWanted: (path: string) => boolean): string[] {
  const { advertised, tools = [] } = readLists(handshake, listings);
  const texts = advertised?.texts.filter(({ path }) => isWanted(path)) ?? [];
  const orders = injectionsIn(texts, tools).filter(({ severity }) => severity === 'fail');
  const hidden = texts.flatMap(({ path, text }) =>
    hiddenTextIn(text)
      .filter(({ severity }) => severity === 'fail')
      .map(({ found }) => ({ at: path, found })),
  );
  return [...orders, ...hidden].slice(0, MAX_ORDERS).map(({ at, found }) => quote(`${at}: ${found}`, 300));
}
