import type { DrawAnswer, WindowLimit, Windows } from '../store/store.ts';

/** More spent subjects than this are asked for at the store again, oldest first. */
const MAX_REMEMBERED = 10_000;

interface Refusal {
  readonly limits: readonly WindowLimit[];
  readonly answer: DrawAnswer;
  /** When it was asked for, in milliseconds since the epoch; the store judged at this time or later. */
  readonly askedAt: number;
  /** For how long nothing of the answer can change but the time that is left. */
  readonly validMs: number;
}

/**
 * The same windows, except that a subject which is spent is refused from memory until the first draw of one of its
 * windows leaves it: before that no draw can succeed, whatever other processes do. It makes a refusal, which is what a
 * flood consists of, cost no read of the store.
 */
export function rememberRefusals({ draw, peek }: Windows): Windows {
  const refusals = new Map<string, Refusal>();

  const recall = (subject: string, limits: readonly WindowLimit[]): DrawAnswer | undefined => {
    const refusal = refusals.get(subject);
    if (refusal === undefined) return undefined;
    const passedMs = Date.now() - refusal.askedAt;
    if (passedMs >= 0 && passedMs < refusal.validMs && isSame(refusal.limits, limits)) {
      return later(refusal.answer, passedMs);
    }
    refusals.delete(subject);
    return undefined;
  };
  const asking = (ask: Windows['draw']) => async (subject: string, limits: readonly WindowLimit[]) => {
    const recalled = recall(subject, limits);
    if (recalled !== undefined) return recalled;
    const askedAt = Date.now();
    const answer = await ask(subject, limits);
    if (!answer.allowed) {
      const leaving = answer.states.map(({ resetMs }) => resetMs).filter((resetMs) => resetMs > 0);
      const validMs = Math.min(answer.retryMs, ...leaving);
      refusals.set(subject, { limits, answer, askedAt, validMs });
      for (const oldest of refusals.keys()) {
        if (refusals.size <= MAX_REMEMBERED) break;
        refusals.delete(oldest);
      }
    }
    return answer;
  };
  return { draw: asking(draw), peek: asking(peek) };
}

function isSame(one: readonly WindowLimit[], other: readonly WindowLimit[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ windowMs, max }, at) => windowMs === other[at]?.windowMs && max === other[at]?.max)
  );
}

const later = (answer: DrawAnswer, passedMs: number): DrawAnswer => ({
  allowed: false,
  retryMs: answer.retryMs - passedMs,
  states: answer.states.map((state) => ({ ...state, resetMs: state.resetMs - passedMs })),
});
