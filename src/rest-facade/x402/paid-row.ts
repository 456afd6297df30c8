import { encodePaymentResponseHeader } from '@x402/core/http';
import type { H3Event } from 'h3';
import { addressCallerOf, type Credentials } from '../../auth/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import { ServiceError } from '../../errors.ts';
import { errorResponse } from '../../http/errors.ts';
import { noteWindows } from '../../http/request-context.ts';
import type { Receipt } from '../../payments/facilitator.ts';
import { MAX_TIMEOUT_SECONDS, type Offer } from '../../payments/offer.ts';
import { PaymentNeeded } from '../../payments/payment-needed.ts';
import type { Scans } from '../../scans/scans.ts';
import { buyScan } from '../../tools/buy-scan.ts';
import { callForAnswer, type Gate } from '../../tools/gate.ts';
import { presentPages, presentScan } from '../../tools/present-scan.ts';

export interface PaidRowParts {
  readonly baseUrl: string;
  readonly gate: Gate;
  readonly offer: Offer;
  readonly scans: Pick<Scans, 'byShareToken' | 'checks' | 'pages'>;
  credentialsOf(event: H3Event): Credentials;
}

interface PaidRequest {
  /** Base64, as the header has it; undefined for none. */
  readonly payment: string | undefined;
  /** Called only after the payment was parsed, so that an invalid payment is refused first. */
  readBody(): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Answers a request by the tool buy_scan. It counts under the client's address, whatever key comes with it: each may be
 * a question to the facilitator.
 */
export type PaidRow = (event: H3Event, caller: Caller, request: PaidRequest) => Promise<Response>;

/** The client closed the connection: the status is for the log alone. */
const CLIENT_LEFT = 499;

/** The payment under its name of version 2, or of version 1 that the contract has; undefined for none. */
export const sentPayment = ({ headers }: Request): string | undefined =>
  headers.get('payment-signature') ?? headers.get('x-payment') ?? undefined;

export function createPaidRow({ baseUrl, gate, offer, scans, credentialsOf }: PaidRowParts): PaidRow {
  async function delivered(shareToken: string): Promise<Response> {
    const scan = await scans.byShareToken(shareToken);
    if (scan === undefined) throw new Error('a delivered scan is not in the store');
    const shown = presentScan(scan, await scans.checks(scan.id), await presentPages(scans.pages(scan)));
    const headers = { 'cache-control': 'no-store, private' };
    return Response.json({ scan: shown, shareUrl: `/s/${shareToken}` }, { status: 201, headers });
  }

  return async (event, caller, { payment, readBody }) => {
    const { req } = event;
    let receiptHeaders: Record<string, string> = {};
    const withReceipt = (response: Response): Response => {
      for (const [name, value] of Object.entries(receiptHeaders)) response.headers.set(name, value);
      return response;
    };
    try {
      const { output } = await callForAnswer(gate, {
        tool: buyScan.name,
        // Over HTTP the scan runs to its end.
        input: async () => ({ url: (await readBody()).url, waitSeconds: MAX_TIMEOUT_SECONDS }),
        caller,
        countedAs: addressCallerOf(credentialsOf(event)),
        payment,
        request: req,
        onWindows: (windows) => noteWindows(req, windows),
        onReceipt: (receipt) => {
          receiptHeaders = headersOf(receipt);
        },
      });
      if (output.status !== 'completed') {
        throw new ServiceError('unavailable', 'The scan is still running. Send the same payment again.');
      }
      return withReceipt(await delivered(String(output.id)));
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (req.signal.aborted) return new Response(null, { status: CLIENT_LEFT });
      if (!(thrown instanceof PaymentNeeded)) return errorResponse(thrown, baseUrl, receiptHeaders);
      const { body, header } = offer.challenge(thrown.reason);
      const headers = { 'cache-control': 'no-store', 'payment-required': header };
      return withReceipt(Response.json(body, { status: thrown.status, headers }));
    }
  };
}

function headersOf(receipt: Receipt): Record<string, string> {
  const header = encodePaymentResponseHeader(receipt);
  return { 'payment-response': header, 'x-payment-response': header };
}
