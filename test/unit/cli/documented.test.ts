/** The page about the command line names what the command line has, and nothing else. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/program.ts';
import { FORMATS } from '../../../src/cli/render.ts';

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const article = await read('src/library/articles/pages/cli.md');
const guide = await read('docs/command-line.md');
const sectionOf = (page: string, title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const section = (title: string): string => sectionOf(article, title);
/** The options in the first column of a table, without the names of their values. */
const optionsIn = (text: string): string[] =>
  [...text.matchAll(/^\| (`--[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, flags = '']) => flags.replace(/<.+>/, '<>')),
  );

describe('the page about the command line', () => {
  it('has every command', () => {
    const named = [...section('Commands').matchAll(/^\| `([\w-]+)/gm)].map(([, name]) => name);
    assert.deepEqual([...new Set(named)].sort(), COMMANDS.map(({ name }) => name).sort());
  });

  it('has options of scan that help has too, and the guide has every one', async () => {
    const program = new Command();
    (await COMMANDS.find(({ name }) => name === 'scan')?.load())?.(program);
    const options = program.commands[0]?.options.map(({ flags }) => flags.replace(/<.+>/, '<>')) ?? [];
    assert.ok(options.length > 20);
    assert.deepEqual(optionsIn(sectionOf(guide, 'Options of scan')).sort(), options.sort());
    const common = optionsIn(section('Options of scan'));
    assert.ok(common.length > 15);
    assert.deepEqual(
      common.filter((option) => !options.includes(option)),
      [],
    );
  });

  it('has every format', () => {
    for (const format of FORMATS) assert.ok(section('Formats').includes(`\`${format}\``), format);
  });
});
