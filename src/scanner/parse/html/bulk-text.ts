import { type Collector, type Element, PLACE } from './walk.ts';

/** Shorter data is an example. */
const MIN_CHARS = 2000;
const JSON_BRACKETS = ['{}', '[]'];

/** The state of a run of text while its pieces arrive. */
interface Run {
  chars: number;
  first: string;
  last: string;
  isBase64: boolean;
}

const newRun = (): Run => ({ chars: 0, first: '', last: '', isBase64: true });

/** How much of the page, in characters, is JSON or base64 of 2,000 characters or more (catalogue, P25). */
export function bulkTextCollector(): Collector<number> {
  let bulk = 0;
  let block: { readonly element: Element; readonly run: Run } | undefined;
  const end = (run: Run): void => {
    if (run.chars >= MIN_CHARS && (run.isBase64 || JSON_BRACKETS.includes(run.first + run.last))) bulk += run.chars;
  };
  return {
    enter(element) {
      if (block === undefined && element.tagName === 'pre') block = { element, run: newRun() };
    },
    text(_folded, place, raw) {
      if ((place & PLACE.body) === 0) return;
      if (block !== undefined) add(block.run, raw);
      else if (raw.length >= MIN_CHARS) {
        const run = newRun();
        add(run, raw);
        end(run);
      }
    },
    leave(element) {
      if (block?.element !== element) return;
      end(block.run);
      block = undefined;
    },
    facts: () => bulk,
  };
}

function add(run: Run, raw: string): void {
  const text = raw.trim();
  if (text === '') return;
  run.chars += raw.length;
  if (run.first === '') run.first = text.charAt(0);
  run.last = text.charAt(text.length - 1);
  run.isBase64 &&= /^[A-Za-z0-9+/_=\r\n-]*$/.test(text);
}
