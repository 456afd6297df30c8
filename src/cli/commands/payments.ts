import type { Command } from 'commander';
import { ServiceError } from '../../errors.ts';
import { createLedger, type PaymentRecord } from '../../payments/ledger.ts';
import { print } from '../output.ts';
import { wholeNumber } from '../scan-settings.ts';
import { withRepositories } from './account.ts';

const DEFAULT_COUNT = 50;

/** `legible payments ...`: lists payments for scans, also while a server runs. */
export function addPaymentsCommands(program: Command): void {
  const payments = program.command('payments').description('payments for scans (x402)');
  payments
    .command('list')
    .description(
      'list payments, newest first: time, state, atomic units, payer, key, transaction; "unproven" means that there is no proof of payment',
    )
    .option('--limit <number>', 'how many at most', wholeNumber(1, SEARCHED), DEFAULT_COUNT)
    .action(({ limit }: { limit: number }) =>
      withRepositories(async ({ store }) => {
        for (const record of await createLedger(store).list({ limit })) {
          const { createdAt, state, amount, payer, key, receipt, unproven } = record;
          const transaction = receipt?.transaction || '-';
          const mark = unproven === undefined ? [] : [`unproven: ${unproven}`];
          print([createdAt, state, amount, payer, key, transaction, ...mark].join('\t'));
        }
      }),
    );
  payments
    .command('show <key>')
    .description('show one payment, by its key or the beginning of it')
    .action((key: string) =>
      withRepositories(async ({ store }) => {
        const found = await byKey(key, createLedger(store));
        for (const [name, value] of Object.entries(found)) {
          print(`${name}\t${typeof value === 'object' ? JSON.stringify(value) : value}`);
        }
      }),
    );
}

const SEARCHED = 10_000;
const WHOLE_KEY_CHARS = 64;

async function byKey(key: string, ledger: ReturnType<typeof createLedger>): Promise<PaymentRecord> {
  const found =
    key.length === WHOLE_KEY_CHARS
      ? [await ledger.find(key)]
      : (await ledger.list({ limit: SEARCHED })).filter((record) => record.key.startsWith(key));
  const [record] = found;
  if (record === undefined || found.length > 1) {
    const words = found.length > 1 ? 'several payments begin so; write more of the key.' : 'there is no such payment.';
    throw new ServiceError('not_found', `key: ${words} "legible payments list" shows them.`);
  }
  return record;
}
