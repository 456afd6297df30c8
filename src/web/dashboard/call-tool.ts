/** Tools as the pages of the dashboard call them: for the signed-in account, through the gate. */
import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { callForAnswer, type Gate } from '../../tools/gate.ts';
import type { Member } from './frame.ts';

export interface ToolCalls {
  /** The output of a tool. @throws ServiceError as the tool does; subscription_required on a free account */
  call(event: Asked, member: Member, tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The same for reading and stopping what the account has: a free account may do that as well. */
  callOnAnyPlan: ToolCalls['call'];
}
type Asked = { readonly req: Request };

export function createToolCalls(gate: Gate): ToolCalls {
  const call: ToolCalls['call'] = async ({ req: request }, { account }, tool, input) => {
    const calling = callForAnswer(gate, { tool, input, caller: sessionCaller(account), request });
    const { output } = await calling.catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'subscription_required') throw error;
      // The message of the gate is for holders of a key.
      throw new ServiceError(error.code, 'This needs a Pro plan; this account is on the Free plan.', { cause: error });
    });
    return output;
  };
  return {
    call,
    callOnAnyPlan: (event, member, tool, input) => {
      const { account } = member;
      // What a plan paid for stays readable after its end, within the limits of Pro.
      return call(
        event,
        account.plan === 'free' ? { ...member, account: { ...account, plan: 'pro' } } : member,
        tool,
        input,
      );
    },
  };
}
