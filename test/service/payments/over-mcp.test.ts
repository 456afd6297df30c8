/** All outcomes of a payment to the tool buy_scan. */
import { testPayments } from '../../support/payment-matrix.ts';

testPayments('mcp');
