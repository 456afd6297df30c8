/** The page about the command line names what the command line has, and nothing else. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/program.ts';
import { FORMATS } from '../../../src/cli/render.ts';

const page = await readFile(new URL('../../../src/library/articles/pages/cli.md', import.meta.url), 'utf8');
const section = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

describe('the page about the command line', () => {
  it('has every command', () => {
    const named = [...section('Commands').matchAll(/^\| `([\w-]+)/gm)].map(([, name]) => name);
    assert.deepEqual([...new Set(named)].sort(), COMMANDS.map(({ name }) => name).sort());
  });

  it('has every option of scan, written as help writes it', async () => {
    const program = new Command();
    (await COMMANDS.find(({ name }) => name === 'scan')?.load())?.(program);
    const options = program.commands[0]?.options.map(({ flags }) => flags.replace(/<.+>/, '<>')) ?? [];
    assert.ok(options.length > 10);
    const named = [...section('Options of scan').matchAll(/^\| `(--[^`]+)`/gm)].map(([, flags = '']) => flags);
    assert.deepEqual(named.map((flags) => flags.replace(/<.+>/, '<>')).sort(), options.sort());
  });

  it('has every format', () => {
    for (const format of FORMATS) assert.ok(section('Formats').includes(`\`${format}\``), format);
  });
});
