import process from 'node:process';
import type { ScanProgress } from './product.ts';

const BAR = 24;

interface Progress {
  show(progress: ScanProgress): void;
  /** Removes the bar. */
  clear(): void;
}

export const NO_PROGRESS: Progress = { show() {}, clear() {} };

/** A progress bar on stderr that fits the terminal's width; nothing where stderr is no terminal. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return NO_PROGRESS;
  return {
    show: (progress) => stream.write(`\r\u001b[K${barOf(progress, stream.columns - 1)}`),
    clear: () => stream.write('\r\u001b[K'),
  };
}

/** @param room characters it may take */
function barOf({ phase, percent, pagesScanned = 0, pagesDiscovered = 0 }: ScanProgress, room: number): string {
  const words = phase ?? `${pagesScanned}/${pagesDiscovered} pages`;
  const share = percent === undefined ? pagesScanned / Math.max(1, pagesDiscovered) : percent / 100;
  const width = Math.min(BAR, room - words.length - 3);
  if (width < 4) return words.slice(0, Math.max(0, room));
  const filled = Math.min(width, Math.round(share * width));
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
}
