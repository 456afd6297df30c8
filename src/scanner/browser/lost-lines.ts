/** What of the text in sight a reader does not receive. */

const MAX_LINES = 2_000;
const MAX_LINE = 200;
const MOST_LOST = 12;
/** Words of a line to look for: a converter may break the rest. */
const WORDS = 6;
/** Letters from which a line without its spaces is hardly a part of another by chance. */
const LONG = 10;
const MAX_KNOWN_WORDS = 100_000;

/** Of links in Markdown, whose text goes on behind them. */
const TARGET = /\]\([^()\n]{1,500}\)/g;

/** Letters and digits alone, so that marks of Markdown and the space around them make no difference. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The first lines in sight whose words are not in what the reader receives, each once.
 * @param inSight text as the browser shows it
 * @param received all that the reader receives
 */
export function lostLines(inSight: string, received: string): string[] {
  const known = ` ${plain(received.replace(TARGET, ']'))} `;
  const joined = known.replaceAll(' ', '');
  const runs = shortRuns(known);
  const lost = new Set<string>();
  for (const line of inSight.split('\n', MAX_LINES)) {
    const words = plain(line.slice(0, MAX_LINE)).split(' ').slice(0, WORDS).join(' ');
    if (words === '' || known.includes(` ${words} `)) continue;
    // A browser joins the words of boxes that stand side by side.
    const letters = words.replaceAll(' ', '');
    if (letters.length < LONG ? runs.has(letters) : joined.includes(letters)) continue;
    const whole = line
      .slice(0, 2 * MAX_LINE)
      .replace(/\s+/g, ' ')
      .trim();
    lost.add(whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE - 1).trimEnd()}…` : whole);
    if (lost.size === MOST_LOST) break;
  }
  return [...lost];
}

/** Words that follow one another, written without a space, as far as they are short together. */
function shortRuns(text: string): Set<string> {
  const words = text.trim().split(' ', MAX_KNOWN_WORDS);
  const runs = new Set<string>();
  for (let at = 0; at < words.length; at += 1) {
    let run = '';
    for (let end = at; end < words.length && run.length < LONG; end += 1) {
      run += words[end];
      runs.add(run);
    }
  }
  return runs;
}
