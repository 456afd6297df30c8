/**
 * Runs some work and answers the processor time of this process that it took, in milliseconds. Unlike the time on the clock,
 * other programs on the machine hardly change it.
 */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
