import process from 'node:process';
import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../../app/config.ts';
import { type Books, openBooks } from '../../app/repositories.ts';
import { PLANS, type Plan } from '../../auth/caller.ts';
import { passwordLinkUrl } from '../../auth/passwords.ts';
import { ServiceError } from '../../errors.ts';
import { print, say } from '../output.ts';

/** `legible account ...` and `legible key ...`: what an operator manages in the server's store, also while it runs. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts of this installation');
  account
    .command('create')
    .description('create an account; prints its id, and on stderr a link that sets its password')
    .requiredOption('--email <address>')
    .addOption(new Option('--plan <plan>').choices([...PLANS]).default('pro'))
    .action(({ email, plan }: { email: string; plan: Plan }) =>
      withBooks(async (books) => {
        const { id } = await books.accounts.create({ email, plan });
        print(id);
        await tellPasswordLink(books, id);
      }),
    );
  account
    .command('list')
    .description('list accounts: id, plan, address')
    .action(() =>
      withBooks(async ({ accounts }) => {
        for (const { id, plan, email } of await accounts.list()) print(`${id}\t${plan}\t${email}`);
      }),
    );
  account
    .command('set-plan')
    .description('change the plan of an account')
    .requiredOption('--email <address>')
    .addOption(new Option('--plan <plan>').choices([...PLANS]).makeOptionMandatory())
    .action(({ email, plan }: { email: string; plan: Plan }) =>
      withBooks(async ({ accounts }) => print(`${(await accounts.setPlan(email, plan)).email}\t${plan}`)),
    );
  account
    .command('reset-password')
    .description('make a link that sets a new password; who is signed in stays so until then')
    .requiredOption('--email <address>')
    .action(({ email }: { email: string }) =>
      withBooks(async (books) => tellPasswordLink(books, (await accountOf(books, email)).id)),
    );

  const key = program.command('key').description('API keys of an account');
  key
    .command('create')
    .description('create a key; prints it, and never again')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>', 'which agent or job uses it')
    .action(({ email, name }: { email: string; name: string }) =>
      withBooks(async (books) => print((await books.apiKeys.create(await accountOf(books, email), name)).key)),
    );
  key
    .command('list')
    .description('list keys: prefix, state, last use, name')
    .requiredOption('--email <address>')
    .action(({ email }: { email: string }) =>
      withBooks(async (books) => {
        for (const { prefix, name, revokedAt, lastUsedAt } of await books.apiKeys.list(
          (await accountOf(books, email)).id,
        )) {
          print(`${prefix}\t${revokedAt === null ? 'active' : 'revoked'}\t${lastUsedAt ?? 'never used'}\t${name}`);
        }
      }),
    );
  key
    .command('revoke <prefix>')
    .description('revoke a key, at once and for good')
    .requiredOption('--email <address>')
    .action((prefix: string, { email }: { email: string }) =>
      withBooks(async (books) => {
        await books.apiKeys.revoke((await accountOf(books, email)).id, prefix);
        print(`${prefix}\trevoked`);
      }),
    );
}

/** On stderr: a pipe that takes the id must not take the secret too. */
async function tellPasswordLink({ passwordLinks }: Books, accountId: string): Promise<void> {
  const { baseUrl, port } = serverSettings();
  const url = passwordLinkUrl(baseUrl ?? `http://localhost:${port}`, await passwordLinks.issue(accountId));
  say(`Choose the password within 24 hours at this address, which works once:\n${url}`);
}

/** The settings that a server started here would have. */
export const serverSettings = (): Config => readConfig(process.env);

/** Opens the server's store for the length of some work. */
export async function withBooks(work: (books: Books) => Promise<void>): Promise<void> {
  const books = await openBooks(serverSettings());
  try {
    await work(books);
  } finally {
    await books.store.close();
  }
}

async function accountOf({ accounts }: Books, email: string) {
  const found = await accounts.findByEmail(email);
  if (found === undefined)
    throw new ServiceError('not_found', `email: no account for ${email}. "legible account list" shows all.`);
  return found;
}
