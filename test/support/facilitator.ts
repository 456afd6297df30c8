/**
 * The reference facilitator's own verification (EIP-712 recovery, amounts, times, receiver) over a token that is a Map:
 * no chain, no binary.
 */
import { randomBytes } from 'node:crypto';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import { eip3009ABI } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem';
import type { FacilitatorClient } from '../../src/payments/facilitator.ts';

export const NETWORK = 'eip155:8453';
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** Account 4 of the public development mnemonic. */
export const PAY_TO = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';

export interface TestFacilitator extends FacilitatorClient {
  balance(address: string): bigint;
  give(address: string, amount: bigint): void;
  readonly transfers: () => number;
}

type Arguments = readonly unknown[];

export function createTestFacilitator(): TestFacilitator {
  const balances = new Map<string, bigint>();
  const used = new Set<string>();
  let transfers = 0;
  const balance = (address: string) => balances.get(address.toLowerCase()) ?? 0n;
  const give = (address: string, amount: bigint) => void balances.set(address.toLowerCase(), amount);

  /** As the token does it, with the words by which the SDK distinguishes its errors. */
  function transfer([from, to, value, , validBefore, nonce]: Arguments, commit: boolean): void {
    const [payer, receiver, amount] = [String(from), String(to), BigInt(String(value))];
    const key = `${payer}${nonce}`.toLowerCase();
    if (used.has(key)) throw new Error('FiatTokenV2: authorization is used or canceled');
    if (BigInt(Math.floor(Date.now() / 1000)) >= BigInt(String(validBefore))) {
      throw new Error('FiatTokenV2: authorization is expired');
    }
    if (balance(payer) < amount) throw new Error('ERC20: transfer amount exceeds balance');
    if (!commit) return;
    used.add(key);
    give(payer, balance(payer) - amount);
    give(receiver, balance(receiver) + amount);
    transfers += 1;
  }

  function read({ functionName, args = [] }: { functionName: string; args?: Arguments }): unknown {
    switch (functionName) {
      case 'transferWithAuthorization':
        return transfer(args, false);
      case 'balanceOf':
        return balance(String(args[0]));
      case 'name':
        return 'USD Coin';
      case 'version':
        return '2';
      case 'authorizationState':
        return used.has(`${args[0]}${args[1]}`.toLowerCase());
      case 'tryAggregate':
        return (args[1] as readonly { callData: Hex }[]).map(({ callData }) => {
          const call = decodeFunctionData({ abi: eip3009ABI, data: callData });
          const result = read({ functionName: call.functionName, args: call.args ?? [] });
          const encoded = { abi: eip3009ABI, functionName: call.functionName, result } as Parameters<
            typeof encodeFunctionResult
          >[0];
          return { success: true, returnData: encodeFunctionResult(encoded) };
        });
      default:
        throw new Error(`the token has no ${functionName}`);
    }
  }

  const signer = {
    getAddresses: () => [PAY_TO as Hex],
    readContract: async (call: { functionName: string; args?: Arguments }) => read(call),
    verifyTypedData: async () => false,
    getCode: async ({ address }: { address: string }) =>
      address.toLowerCase() === USDC.toLowerCase() ? ('0x60' as const) : undefined,
    writeContract: async ({ args = [] }: { args?: Arguments }) => {
      transfer(args, true);
      return `0x${randomBytes(32).toString('hex')}` as const;
    },
    sendTransaction: async () => {
      throw new Error('nothing is sent so');
    },
    waitForTransactionReceipt: async () => ({ status: 'success' }),
  };
  const real = new x402Facilitator().register(
    NETWORK,
    new ExactEvmScheme(signer as unknown as ConstructorParameters<typeof ExactEvmScheme>[0]),
  );

  return {
    balance,
    give,
    transfers: () => transfers,
    verify: (payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse> =>
      real.verify(payload, requirements),
    settle: (payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse> =>
      real.settle(payload, requirements),
  };
}
