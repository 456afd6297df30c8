import { type AgentReadyOptions, createCore, type Handler } from './core.ts';

export type { AgentReadyOptions, Handler } from './core.ts';

/** Answers a request by the handler, with what agents need. */
export type AgentReady = (request: Request, handler: Handler) => Promise<Response>;

/**
 * Makes public pages of a site readable for agents: Markdown at the same address for those who ask for it by Accept and at
 * addresses that end in `.md`, an ETag of its own, `Vary: Accept` and Link fields. The bytes of HTML are never changed, and
 * an exchange that may be private (credentials, cookies, `private`, `no-store`) is passed on as it is.
 */
export function agentReady(options: AgentReadyOptions = {}): AgentReady {
  return createCore(options).answer;
}
