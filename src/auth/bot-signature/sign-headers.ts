import { type Item, type Parameters, serializeInnerList } from 'structured-headers';
import type { BotKey } from './bot-keys.ts';
import { signText } from './ed25519.ts';
import { type SignedMessage, signatureBase } from './signature-base.ts';

/** Parameters of a signature in the order they are sent (RFC 9421, section 2.3). */
export type SignatureParameters = readonly (readonly [name: string, value: string | number])[];

/** A component by its name, with parameters where it has some. */
export const component = (name: string, parameters: Record<string, string | true> = {}): Item => [
  name,
  new Map(Object.entries(parameters)),
];

/** One signature over a message: the members of Signature-Input and Signature under `label`. */
export function signMessage(
  message: SignedMessage,
  {
    key,
    label,
    components,
    parameters,
  }: {
    key: Pick<BotKey, 'secret'>;
    label: string;
    components: Item[];
    parameters: SignatureParameters;
  },
): { input: string; signature: string } {
  const all: Parameters = new Map(parameters);
  const signature = signText(signatureBase(message, [components, all]), Buffer.from(key.secret, 'hex'));
  return {
    input: `${label}=${serializeInnerList([components, all])}`,
    signature: `${label}=:${Buffer.from(signature).toString('base64')}:`,
  };
}
