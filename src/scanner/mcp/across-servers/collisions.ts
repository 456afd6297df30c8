/** Faults between servers that one session uses together. */
import type { McpTool } from '../../model/mcp.ts';
import { trimmed } from '../tools.ts';

/** A server among others: its name in the configuration, and what it lists. */
export interface NeighbourServer {
  readonly name: string;
  readonly tools: readonly McpTool[];
}

export interface Collision {
  /** As the first of them writes it. */
  readonly tool: string;
  /** Servers that list a tool of this name, in order. */
  readonly servers: readonly string[];
}

/** Letters and digits alone: hosts that add a prefix change the rest. */
const plainName = (name: string): string =>
  name
    .slice(0, 256)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Tools of one name in several servers: a model cannot tell them apart, and a host without prefixes drops one. */
export function collisionsOf(servers: readonly NeighbourServer[]): Collision[] {
  const byName = new Map<string, { readonly tool: string; readonly servers: Set<string> }>();
  for (const { name: server, tools } of servers) {
    for (const { name } of tools) {
      const key = plainName(name);
      if (key === '') continue;
      const found = byName.get(key) ?? { tool: name, servers: new Set<string>() };
      found.servers.add(server);
      byName.set(key, found);
    }
  }
  return [...byName.values()]
    .filter(({ servers: owners }) => owners.size > 1)
    .map(({ tool, servers: owners }) => ({ tool, servers: [...owners] }))
    .sort((a, b) => b.servers.length - a.servers.length);
}

export interface Mention {
  readonly server: string;
  /** The tool whose text names another server's tool; '' for the instructions. */
  readonly tool: string;
  readonly names: { readonly server: string; readonly tool: string };
}

/** Shorter names, and those of one word, are words of the language too. */
const MIN_NAME_CHARS = 6;
const MAX_TEXT_CHARS = 16_384;
const MAX_MENTIONS = 50;
const WORD = /[\p{L}\p{N}_-]{6,256}/gu;

/** Texts that name a tool of another server: a model that reads them can be led away from that tool, or to it. */
export function mentionsOf(servers: readonly (NeighbourServer & { readonly instructions?: unknown })[]): Mention[] {
  const owners = new Map<string, string[]>();
  for (const { name: server, tools } of servers) {
    for (const { name } of tools) {
      if (name.length < MIN_NAME_CHARS || !/[\p{L}\p{N}][_-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(name)) continue;
      owners.set(name, [...(owners.get(name) ?? []), server]);
    }
  }
  const mentions: Mention[] = [];
  for (const { name: server, tools, instructions } of servers) {
    const own = new Set(tools.map(({ name }) => name));
    const texts = [{ tool: '', text: trimmed(instructions) }].concat(
      tools.map(({ name, description }) => ({ tool: name, text: trimmed(description) })),
    );
    for (const { tool, text } of texts) {
      const words = new Set(text.slice(0, MAX_TEXT_CHARS).match(WORD) ?? []);
      for (const word of words) {
        if (own.has(word)) continue;
        for (const owner of owners.get(word) ?? []) {
          mentions.push({ server, tool, names: { server: owner, tool: word } });
          if (mentions.length >= MAX_MENTIONS) return mentions;
        }
      }
    }
  }
  return mentions;
}
