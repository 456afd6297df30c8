/** Third-party tools read the OpenAPI description. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openApiDocument } from '../../../src/rest-facade/openapi/document.ts';
import examples from '../../../src/rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { installTools } from '../../support/npm-tools.ts';

const TEXT = JSON.stringify(
  openApiDocument({ routes: ROUTES, tools: TOOLS, baseUrl: 'https://legible.example', examples }),
  null,
  2,
);
const JUDGES = {
  '@redocly/openapi-core': '2.64.0',
  '@seriousme/openapi-schema-validator': '2.11.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
};

/** Imports a package of the judges; its types are not ours to have. */
async function judge(
  t: TestContext,
  name: string,
): Promise<{ folder: string; module: Record<string, never> } | undefined> {
  const { folder, problem } = await installTools(JUDGES);
  if (folder === undefined) {
    t.skip(problem);
    return undefined;
  }
  const entry = createRequire(join(folder, 'package.json')).resolve(name);
  return { folder, module: await import(pathToFileURL(entry).href) };
}

describe('the OpenAPI description', () => {
  it('is valid, says an independent validator', async (t) => {
    const found = await judge(t, '@seriousme/openapi-schema-validator');
    if (found === undefined) return;
    const { Validator } = found.module as unknown as {
      Validator: new () => { validate(document: unknown): Promise<{ valid: boolean; errors?: unknown }> };
    };
    const { valid, errors } = await new Validator().validate(JSON.parse(TEXT));
    assert.ok(valid, JSON.stringify(errors));
  });

  it('has nothing that Redocly finds fault with', async (t) => {
    const found = await judge(t, '@redocly/openapi-core');
    if (found === undefined) return;
    const redocly = found.module as unknown as {
      createConfig(config: object): Promise<unknown>;
      lintFromString(given: object): Promise<{ ruleId: string; message: string }[]>;
    };
    const config = await redocly.createConfig({ extends: ['recommended'] });
    const problems = await redocly.lintFromString({ source: TEXT, absoluteRef: '/openapi.json', config });
    assert.deepEqual(
      problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      // GET /api/x402/scan: by the contract it always answers 402.
      ['operation-2xx-response: Operation must have at least one `2XX` response.'],
    );
  });

  it('becomes a client that compiles, with a third-party generator', async (t) => {
    const found = await judge(t, 'openapi-typescript');
    if (found === undefined) return;
    const work = await mkdtemp(join(tmpdir(), 'legible-openapi-'));
    try {
      await writeFile(join(work, 'openapi.json'), TEXT);
      await writeFile(join(work, 'package.json'), '{"type":"module"}');
      const run = promisify(execFile);
      const bin = (path: string) => join(found.folder, 'node_modules', path);
      await run(process.execPath, [bin('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'client.ts'], {
        cwd: work,
      });
      await writeFile(
        join(work, 'use.ts'),
        `import type { components, paths } from './client.js';
const scan = {} as components['schemas']['Scan'];
export const score: number = scan.siteScore;
export const token: string = scan.shareToken;
export type Start = paths['/api/v1/scans']['post']['responses'][202]['content']['application/json'];
export const id: string = ({} as Start).id;
`,
      );
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
      await run(process.execPath, [bin('typescript/bin/tsc'), ...options, 'use.ts'], { cwd: work });
    } finally {
      await rm(work, { recursive: true });
    }
  });
});
