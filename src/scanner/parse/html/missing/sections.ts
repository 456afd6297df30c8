/** The sections of a content: the words and the waiting places below each heading. */

import { namesWidget } from '../../text/phrases/widget-names.ts';

const MAX_HEADING = 200;

export interface Sections {
  /** A heading begins, and ends the section before. */
  begin(): void;
  endHeading(): void;
  /** Text of the heading, or below it. */
  addText(folded: string, words: number): void;
  /** Adds words below the heading, or media in their place; fewer than 0 takes words away that are no text. */
  addWords(count: number): void;
  /** A place below the heading waits for a script. */
  wait(): void;
  /** The heading of the section, as far as it is read; '' before the first. */
  heading(): string;
  /** Ends the last section. */
  end(): void;
  /** Sections that have ended with a place that waits, and no text; those of widgets are left out. */
  emptyCount(): number;
}

/** @param note receives the heading of an empty section */
export function sectionsOf(note: (heading: string) => void): Sections {
  let section: { text: string; words: number; waits: number; isOpen: boolean } | undefined;
  let emptyCount = 0;
  const end = (): void => {
    if (section !== undefined && section.words === 0 && section.waits > 0 && !namesWidget(section.text)) {
      emptyCount += 1;
      note(section.text.trim());
    }
    section = undefined;
  };
  return {
    begin() {
      end();
      section = { text: '', words: 0, waits: 0, isOpen: true };
    },
    endHeading() {
      if (section !== undefined) section.isOpen = false;
    },
    addText(folded, words) {
      if (section === undefined) return;
      if (!section.isOpen) section.words += words;
      else if (section.text.length < MAX_HEADING) section.text += folded;
    },
    addWords(count) {
      if (section !== undefined) section.words = Math.max(0, section.words + count);
    },
    wait() {
      if (section !== undefined) section.waits += 1;
    },
    heading: () => section?.text ?? '',
    end,
    emptyCount: () => emptyCount,
  };
}
