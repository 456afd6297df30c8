/** What a server showed when its user agreed to it, and the differences now. Pure. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { McpSeen } from '../../model/scan.ts';
import { isObject } from '../../parse/json/json.ts';

const Part = z.object({
  /** sha256 of the value, in hexadecimal digits. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The value, to show what changed: text as it is, anything else as JSON. Null where it is very long. */
  value: z.string().nullable(),
});
const Item = z.object({
  /** Day since which it is as it is. */
  since: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** Version of the server on that day, as it wrote it. */
  version: z.string().nullable(),
  /** By member: description, inputSchema and so on. */
  parts: z.record(z.string(), Part),
});
/** By name: `instructions`, `tool NAME`, `prompt NAME`. */
const LockedServer = z.record(z.string(), Item);
export type LockedServer = z.output<typeof LockedServer>;

export const LockFile = z.object({ lockVersion: z.literal(1), servers: z.record(z.string(), LockedServer) });
export type LockFile = z.output<typeof LockFile>;

/** What a model reads of an item, and what decides what a host lets it do. */
const PARTS = {
  tool: ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  prompt: ['title', 'description', 'arguments'],
} as const;
const MAX_VALUE_CHARS = 50_000;
const MAX_VERSION_CHARS = 100;

/**
 * The lock of what a server shows.
 * @param today as 2026-11-28
 * @param before the lock so far: items that did not change keep their day and version
 */
export function lockOf({ handshake, listings }: McpSeen, today: string, before: LockedServer = {}): LockedServer {
  const given = handshake.serverInfo?.version;
  const version = typeof given === 'string' ? given.slice(0, MAX_VERSION_CHARS) : null;
  const found: [string, unknown, readonly string[]][] = [
    ['instructions', { text: handshake.instructions }, ['text']],
    ...named('tool', listings.tools.items).map(([key, item]): [string, unknown, readonly string[]] => [
      key,
      item,
      PARTS.tool,
    ]),
    ...named('prompt', listings.prompts.items).map(([key, item]): [string, unknown, readonly string[]] => [
      key,
      item,
      PARTS.prompt,
    ]),
  ];
  return Object.fromEntries(
    found.map(([key, item, members]) => {
      const parts = partsOf(item, members);
      const old = Object.hasOwn(before, key) ? before[key] : undefined;
      const isSame = old !== undefined && changesOf(old.parts, parts).length === 0;
      return [key, isSame ? old : { since: today, version, parts }];
    }),
  );
}

/** A lock that keeps at most this many characters of values, in its order, and only the hashes of the rest. */
export function withinChars(lock: LockedServer, maxChars: number): LockedServer {
  let left = maxChars;
  return Object.fromEntries(
    Object.entries(lock).map(([key, item]) => [
      key,
      {
        ...item,
        parts: Object.fromEntries(
          Object.entries(item.parts).map(([name, part]) => {
            left -= part.value?.length ?? 0;
            return [name, left < 0 ? { ...part, value: null } : part];
          }),
        ),
      },
    ]),
  );
}

