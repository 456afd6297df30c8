import { withdrawalsSuite } from '../../../support/withdrawals.ts';

withdrawalsSuite(10);
