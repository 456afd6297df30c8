import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CheckResult } from '../src/schema/scan.ts';

const RECORDER = fileURLToPath(new URL('record-examples.ts', import.meta.url));

/**
 * A result of each check that is no pass, by id, as its own test gives it. In a process of its own, where the tests may
 * print what they like and the checks are wrapped.
 * @throws Error when a test of a check cannot be loaded
 */
export function checkExamples(): Map<string, CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'legible-examples-'));
  const output = join(folder, 'examples.json');
  try {
    // The marker of node:test would make the child report to the runner that this process may belong to.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawnSync(process.execPath, ['--import', 'tsx', RECORDER, output], { env, encoding: 'utf8' });
    if (!existsSync(output)) throw new Error(`The tests of the checks cannot be loaded.\n${child.stderr}`);
    return new Map(Object.entries(z.record(z.string(), CheckResult).parse(JSON.parse(readFileSync(output, 'utf8')))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
