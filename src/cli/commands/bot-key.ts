import type { Command } from 'commander';
import { createBotKeys } from '../../auth/bot-signature/keys.ts';
import { print } from '../output.ts';
import { withRepositories } from './account.ts';

/** `legible bot-key ...`: the keys the bot signs its requests with. A running server follows within seconds. */
export function addBotKeyCommands(program: Command): void {
  const botKey = program.command('bot-key').description('keys that the bot signs its requests with (Web Bot Auth)');
  botKey
    .command('list')
    .description('list published keys: key id, state, when it began or begins to sign')
    .action(() =>
      withRepositories(async ({ store }) => {
        for (const { keyId, state, signsFrom } of await createBotKeys(store).published()) {
          print(`${keyId}\t${state}\t${new Date(signsFrom).toISOString()}`);
        }
      }),
    );
  botKey
    .command('rotate')
    .description('publish a new key, which takes over in a day; print its id')
    .option('--now', 'sign with it at once, although verifiers may not have read it yet')
    .action(({ now = false }: { now?: boolean }) =>
      withRepositories(async ({ store }) => print((await createBotKeys(store).rotate(now)).keyId)),
    );
  botKey
    .command('revoke <key-id>')
    .description(
      'stop using and publishing a key, at once and for good; another takes over (an id that starts with a dash: revoke -- ID)',
    )
    .action((keyId: string) =>
      withRepositories(async ({ store }) => {
        await createBotKeys(store).revoke(keyId);
        print(`${keyId}\trevoked`);
      }),
    );
}
