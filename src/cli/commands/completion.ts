import { Argument, Command } from 'commander';
import { print } from '../output.ts';

/** `legible completion <shell>`: a script that completes commands and options, made from the commands themselves. */
export function addCompletionCommand(program: Command, commands: readonly Loadable[]): void {
  program
    .command('completion')
    .description('print completion of commands and options; for ~/.bashrc: eval "$(legible completion bash)"')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const words = await completions(commands);
      print(shell === 'fish' ? fishScript(words) : bashScript(words, shell === 'zsh'));
    });
}

/** A row of the table of commands. */
interface Loadable {
  load(): Promise<(program: Command) => void>;
}

/** The completions after each word or pair of words; '' is the start of the line. */
type Completions = ReadonlyMap<string, readonly string[]>;

async function completions(commands: readonly Loadable[]): Promise<Completions> {
  const root = new Command('legible');
  const added = new Set<unknown>();
  for (const { load } of commands) {
    const add = await load();
    if (!added.has(add)) add(root);
    added.add(add);
  }
  const words = new Map<string, readonly string[]>([
    ['', [...root.commands.map((each) => each.name()), '--help', '--version']],
  ]);
  const visit = (command: Command, path: string) => {
    const options = command.options.map(({ long }) => long ?? '').filter((long) => long !== '');
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    words.set(path, [...command.commands.map((each) => each.name()), ...choices, ...options, '--help']);
    for (const option of command.options) {
      if (option.argChoices !== undefined) words.set(`${path} ${option.long}`, option.argChoices);
    }
    for (const each of command.commands) visit(each, `${path} ${each.name()}`);
  };
  for (const command of root.commands) visit(command, command.name());
  return words;
}

/** Its variables have no name that zsh knows as its own (path, words), for there the same script runs. */
function bashScript(words: Completions, isZsh: boolean): string {
  const cases = [...words].map(([path, next]) => `    "${path}") next="${next.join(' ')}" ;;`);
  return `${isZsh ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_legible() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" typed="" at next
  for ((at = 1; at < COMP_CWORD && at < 3; at++)); do
    _legible_next "\${typed:+$typed }\${COMP_WORDS[at]}" || break
    typed="\${typed:+$typed }\${COMP_WORDS[at]}"
  done
  _legible_next "$typed $previous" || _legible_next "$typed"
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
_legible_next() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
complete -o default -F _legible legible`;
}

function fishScript(words: Completions): string {
  const top = words.get('') ?? [];
  const names = top.filter((word) => !word.startsWith('-'));
  return [
    `complete -c legible -f -n "not __fish_seen_subcommand_from ${names.join(' ')}" -a "${names.join(' ')}"`,
    ...[...words].flatMap(([path, next]) => {
      if (path === '' || path.includes(' --')) return [];
      const seen = path
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ');
      return next.map((word) => {
        const choices = words.get(`${path} ${word}`);
        const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
        return `complete -c legible -n "${seen}" ${name}${choices === undefined ? '' : ` -x -a "${choices.join(' ')}"`}`;
      });
    }),
  ].join('\n');
}
