import process from 'node:process';

const BAR = 24;

export interface Progress {
  show(done: number, of: number): void;
  /** Takes the bar away. */
  clear(): void;
}

/** A bar on stderr, as wide as there is room; nothing where stderr is no terminal. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return { show() {}, clear() {} };
  return {
    show: (done, of) => stream.write(`\r\u001b[K${barOf(done, of, stream.columns - 1)}`),
    clear: () => stream.write('\r\u001b[K'),
  };
}

/** @param room characters it may take */
function barOf(done: number, of: number, room: number): string {
  const words = `${done}/${of} pages`;
  const width = Math.min(BAR, room - words.length - 3);
  if (width < 4) return words.slice(0, Math.max(0, room));
  const filled = of === 0 ? 0 : Math.min(width, Math.round((done / of) * width));
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
}
