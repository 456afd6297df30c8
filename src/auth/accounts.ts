import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Plan } from './caller.ts';
import { BASE32, randomText } from './random-text.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly plan: Plan;
  readonly createdAt: string;
}

export interface Accounts {
  /** @throws ServiceError invalid_request when the address is malformed or taken */
  create(input: { email: string; plan: Plan }): Promise<Account>;
  get(id: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** The operator's account, made when there is none. */
  operator(): Promise<Account>;
  list(): Promise<Account[]>;
  /** @throws ServiceError not_found */
  setPlan(email: string, plan: Plan): Promise<Account>;
}

/** Whose account the first start, stdio and the command line act as. */
const OPERATOR_EMAIL = 'operator@localhost';
const LIST = 'accounts';
const MAX_LISTED = 10_000;
/** How long making an account may take before another process may try. */
const CLAIM_MS = 10_000;
const FOR_EVER_MS = 100 * 365 * 86_400_000;

export function createAccounts(store: Store): Accounts {
  const documents = store.documents<Account>('accounts');
  const idByEmail = store.documents<string>('accounts-by-email');

  const findByEmail: Accounts['findByEmail'] = async (email) => {
    const id = await idByEmail.get(normaliseEmail(email));
    return id === undefined ? undefined : documents.get(id);
  };

  const accounts: Accounts = {
    findByEmail,
    get: (id) => documents.get(id),
    async create({ email, plan }) {
      const address = normaliseEmail(email);
      // The claim, not a look-up, decides who gets an address: two creations may run at once.
      const claim = await store.claims.take(`account-email:${address}`, { leaseMs: CLAIM_MS, note: '' });
      if (!claim.won) throw new ServiceError('invalid_request', `email: there is an account for ${address} already.`);
      const account: Account = {
        id: `acc_${randomText(20, BASE32)}`,
        email: address,
        plan,
        createdAt: new Date().toISOString(),
      };
      await documents.set(account.id, account);
      await idByEmail.set(address, account.id);
      await store.index.add(LIST, Date.parse(account.createdAt), account.id);
      await store.claims.finish(`account-email:${address}`, claim.fence, account.id, FOR_EVER_MS);
      return account;
    },
    async list() {
      const entries = await store.index.oldest(LIST, { limit: MAX_LISTED });
      const accounts = await Promise.all(entries.map(({ member }) => documents.get(member)));
      return accounts.filter((account) => account !== undefined);
    },
    async operator() {
      const deadline = Date.now() + CLAIM_MS;
      for (;;) {
        const found = await findByEmail(OPERATOR_EMAIL);
        if (found !== undefined) return found;
        try {
          return await accounts.create({ email: OPERATOR_EMAIL, plan: 'pro' });
        } catch (error) {
          // Another process is making it just now; if it dies over it, its claim lapses.
          if (!(error instanceof ServiceError) || Date.now() > deadline) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
    async setPlan(email, plan) {
      const account = await findByEmail(email);
      if (account === undefined) {
        throw new ServiceError('not_found', `email: no account for ${email}. "legible account list" shows all.`);
      }
      const changed = { ...account, plan };
      await documents.set(account.id, changed);
      return changed;
    },
  };
  return accounts;
}

/** @throws ServiceError invalid_request when it cannot be an address */
function normaliseEmail(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.indexOf('@');
  const isPlain = at > 0 && at < address.length - 1 && !/\s/.test(address) && address.length <= 254;
  if (!isPlain) throw new ServiceError('invalid_request', 'email: expected an address such as you@example.com.');
  return address;
}