/** Items by kind and name; a name that comes again gets its number. */
function named(kind: 'tool' | 'prompt', items: readonly unknown[]): [string, unknown][] {
  const counts = new Map<string, number>();
  return items.flatMap((item): [string, unknown][] => {
    if (!isObject(item) || typeof item.name !== 'string') return [];
    const key = `${kind} ${item.name}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return [[count === 1 ? key : `${key} (${count})`, item]];
  });
}

type Parts = Readonly<Record<string, z.output<typeof Part>>>;

function partsOf(item: unknown, members: readonly string[]): Parts {
  const source = isObject(item) ? item : {};
  return Object.fromEntries(
    members.flatMap((member) => {
      const value = Object.hasOwn(source, member) ? source[member] : undefined;
      if (value === undefined) return [];
      const text = typeof value === 'string' ? value : JSON.stringify(sorted(value));
      const hash = createHash('sha256').update(text).digest('hex');
      return [[member, { hash, value: text.length > MAX_VALUE_CHARS ? null : text }]];
    }),
  );
}

/** With keys in order, because their order means nothing. The depth of a message is bounded when it is read. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}

export interface Drift {
  readonly kind: 'added' | 'removed' | 'changed';
  /** `instructions`, `tool NAME`, `prompt NAME`. Hostile text. */
  readonly item: string;
  readonly changes: readonly PartChange[];
  /** When the locked form was seen first, and the server's version then; null for an addition. */
  readonly locked: { readonly since: string; readonly version: string | null } | null;
}

export interface PartChange {
  readonly part: string;
  /** Undefined where there was none; null where it is too long to be kept. */
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

/** Everything that is different from the lock, in the order of the server; removals come last. */
export function driftOf(before: LockedServer, now: LockedServer): Drift[] {
  const present = Object.entries(now).flatMap(([item, { parts }]): Drift[] => {
    const old = Object.hasOwn(before, item) ? before[item] : undefined;
    if (old === undefined) return [{ kind: 'added', item, changes: changesOf({}, parts), locked: null }];
    const changes = changesOf(old.parts, parts);
    const { since, version } = old;
    return changes.length === 0 ? [] : [{ kind: 'changed', item, changes, locked: { since, version } }];
  });
  const gone = Object.entries(before).filter(([item]) => !Object.hasOwn(now, item));
  return [
    ...present,
    ...gone.map(([item, { parts, since, version }]): Drift => {
      return { kind: 'removed', item, changes: changesOf(parts, {}), locked: { since, version } };
    }),
  ];
}

function changesOf(before: Parts, after: Parts): PartChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((part) => {
    const [old, now] = [ownPart(before, part), ownPart(after, part)];
    return old?.hash === now?.hash ? [] : [{ part, before: old?.value, after: now?.value }];
  });
}

const ownPart = (parts: Parts, name: string) => (Object.hasOwn(parts, name) ? parts[name] : undefined);

const MAX_LINES = 20;
const MAX_LEAVES = 2_000;
const CONTEXT = 40;
const MAX_PIECE = 400;

/**
 * One change as a person reads it: lines that begin with `- ` and `+ `. Of text the piece that is different, with some
 * words around it; of JSON the members that are different. The lines hold hostile text: quote them before display.
 */
export function changeLines({ before, after }: PartChange): string[] {
  if (before === null || after === null) return ['too long to be shown; the hash is another'];
  const [old, now] = [jsonOf(before), jsonOf(after)];
  if (old !== undefined || now !== undefined) return memberLines(old ?? {}, now ?? {});
  return textLines(before ?? '', after ?? '');
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textLines(before: string, after: string): string[] {
  if (before === '') return [`+ ${piece(after, 0, 0)}`];
  if (after === '') return [`- ${piece(before, 0, 0)}`];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return [`- ${piece(before, start, end)}`, `+ ${piece(after, start, end)}`];
}

/** The text from `start` to `end` characters before its end, with the words around it. */
function piece(text: string, start: number, end: number): string {
  const from = Math.max(0, start - CONTEXT);
  const to = Math.min(text.length, text.length - end + CONTEXT);
  const cut = text.slice(from, Math.min(to, from + MAX_PIECE + 2 * CONTEXT));
  return `${from > 0 ? '…' : ''}${cut}${from + cut.length < text.length ? '…' : ''}`;
}

function memberLines(before: unknown, after: unknown): string[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const lines = [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was === is) return [];
    return [
      ...(was === undefined ? [] : [`- ${path}: ${was.slice(0, MAX_PIECE)}`]),
      ...(is === undefined ? [] : [`+ ${path}: ${is.slice(0, MAX_PIECE)}`]),
    ];
  });
  if (lines.length === 0) return ['differs beyond what is shown; the hash is another'];
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more lines`];
}

/** Values by their paths, such as `properties.city.type`. */
function leavesOf(root: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const pending: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: root }];
  for (let at = 0; at < pending.length && at < MAX_LEAVES; at += 1) {
    const { path = '', value } = pending[at] ?? {};
    const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    if (entries.length === 0) leaves.set(path, JSON.stringify(value) ?? '');
    for (const [key, inner] of entries)
      pending.push({ path: path === '' ? String(key) : `${path}.${key}`, value: inner });
  }
  return leaves;
}
