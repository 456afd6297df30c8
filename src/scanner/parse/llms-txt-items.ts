import type { LlmsTxt, LlmsTxtSection } from './llms-txt.ts';
import { findLink, type MarkdownLink } from './markdown-link.ts';

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const MAX_LINKS = 20_000;
const MAX_ITEM_LENGTH = 10_000;
const MAX_NOTES_LENGTH = 1000;
const MAX_LISTED_LINES = 20;

interface Link {
  readonly name: string;
  readonly url: string;
  notes: string;
  readonly line: number;
}
type Section = Omit<LlmsTxtSection, 'links'> & { readonly links: Link[] };

export interface ItemCollector {
  section(heading: Omit<LlmsTxtSection, 'links'>): void;
  sectionCount(): number;
  /** A line that is neither blank nor heading nor quote nor code. */
  text(content: string, indent: number, line: number): void;
  blank(): void;
  /** Another block begins: no item goes on. */
  endItem(): void;
  /** Column at which the text of the list item begins that a line so far indented belongs to; 0 for none. */
  container(indent: number): number;
  result(): Pick<LlmsTxt, 'sections' | 'preambleLinks' | 'listItems'>;
}

/**
 * Collects the list items of an llms.txt under its sections. An item should be a link when it holds a link or a bare
 * URL, or when it stands at the top level of a section that has links; before the first section, where any prose may
 * stand, only when it begins with a link. It is well formed when it begins with a link that is followed by nothing, by
 * a colon, or by a dash (which readers, the reference parser among them, take as well).
 */
export function collectItems(): ItemCollector {
  const sections: Section[] = [];
  const preambleLinks: Link[] = [];
  const malformed: number[] = [];
  let prose: number[] = [];
  let linkCount = 0;
  let wellFormed = 0;
  let open: Link | undefined;
  let contentColumn = 0;

  function addItem(text: string, isTopLevel: boolean, line: number): void {
    const section = sections.at(-1);
    const link = findLink(text);
    open = link === undefined || linkCount >= MAX_LINKS ? undefined : linkOf(link, text, line);
    if (open !== undefined) {
      linkCount += 1;
      (section?.links ?? preambleLinks).push(open);
    }
    if (link !== undefined && isWellFormed(link, text)) wellFormed += 1;
    else if (section === undefined) return;
    else if (link !== undefined || hasBareUrl(text)) malformed.push(line);
    else if (isTopLevel) prose.push(line);
  }

  function endSection(): void {
    if ((sections.at(-1)?.links.length ?? 0) > 0) for (const line of prose) malformed.push(line);
    prose = [];
  }

  return {
    section(heading) {
      endSection();
      sections.push({ ...heading, links: [] });
      open = undefined;
      contentColumn = 0;
    },
    sectionCount: () => sections.length,
    text(content, indent, line) {
      const marker = LIST_ITEM.exec(content)?.[0];
      if (marker !== undefined && !isRule(content)) {
        contentColumn = indent + marker.trimStart().length;
        addItem(content.slice(marker.length).trim().slice(0, MAX_ITEM_LENGTH), indent < 2, line);
      } else if (open !== undefined && indent >= 2) {
        open.notes = `${open.notes} ${content.trim()}`.trim().slice(0, MAX_NOTES_LENGTH);
      } else {
        this.endItem();
      }
    },
    blank() {
      open = undefined;
    },
    endItem() {
      open = undefined;
      contentColumn = 0;
    },
    container: (indent) => (indent >= contentColumn ? contentColumn : 0),
    result() {
      endSection();
      const malformedLines = malformed.sort((a, b) => a - b).slice(0, MAX_LISTED_LINES);
      return {
        sections,
        preambleLinks,
        listItems: { total: wellFormed + malformed.length, wellFormed, malformedLines },
      };
    },
  };
}

function linkOf({ name, url, end }: MarkdownLink, text: string, line: number): Link {
  const notes = text
    .slice(end)
    .replace(/^[\s*_:–—-]+/, '')
    .trim();
  return { name, url, notes: notes.slice(0, MAX_NOTES_LENGTH), line };
}

function isWellFormed({ name, start, end }: MarkdownLink, text: string): boolean {
  return start === 0 && name !== '' && /^\s*(?:$|[:–—-])/.test(text.slice(end));
}

/** A thematic break such as `* * *`, which begins like a list item (CommonMark section 4.1). */
function isRule(content: string): boolean {
  const signs = content.replace(/[ \t]/g, '');
  return signs.length >= 3 && (signs === '-'.repeat(signs.length) || signs === '*'.repeat(signs.length));
}

/** A URL that is not quoted as code. */
function hasBareUrl(text: string): boolean {
  const at = text.indexOf('://');
  return at !== -1 && !text.slice(0, at).includes('`');
}
