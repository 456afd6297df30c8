import { defined } from '../../defined.ts';
import { messageWithHint, toServiceError } from '../../errors.ts';
import type { ReadContext } from '../../resources/define-resource.ts';
import { callForAnswer } from '../../tools/gate.ts';
import type { SurfaceCall, SurfaceParts } from './call.ts';
import { RPC, SurfaceError } from './error.ts';

/** The services that resources and prompts are rendered from, for one call. */
export function createReadContext({
  gate,
  library,
  openApi,
}: Pick<SurfaceParts, 'gate' | 'library' | 'openApi'>): (call: SurfaceCall) => ReadContext {
  const openApiText = JSON.stringify(openApi);
  return ({ caller, signal, onWindows }) => ({
    library,
    openApi: openApiText,
    async callTool(tool, input, form) {
      const answer = await callForAnswer(gate, {
        tool,
        input,
        caller,
        request: { signal },
        isForAgent: form === 'agents',
        ...defined({ onWindows }),
      });
      return answer.output;
    },
  });
}

/**
 * The error for a resource or prompt that could not be rendered.
 * @param notFoundCode the protocol's code for a missing resource or prompt
 */
export function refusalOf(
  thrown: unknown,
  { requestId, signal, onRetryAfter }: SurfaceCall,
  { log, notFoundCode, about }: Pick<SurfaceParts, 'log'> & { notFoundCode: number; about: Record<string, unknown> },
): SurfaceError {
  if (thrown instanceof SurfaceError) return thrown;
  const error = toServiceError(thrown, requestId);
  if (error.retryAfterSeconds !== undefined) onRetryAfter?.(error.retryAfterSeconds);
  const message = messageWithHint(error);
  if (error.code === 'internal_error') {
    // After a disconnect the call fails because its signal was aborted: that is no bug, so it is not logged.
    if (!signal.aborted) log.error({ requestId, ...about, err: thrown }, 'a resource or a prompt failed');
    return new SurfaceError(RPC.internalError, error.message, { code: error.code });
  }
  if (error.code === 'not_found') return new SurfaceError(notFoundCode, message, { ...about, code: error.code });
  const isOfTheInput = error.status === 400;
  return new SurfaceError(isOfTheInput ? RPC.invalidParams : RPC.refused, message, { code: error.code });
}
