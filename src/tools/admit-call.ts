import type { Caller } from '../auth/caller.ts';
import { type Budget, type DrawnWindow, type Quotas, RateLimitedError } from '../auth/quotas.ts';
import type { AnyTool, Target, Targets } from './define-tool.ts';

export interface CallAdmission {
  /**
   * Draws on the budget; an address to be scanned is accepted before, so that a refused one costs nothing of it.
   * @throws ServiceError rate_limited, or why the address is refused
   */
  admit(): Promise<Target | undefined>;
  /** A replay is free of every budget of tools; its own is told all the same. What is left is fair use. */
  admitReplay(): Promise<void>;
}

export interface CallAdmissionParts {
  readonly tool: AnyTool;
  /** As the tool's schema parsed it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly budget: Budget;
  readonly quotas: Quotas;
  readonly targets: Targets;
}

/** What a call pays before its tool is run. */
export function admitCall(
  call: { readonly caller: Caller; onWindows?(windows: readonly DrawnWindow[]): void },
  { tool: { targetField }, input, budget, quotas, targets }: CallAdmissionParts,
): CallAdmission {
  const { caller } = call;
  const drawQuietly = (on: Budget) =>
    quotas.draw(caller, on).catch((error: unknown) => {
      if (error instanceof RateLimitedError) call.onWindows?.(error.states);
      throw error;
    });
  const draw = async (on: Budget) => {
    // Drawn whether or not anybody listens: what stands in the brackets of `?.()` is not evaluated for nobody.
    const windows = await drawQuietly(on);
    call.onWindows?.(windows);
  };
  const isSpent = async () => (await quotas.peek(caller, budget)).some(({ remaining }) => remaining === 0);
  const accept = async (field: string): Promise<Target> => {
    const lookUps = await drawQuietly('look-up');
    // A string by the tool's own schema.
    return targets.accept(String(input[field]), field, caller).catch((error: unknown) => {
      call.onWindows?.(lookUps);
      throw error;
    });
  };

  return {
    async admit() {
      // A caller whose budget is spent is told so, and has no names looked up.
      const paysFirst = targetField === undefined || (await isSpent());
      if (paysFirst) await draw(budget);
      const target = targetField === undefined ? undefined : await accept(targetField);
      if (!paysFirst) await draw(budget);
      return target;
    },
    async admitReplay() {
      call.onWindows?.(await quotas.peek(caller, budget));
      await draw('fair-use');
    },
  };
}
