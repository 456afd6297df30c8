/** The files that processes are started with elsewhere agree with the program. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { MAX_DRAIN_GRACE_MS, SETTINGS } from '../../src/app/config.ts';
import { addGatewayCommand, GATEWAY_DRAIN_MS } from '../../src/cli/commands/gateway.ts';
import { CLOSE_AFTER_MS } from '../../src/http/server.ts';
import { MAX_TIMEOUT_SECONDS } from '../../src/payments/offer.ts';
import { JOB_TIMINGS } from '../../src/store/job-source.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const numberIn = (path: string, pattern: RegExp) => Number(pattern.exec(read(path))?.[1]);
const LONGEST_STOP_MS = MAX_DRAIN_GRACE_MS + CLOSE_AFTER_MS + JOB_TIMINGS.closeMs;
/** For closing the store and the rest. */
const MARGIN_MS = 5_000;
/** Said by the image. */
const OF_THE_IMAGE = ['PORT', 'HOST', 'DATA_DIR'];

describe('deployment', () => {
  for (const [path, pattern] of [
    ['compose.yaml', /^ {2}stop_grace_period: (\d+)s$/m],
    ['deploy/legible.service', /^TimeoutStopSec=(\d+)$/m],
  ] as const) {
    it(`${path} waits for the end of the longest stop`, () => {
      assert.ok(1000 * numberIn(path, pattern) >= LONGEST_STOP_MS + MARGIN_MS);
    });
  }

  it('a proxy waits for as long as a payment is good, which is answered when its scan is done', () => {
    assert.ok(numberIn('docs/operations.md', /^ {2}proxy_read_timeout (\d+)s;/m) >= MAX_TIMEOUT_SECONDS);
  });

  it('compose.yaml hands on every setting, and nothing that is none', () => {
    const given = new Set([...read('compose.yaml').matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name));
    assert.deepEqual([...given, ...OF_THE_IMAGE].sort(), [...SETTINGS].sort());
  });

  it('containers have an init, which collects the ended processes of browsers', () => {
    assert.match(read('compose.yaml'), /^x-legible: &legible\n(?: {2}.+\n)*? {2}init: true$/m);
    assert.equal(read('compose.yaml').match(/^ {4}<<: \*legible$/gm)?.length, 3);
  });

  it('the health check of the image covers only faults that a restart fixes', () => {
    const dockerfile = read('Dockerfile');
    assert.match(dockerfile, /^HEALTHCHECK .*\\\n.*\/healthz/m);
    assert.match(dockerfile, /^USER node$/m);
  });

  it('the image has a variant with a browser, and is built without it', () => {
    const stages = [...read('Dockerfile').matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)].map(([, from, name]) => [
      from,
      name,
    ]);
    assert.deepEqual(stages.slice(1), [
      ['service', 'browser'],
      ['service', undefined],
    ]);
    const [, variant = ''] = read('Dockerfile').split(/^FROM service AS browser$/m);
    assert.match(variant, /chromium-headless-shell.*playwright-core.*^USER node$/ms);
    assert.match(read('compose.yaml'), /^ {6}target: browser\n {4}command: \[worker, browser\]$/m);
  });

  it('pins container images by digest', () => {
    const images = [
      // The stages after the first build on it.
      ...read('Dockerfile').matchAll(/^FROM (?!service\b)(\S+)/gm),
      ...read('compose.yaml').matchAll(/^ +image: (\S+)/gm),
    ].map(([, image = '']) => image);
    assert.equal(images.length, 2);
    for (const image of images) assert.match(image, /^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  });

  it('pins GitHub Actions by commit, in the documentation too', () => {
    const files = ['action.yml', 'docs/ci.md', 'src/library/articles/pages/ci.md'];
    const uses = files.flatMap((path) => [...read(path).matchAll(/uses: (.+)$/gm)].map(([, text = '']) => text));
    assert.ok(uses.length >= 6, `${uses.length}`);
    for (const text of uses) {
      // The clone that a step before it makes, at the commit of a variable.
      if (text !== './.legible') assert.match(text, /^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  const unit = read('deploy/legible.service');
  it('the unit filters system calls and namespaces, limits memory and denies link-local addresses', () => {
    for (const line of [
      /^SystemCallFilter=@system-service$/m,
      /^SystemCallFilter=~@privileged$/m,
      /^SystemCallErrorNumber=EPERM$/m,
      /^RestrictNamespaces=yes$/m,
      /^MemoryMax=1G$/m,
      /^IPAddressDeny=.*\blink-local\b/m,
    ]) {
      assert.match(unit, line);
    }
    for (const address of ['169.254.0.0/16', 'fe80::/10']) assert.ok(unit.includes(address), address);
  });

  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
  const needsAnalyze = { skip: hasAnalyze ? false : 'systemd-analyze is missing' };
  for (const name of ['legible.service', 'legible-gateway.service'])
    it(`systemd-analyze finds no fault in ${name}`, needsAnalyze, () => {
      const directory = mkdtempSync(join(tmpdir(), 'legible-unit-'));
      const path = join(directory, name);
      // Node may be installed elsewhere on this machine, which is no fault of the unit.
      writeFileSync(path, read(`deploy/${name}`).replace('/usr/bin/node', process.execPath));
      const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      assert.equal(verified.stderr + verified.stdout, '');
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', path], { encoding: 'utf8' });
      const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
      assert.ok(exposure <= 2, `exposure ${exposure}`);
      rmSync(directory, { recursive: true });
    });

  it('the gateway is started with options that it has, and has time to end', () => {
    const compose = read('deploy/gateway.compose.yaml');
    const entrypoint = [...compose.matchAll(/^ {6}- (.+)$/gm)].map(([, part = '']) => part);
    const grace = /^ {4}stop_grace_period: (\d+)s$/m.exec(compose)?.[1] ?? '';
    const program = new Command();
    addGatewayCommand(program);
    const known = program.commands[0]?.options.map(({ long }) => long) ?? [];
    const unitFile = read('deploy/legible-gateway.service');
    const inUnit = /^ExecStart=\/usr\/bin\/node scripts\/start\.mjs cli gateway (.+)$/m.exec(unitFile)?.[1] ?? '';
    assert.deepEqual(entrypoint.slice(0, 4), ['node', 'scripts/start.mjs', 'cli', 'gateway']);
    const options = [...entrypoint.slice(4), ...inUnit.split(' ').filter((part) => part.startsWith('--'))];
    assert.ok(options.length >= 8, `${options}`);
    for (const option of options) assert.ok(known.includes(option.split('=')[0] ?? ''), option);
    for (const seconds of [Number.parseInt(grace, 10), Number(/^TimeoutStopSec=(\d+)$/m.exec(unitFile)?.[1])])
      assert.ok(1000 * seconds > GATEWAY_DRAIN_MS, `${seconds}`);
    assert.match(compose, /^ {4}ports: \["127\.0\.0\.1:8081:8081"\]$/m);
  });

  it('starts the same entry with node itself, so that signals arrive', () => {
    assert.match(read('Dockerfile'), /^ENTRYPOINT \["node", "scripts\/start\.mjs", "main"\]$/m);
    assert.match(read('deploy/legible.service'), /^ExecStart=\/usr\/bin\/node scripts\/start\.mjs main all$/m);
    const { scripts } = JSON.parse(read('package.json'));
    for (const name of ['start', 'api', 'worker']) assert.match(scripts[name], /^exec node scripts\/start\.mjs main/);
  });
});
