/** All outcomes of a payment to POST /api/x402/scan. */
import { testPayments } from '../../support/payment-matrix.ts';

testPayments('http');
