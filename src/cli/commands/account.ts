import process from 'node:process';
import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../../app/config.ts';
import { openRepositories, type Repositories } from '../../app/repositories.ts';
import { PLANS, type Plan } from '../../auth/caller.ts';
import { passwordLinkUrl } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { print, say } from '../output.ts';

/** `legible account ...` and `legible key ...`: what an operator manages in the server's store, also while it runs. */
export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('manage the accounts of this installation');
  account
    .command('create')
    .description('create an account; prints its id, and on stderr a link that sets its password')
    .requiredOption('--email <address>', 'address of the account')
    .addOption(new Option('--plan <plan>', 'plan of the account').choices([...PLANS]).default('pro'))
    .action(({ email, plan }: { email: string; plan: Plan }) =>
      withRepositories(async (repositories) => {
        const { id } = await repositories.accounts.create({ email, plan });
        print(id);
        await tellPasswordLink(repositories, id);
      }),
    );
  account
    .command('list')
    .description('list accounts: id, plan, address')
    .action(() =>
      withRepositories(async ({ accounts }) => {
        for (const { id, plan, email } of await accounts.list()) print(`${id}\t${plan}\t${email}`);
      }),
    );
  account
    .command('set-plan')
    .description('change the plan of an account')
    .requiredOption('--email <address>', 'address of the account')
    .addOption(new Option('--plan <plan>', 'plan of the account').choices([...PLANS]).makeOptionMandatory())
    .action(({ email, plan }: { email: string; plan: Plan }) =>
      withRepositories(async ({ accounts }) => print(`${(await accounts.setPlan(email, plan)).email}\t${plan}`)),
    );
  account
    .command('reset-password')
    .description('make a link that sets a new password; sessions stay signed in until it is used')
    .requiredOption('--email <address>', 'address of the account')
    .action(({ email }: { email: string }) =>
      withRepositories(async (repositories) =>
        tellPasswordLink(repositories, (await accountOf(repositories, email)).id),
      ),
    );

  const key = program.command('key').description('manage the API keys of an account');
  key
    .command('create')
    .description('create a key; prints it this once')
    .requiredOption('--email <address>', 'address of the account')
    .requiredOption('--name <name>', 'which agent or job uses it')
    .action(({ email, name }: { email: string; name: string }) =>
      withRepositories(async (repositories) =>
        print((await repositories.apiKeys.create(await accountOf(repositories, email), name)).key),
      ),
    );
  key
    .command('list')
    .description('list keys: prefix, state, last use, name')
    .requiredOption('--email <address>', 'address of the account')
    .action(({ email }: { email: string }) =>
      withRepositories(async (repositories) => {
        for (const { prefix, name, revokedAt, lastUsedAt } of await repositories.apiKeys.list(
          (await accountOf(repositories, email)).id,
        )) {
          print(`${prefix}\t${revokedAt === null ? 'active' : 'revoked'}\t${lastUsedAt ?? 'never used'}\t${name}`);
        }
      }),
    );
  key
    .command('revoke <prefix>')
    .description('revoke a key, at once and for good')
    .requiredOption('--email <address>', 'address of the account')
    .action((prefix: string, { email }: { email: string }) =>
      withRepositories(async (repositories) => {
        await repositories.apiKeys.revoke((await accountOf(repositories, email)).id, prefix);
        print(`${prefix}\trevoked`);
      }),
    );
}

/** On stderr: a pipe that takes the id must not take the secret too. */
async function tellPasswordLink({ passwordLinks }: Repositories, accountId: string): Promise<void> {
  const { baseUrl, port } = serverSettings();
  const url = passwordLinkUrl(baseUrl ?? `http://localhost:${port}`, await passwordLinks.issue(accountId));
  say(`Choose the password within 24 hours at this address, which works once:\n${url}`);
}

/** The settings that a server started here would have. */
export const serverSettings = (): Config => readConfig(process.env);

/** Opens the server's store for the length of some work. */
export async function withRepositories(work: (repositories: Repositories) => Promise<void>): Promise<void> {
  const repositories = await openRepositories(serverSettings());
  try {
    await work(repositories);
  } finally {
    await repositories.store.close();
  }
}

async function accountOf({ accounts }: Repositories, email: string) {
  const found = await accounts.findByEmail(email);
  if (found === undefined)
    throw new ServiceError('not_found', `email: no account for ${email}. "legible account list" shows all.`);
  return found;
}
