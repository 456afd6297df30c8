import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { ConfigError } from '../../errors.ts';
import { print } from '../output.ts';
import { SKILL } from '../skill-text.ts';

/** Where Claude Code looks for the skills of a project. */
const FOLDER = '.claude/skills';

/** `legible skill [folder]`: puts the skill where a coding agent looks for it. */
export function addSkillCommand(program: Command): void {
  program
    .command('skill [folder]')
    .description(`write a skill for coding agents that scans, fixes and scans again; default folder ${FOLDER}`)
    .option('--print', 'print it, and write nothing')
    .option('--force', 'replace a file that differs')
    .action(async (folder: string = FOLDER, flags: { print?: true; force?: true }) => {
      if (flags.print === true) return print(SKILL.text.trimEnd());
      const file = join(folder, SKILL.name, 'SKILL.md');
      const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw new ConfigError(`${file}: cannot be read (${error.code})`);
      });
      if (before === SKILL.text) return print(`${file} is up to date`);
      if (before !== undefined && flags.force !== true)
        throw new ConfigError(`${file}: another file is there. Look at it, then use --force to replace it`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, SKILL.text);
      print(`${file} is written`);
    });
}
