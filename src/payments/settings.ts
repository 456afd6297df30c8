import * as z from 'zod';
import { parseUrl } from '../basics/parse-url.ts';

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address (0x and 40 hexadecimal digits)');
const short = z.string().max(64, 'has more than 64 characters');
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** The settings of paid scans, as the environment has them (decisions.md section 1). */
export const X402_ENVIRONMENT = {
  X402_PAY_TO: Address.optional(),
  X402_FACILITATOR_URL: z
    .string()
    .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), {
      error: 'is not an http or https URL',
      abort: true,
    })
    .refine((text) => {
      const { username, password, search, hash } = new URL(text);
      return username + password + search + hash === '';
    }, 'has credentials, a query or a fragment; X402_FACILITATOR_AUTH is sent as the Authorization header')
    .optional(),
  X402_NETWORK: z
    .string()
    .regex(/^eip155:\d{1,20}$/, 'is not a CAIP-2 identifier such as eip155:8453')
    .default('eip155:8453'),
  X402_ASSET: Address.default(BASE_USDC),
  X402_ASSET_NAME: short.default('USD Coin'),
  X402_ASSET_VERSION: short.default('2'),
  X402_FACILITATOR_AUTH: z
    .string()
    .regex(/^[ -~]+$/, 'has characters that are not printable ASCII')
    .optional(),
};

/** The currency, the recipient and the facilitator of payments. */
export interface PaymentSettings {
  /** Address that receives the payments. */
  readonly payTo: string;
  readonly facilitatorUrl: string;
  /** CAIP-2. */
  readonly network: string;
  /** Address of the token. */
  readonly asset: string;
  /** Name and version in the token's EIP-712 domain; wrong ones make every settlement fail. */
  readonly assetName: string;
  readonly assetVersion: string;
  /** Authorization header for the facilitator. Never to be shown. */
  readonly facilitatorAuth: string | undefined;
}

const Environment = z.object(X402_ENVIRONMENT);

/** The missing one of the two settings that enable paid scans; undefined when both or neither are set. */
export function missingPaymentSetting(given: z.output<typeof Environment>): string | undefined {
  const { X402_PAY_TO: payTo, X402_FACILITATOR_URL: url } = given;
  if ((payTo === undefined) === (url === undefined)) return undefined;
  return payTo === undefined ? 'X402_PAY_TO' : 'X402_FACILITATOR_URL';
}

/** Undefined while scans are not for sale. */
export function paymentSettings(given: z.output<typeof Environment>): PaymentSettings | undefined {
  if (given.X402_PAY_TO === undefined || given.X402_FACILITATOR_URL === undefined) return undefined;
  return {
    payTo: given.X402_PAY_TO,
    facilitatorUrl: given.X402_FACILITATOR_URL,
    network: given.X402_NETWORK,
    asset: given.X402_ASSET,
    assetName: given.X402_ASSET_NAME,
    assetVersion: given.X402_ASSET_VERSION,
    facilitatorAuth: given.X402_FACILITATOR_AUTH,
  };
}
