import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** Idioms that a reader has to read twice. The field's term, or the name of the thing, replaces each. */
const IDIOMS: readonly RegExp[] = [
  /\b(?:what|whatever|that which) (?:is|are|was|stands|comes|goes)\b/gi,
  /\bwho(?:so)?ever\b/gi,
  /\bstands\b/gi,
  /\b(?:nobody|somebody)\b/gi,
  /\bof (?:ours|itself)\b/gi,
  /\ball the same\b/gi,
  /\b(?:told|heard)\b/gi,
  /\bstrangers?\b/gi,
  /\bbeside\b/gi,
  /\bso many\b/gi,
  /\bmend(?:s|ed|ing)?\b/gi,
  /\basked of (?:a|an|each|every|the|at most)\b/gi,
];
/** Words that product texts never use: a check runs on, tests, checks or grades; a person fixes or corrects. */
const NEVER_IN_TEXTS: readonly RegExp[] = [
  /\bmend(?:s|ed|ing)?\b/gi,
  /\basked of (?:a|an|each|every|the|at most)\b/gi,
  /\b(?:judges? (?:that|the|it)|(?:is|are) (?:never |not )?judged)\b/gi,
];
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const TEST_TITLE = /\b(?:describe|it|test)(?:\.\w+)?\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g;
const FENCE = /^```[\s\S]*?^```/gm;

export interface Passage {
  readonly line: number;
  readonly text: string;
}
export interface Finding extends Passage {
  readonly file: string;
}
export interface Count {
  readonly words: number;
  readonly findings: readonly Finding[];
}

/** The idioms in the passages of one file, and how many words were read. */
export const countIdioms = (file: string, passages: readonly Passage[]): Count => count(file, passages, IDIOMS);

/** The words in product texts of one file that these never use. */
export const wordsNeverUsed = (file: string, passages: readonly Passage[]): readonly Finding[] =>
  count(file, passages, NEVER_IN_TEXTS).findings;

function count(file: string, passages: readonly Passage[], idioms: readonly RegExp[]): Count {
  let words = 0;
  const findings: Finding[] = [];
  for (const { line, text } of passages) {
    words += text.match(WORD)?.length ?? 0;
    for (const idiom of idioms) {
      for (const { index } of text.matchAll(idiom)) {
        const before = text.slice(0, index);
        const from = before.lastIndexOf('\n') + 1;
        const [excerpt = ''] = text.slice(from).split('\n');
        findings.push({ file, line: line + (before.match(/\n/g)?.length ?? 0), text: excerpt.trim() });
      }
    }
  }
  return { words, findings };
}

/** The prose of a source: its comments and, where it is a test, the titles of its tests. */
export function proseOfSource(file: string, source: string): Passage[] {
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const comments = parseSync(file, source).comments.map(({ start, value }) => ({ line: lineAt(start), text: value }));
  if (!file.endsWith('.test.ts') && !file.includes('suite')) return comments;
  const titles = Array.from(source.matchAll(TEST_TITLE), ({ index, 1: a, 2: b, 3: c }) => ({
    line: lineAt(index),
    text: a ?? b ?? c ?? '',
  }));
  return [...comments, ...titles];
}

/** The texts of a source that users may read: its strings and templates of more than one word. */
export function textsOfSource(file: string, source: string): Passage[] {
  const found: Passage[] = [];
  const add = (start: number, text: string) => {
    if (text.includes(' ')) found.push({ line: source.slice(0, start).split('\n').length, text });
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateElement: ({ value, start }) => add(start, value.raw),
  }).visit(parseSync(file, source).program);
  return found;
}

/** The prose of a page in Markdown, without its blocks of code and code spans. Lines keep their numbers. */
export function proseOfMarkdown(text: string): Passage[] {
  const withoutCode = text.replace(FENCE, (code) => code.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '');
  return [{ line: 1, text: withoutCode }];
}

/** Files below a folder whose names end as given, relative to the root. */
export function filesBelow(root: string, folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort();
}

export const readProse = (root: string, file: string): Passage[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return file.endsWith('.ts') ? proseOfSource(file, text) : proseOfMarkdown(text);
};
