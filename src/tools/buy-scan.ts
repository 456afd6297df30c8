import * as z from 'zod';
import type { Receipt } from '../payments/facilitator.ts';
import { MAX_TIMEOUT_SECONDS, PaymentNeeded } from '../payments/offer.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import { BoughtScan, PaymentRequired } from '../schema/scan.ts';
import { defineTool } from './define-tool.ts';

const URL_EXPECTED = 'expected an absolute http or https URL of at most 2000 characters';
const WAIT_EXPECTED = `expected a whole number from 0 to ${MAX_TIMEOUT_SECONDS}`;
/** Below the minute after which the SDKs' clients give up. */
const DEFAULT_WAIT_SECONDS = 45;

export const buyScan = defineTool({
  name: 'buy_scan',
  title: 'Buy a website scan',
  description:
    'Scans a website for a payment (x402 v2) instead of a key: 25 pages for 0.02, 250 for 0.25 USDC. Without a payment in _meta["x402/payment"] it answers the terms; sent with one it is charged when the scan is done, and once only: after a running scan or an error send the same payment again.',
  input: z.object({
    url: z.string({ error: URL_EXPECTED }).min(1, URL_EXPECTED).max(2000, URL_EXPECTED).describe('Root URL'),
    waitSeconds: z
      .int({ error: WAIT_EXPECTED })
      .min(0, WAIT_EXPECTED)
      .max(MAX_TIMEOUT_SECONDS, WAIT_EXPECTED)
      .default(DEFAULT_WAIT_SECONDS)
      .describe('Seconds to wait for its end'),
  }),
  output: BoughtScan,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  access: 'public',
  budget: 'payment',
  takesPayment: true,
  fieldCodes: { url: 'invalid_url' },
  failure: {
    output: PaymentRequired,
    of: (error) =>
      error instanceof PaymentNeeded ? { ...error.offer.toolChallenge('buy_scan', error.reason) } : undefined,
  },
  summarize: summarizePurchase,
  async handle({ url, waitSeconds }, { caller, checkout, onReceipt, payment, request, targets }): Promise<BoughtScan> {
    if (payment === undefined) throw new PaymentNeeded(checkout.offer);
    let receipt: Receipt | undefined;
    const bought = await checkout.buy({
      payment,
      url,
      signal: request.signal,
      waitMs: waitSeconds * 1000,
      accept: (given) => targets.accept(given, 'url', caller),
      onReceipt(given) {
        receipt = given;
        onReceipt(given);
      },
    });
    const { pageLimit } = payment.tier;
    if (bought.state === 'running') return { status: 'running', id: bought.scanId, url: bought.rootUrl, pageLimit };
    const { rootUrl, score, llmsTxtScore, pagesScanned, shareToken } = bought.scan;
    return {
      status: 'completed',
      id: shareToken,
      url: rootUrl,
      pageLimit,
      siteScore: score?.score ?? 0,
      siteRating: ratingOf(score?.score ?? 0),
      llmstxtScore: llmsTxtScore,
      pagesScanned,
      shareUrl: `/s/${shareToken}`,
      ...(receipt === undefined || receipt.transaction === '' ? {} : { transaction: receipt.transaction }),
    };
  },
});

function summarizePurchase({ status, id, pageLimit, ...scan }: BoughtScan): string {
  if (status === 'running') {
    return `Scan \`${id}\` of up to ${pageLimit} pages is running; nothing is charged yet. Call \`buy_scan\` again with the same arguments and the same payment to get the result and the receipt: it is charged once. Do not sign another payment.`;
  }
  const { siteScore, siteRating, llmstxtScore, pagesScanned = 0, shareUrl, transaction } = scan;
  return [
    `**${siteScore}/100** (${siteRating}) over ${pluralize(pagesScanned, 'page')}; llms.txt ${llmstxtScore}/100.`,
    `Paid${transaction === undefined ? '' : ` with transaction ${transaction}`}. Report: ${shareUrl}`,
    `Call \`get_scan\` with id \`${id}\` for what to fix. It needs no key and no other payment.`,
  ].join('\n');
}
