/** The quotes, list items, definitions and headings that a line is in, and what it begins with for them. */

/** Containers deeper than this are written at this depth: a prefix per level and line would grow without bound. */
const MAX_CONTAINERS = 16;

/** What the first line of a definition begins with, as in PHP Markdown Extra. */
export const DEFINITION = ': ';

interface Container {
  /** What the first line begins with ("- "), and every later one ("  "). */
  readonly first: string;
  readonly rest: string;
  isStarted: boolean;
}

export interface Containers {
  enter(first: string, rest: string): void;
  leave(): void;
  /** The innermost container has no line yet. */
  isFresh(): boolean;
  /** A definition that begins with a block has no text for its colon: then it starts without, and this is true. */
  startDefinition(): boolean;
  /** What a new line begins with. */
  startLine(): string;
  /** What a blank line between blocks begins with: containers without a line have no part in it. */
  blankLine(): string;
}

export function containerStack(): Containers {
  const containers: Container[] = [];
  let dropped = 0;
  return {
    enter(first, rest) {
      if (containers.length < MAX_CONTAINERS) containers.push({ first, rest, isStarted: false });
      else dropped += 1;
    },
    leave() {
      if (dropped > 0) dropped -= 1;
      else containers.pop();
    },
    isFresh: () => containers.at(-1)?.isStarted === false,
    startDefinition() {
      const top = containers.at(-1);
      if (top?.isStarted !== false || top.first !== DEFINITION) return false;
      top.isStarted = true;
      return true;
    },
    startLine() {
      let text = '';
      for (const container of containers) {
        text += container.isStarted ? container.rest : container.first;
        container.isStarted = true;
      }
      return text;
    },
    blankLine() {
      let text = '';
      for (const container of containers) {
        if (!container.isStarted) break;
        text += container.rest;
      }
      return text.trimEnd();
    },
  };
}
