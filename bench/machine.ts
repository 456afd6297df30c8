import { cpus, loadavg, totalmem } from 'node:os';

/** One line that says what the figures were measured on. */
export function describeMachine(): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const gib = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]?.toFixed(1);
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${model}), ${gib} GiB, ${process.platform}, load ${load}`;
}
