import type { BotVerdict } from './profile.ts';

/** By the request object, which every layer of the server hands on. */
const verdicts = new WeakMap<Request, BotVerdict>();

/** Notes what the signatures of a request say of its sender. */
export function noteVerdict(request: Request, verdict: BotVerdict): void {
  verdicts.set(request, verdict);
}

export const verdictOn = (request: Request): BotVerdict => verdicts.get(request) ?? { state: 'none' };
