const MAX_TEXT = 4096;
const MAX_QUOTE = 120;

/** What an error gives away of the server's inside. Every quantifier is bounded: a start is given up after a few hundred steps. */
const PATTERNS: readonly RegExp[] = [
  // A frame of a JavaScript stack: at name (file:1:2).
  /\bat (?:async |new )?[^\s()]{1,100} \([^\s()]{1,300}:\d{1,7}:\d{1,7}\)/,
  // Source files by absolute path, of Unix and of Windows.
  /(?:^|[\s"'(=>:])(?:file:\/\/)?\/(?:home|root|usr|app|var|opt|srv|Users|workspace|code|build)\/[^\s"'<>()]{0,300}\.(?:[cm]?[jt]s|py|rb|go|php|java|cs|rs)\b/,
  /\b[A-Za-z]:\\{1,2}[^\s"'<>()]{1,300}\.(?:[cm]?[jt]s|py|cs)\b/,
  // A frame of a Python stack.
  /Traceback \(most recent call last\)/,
  /\bFile "[^"\\]{1,300}\\?", line \d{1,7}/,
];

/** The first piece of an error's text (of its first 4,096 characters) that shows the server's inside, cut to 120. */
export function leakedInternals(text: string): string | undefined {
  const looked = text.slice(0, MAX_TEXT);
  for (const pattern of PATTERNS) {
    const found = pattern.exec(looked)?.[0];
    if (found !== undefined) return found.trim().slice(0, MAX_QUOTE);
  }
  return undefined;
}
