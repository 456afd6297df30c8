import type { Evidence } from '../define-check.ts';
import type { McpHandshake } from './artifacts.ts';
import { callRequest } from './exchange-evidence.ts';

/** Where a list came from, with the request that shows it again. */
export const listEvidence = (handshake: McpHandshake, method: `${string}/list`): Evidence => ({
  url: handshake.finalUrl,
  request: callRequest(handshake, method),
});
