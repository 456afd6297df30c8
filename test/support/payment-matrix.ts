/** Every way a payment can come to its end, over HTTP and over MCP: facts of x402, section 4. */
import type { PaymentWay } from './paid-service.ts';
import { testFailingFacilitator } from './payments/failing-facilitator.ts';
import { testGoodPayments } from './payments/good-payments.ts';
import { testBadBodies, testInvalidPayments } from './payments/refused-payments.ts';
import { openTill } from './payments/till.ts';
import { testDiedProcesses, testUnsettledScans } from './payments/unfinished-payments.ts';

/** The tests of all outcomes, on a facilitator over loopback whose chain is a Map. */
export function testPayments(way: PaymentWay): void {
  const till = openTill(way);
  testGoodPayments(till);
  testInvalidPayments(till);
  testBadBodies(till);
  testFailingFacilitator(till);
  till.whereMain(() => testUnsettledScans(till));
  till.whereMain(() => testDiedProcesses(till));
}
