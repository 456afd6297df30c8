/** Clients of both eras over HTTP and stdio: the same tools, resources, prompts and completion, in the same words. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { ALL_CHECKS } from '../../../src/scanner/checks/catalogue.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { firstOf } from '../../support/exhaustive.ts';
import {
  CLIENTS,
  type HttpTarget,
  type McpClient,
  type Progress,
  type StdioTarget,
} from '../../support/mcp-clients.ts';
import { type McpServer, serveMcp } from '../../support/mcp-server.ts';
import { programOf } from '../../support/program.ts';
import { newDataDir, shareTestService, type TestService } from '../../support/service.ts';

const REVISIONS: readonly RegExp[] = [/^2025-/, /^2026-07-28$/, /^2025-/];
const [program, ...parameters] = programOf('src/cli.ts');
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let service: TestService;
let other: McpServer;
let dataDir: string;
const transports: Record<string, () => Promise<HttpTarget | StdioTarget>> = {
  'POST /api/v1/mcp': async () => ({ url: service.url, key: await service.key('team') }),
  stdio: async () => ({
    command: program,
    args: [...parameters, 'stdio'],
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  }),
};
before(async () => {
  dataDir = await newDataDir();
  service = await shareTestService();
  other = await serveMcp(modern());
});
after(async () => {
  await service.stop();
  await other.close();
  await rm(dataDir, { recursive: true, force: true });
});

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => Object(error).code,
  );
const textIn = (result: unknown): string =>
  z.object({ contents: z.tuple([z.object({ text: z.string() })]) }).parse(result).contents[0].text;
const valuesIn = (result: unknown): string[] =>
  z.object({ completion: z.object({ values: z.array(z.string()) }) }).parse(result).completion.values;

for (const [transport, reach] of Object.entries(transports)) {
  // One client of each era over HTTP, and the newest over stdio.
  const clients = firstOf([...CLIENTS.entries()], ([at]) => at === 1 || (at === 0 && transport !== 'stdio'));
  for (const [at, { name, connect }] of clients) {
    describe(`${transport}, ${name}`, () => {
      let client: McpClient;
      before(async () => {
        client = await connect(await reach());
      });
      after(() => client.close());
      const read = async (uri: string) => textIn(await client.request('resources/read', { uri }));

      it('speaks its own revision, over HTTP', () => {
        if (client.revision !== undefined) assert.match(client.revision, REVISIONS[at] ?? /never/);
      });

      it('lists and calls tools; invalid arguments give an error result', async () => {
        const { tools } = z
          .object({ tools: z.array(z.object({ name: z.string() })) })
          .parse(await client.request('tools/list'));
        assert.equal(tools.length, TOOLS.length);
        const answer = Object(await client.callTool('list_scans', {}));
        assert.ok(Array.isArray(answer.structuredContent.data));
        const refused = Object(await client.callTool('get_scan', { id: 5 }));
        assert.equal(refused.isError, true);
        assert.match(refused.content[0].text, /^invalid_request: id: expected /);
        assert.equal(await codeOf(client.callTool('nope', {})), -32602);
      });

      it('gets progress on request', async () => {
        const told: Progress[] = [];
        const result = Object(await client.callTool('scan_mcp', { endpoint: other.url }, (each) => told.push(each)));
        assert.equal(result.structuredContent?.status, 'completed', JSON.stringify(result.content));
        assert.deepEqual(
          told.map(({ progress, total }) => [progress, total]),
          [
            [1, 3],
            [2, 3],
            [3, 3],
          ],
        );
      });

      it('reads every resource that is everybody’s', async () => {
        const listed = z
          .object({ resources: z.array(z.object({ uri: z.string(), mimeType: z.string(), description: z.string() })) })
          .parse(await client.request('resources/list'));
        assert.deepEqual(
          listed.resources.map(({ uri }) => uri),
          ['legible://catalogue', 'legible://methodology', 'legible://openapi.json', 'ui://legible/scan'],
        );
        const { checks } = JSON.parse(await read('legible://catalogue'));
        assert.equal(checks.length, ALL_CHECKS.length);
        for (const { resource, id, titles } of checks.slice(0, 5)) {
          const text = await read(resource);
          assert.ok(text.startsWith(`# ${id}: ${titles.pass}\n`), text.slice(0, 80));
        }
        assert.match(await read('legible://recipes/nginx'), /^# nginx: [\s\S]*try_files/);
        assert.match(await read('legible://recipes/NGINX'), /^# nginx: /);
        const wordpress = await read('legible://recipes/wordpress');
        assert.match(wordpress, /\[nginx\]\(legible:\/\/recipes\/nginx\)[\s\S]*\[S9\]\(legible:\/\/checks\/S9\)/);
        assert.doesNotMatch(wordpress, /\/docs\/(?:recipes|checks)\//);
        assert.match(await read('legible://methodology'), /^# /);
        assert.match(JSON.parse(await read('legible://openapi.json')).openapi, /^3\.1\./);
        const { resourceTemplates } = Object(await client.request('resources/templates/list'));
        assert.deepEqual(
          resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
          [
            'legible://checks/{checkId}',
            'legible://recipes/{platform}',
            'legible://scans/{id}{?cursor}',
            'legible://scans/{id}/report.md',
            'legible://scans/{id}/screen.json{?page}',
          ],
        );
      });

      it('finds no resource that is not there', async () => {
        // The v2 SDK sends the newest code in every revision, and its client reads the old one, with a URI in its data, as that.
        const notFound = transport === 'stdio' || name.includes('v2') ? -32602 : -32002;
        for (const uri of [
          'legible://checks/S999',
          'legible://checks/site',
          'legible://checks/../catalogue',
          'legible://recipes/iis',
          'legible://recipes/../checks/S1',
          'legible://scans/scn_aaaaaaaaaaaaaaaaaaaa',
          'legible://scans/scn_aaaaaaaaaaaaaaaaaaaa/report.md',
          'legible://scans/',
          'legible://scans/a/b/report.md',
          'legible://catalogue/',
          'file:///etc/passwd',
          '',
        ]) {
          assert.equal(await codeOf(client.request('resources/read', { uri })), notFound, uri);
        }
      });

      it('gets prompts with its arguments in them, and the names of missing ones', async () => {
        const { prompts } = Object(await client.request('prompts/list'));
        assert.deepEqual(
          prompts.map((prompt: { name: string }) => prompt.name),
          ['fix_site', 'write_llms_txt', 'review_mcp_server', 'explain_check'],
        );
        const textOf = async (prompt: string, given: Record<string, string>) =>
          Object(await client.request('prompts/get', { name: prompt, arguments: given })).messages[0].content.text;
        assert.match(
          await textOf('write_llms_txt', { url: 'HTTPS://Site.Example/docs/' }),
          /https:\/\/site\.example\/docs\//,
        );
        assert.match(await textOf('review_mcp_server', { endpoint: 'https://a.example/mcp' }), /scan_mcp/);
        assert.match(await textOf('explain_check', { checkId: 's1' }), /\n# S1: /);
        for (const [prompt, given] of [
          ['nope', {}],
          ['explain_check', {}],
          ['explain_check', { checkId: 'S999' }],
          ['fix_site', { site: 'scn_aaaaaaaaaaaaaaaaaaaa' }],
          ['write_llms_txt', { url: 'javascript:alert(1)' }],
          ['write_llms_txt', { url: 'https://user:secret@a.example/' }],
        ] as const) {
          const code = await codeOf(client.request('prompts/get', { name: prompt, arguments: given }));
          assert.equal(code, -32602, `${prompt} ${JSON.stringify(given)}`);
        }
      });

      it('completes check ids, in resources and prompts', async () => {
        const argument = { name: 'checkId', value: 'm1' };
        for (const ref of [
          { type: 'ref/resource', uri: 'legible://checks/{checkId}' },
          { type: 'ref/prompt', name: 'explain_check' },
        ]) {
          const values = valuesIn(await client.request('completion/complete', { ref, argument }));
          assert.deepEqual(values.slice(0, 3), ['M1', 'M10', 'M11']);
        }
        for (const ref of [
          { type: 'ref/resource', uri: 'legible://checks/{checkId}' },
          { type: 'ref/prompt', name: 'explain_check' },
        ]) {
          const unknown = { ref, argument: { name: 'nope', value: '' } };
          assert.deepEqual(valuesIn(await client.request('completion/complete', unknown)), []);
        }
        const ref = { type: 'ref/resource', uri: 'legible://scans/{id}{?cursor}' };
        const scans = await client.request('completion/complete', { ref, argument: { name: 'id', value: '' } });
        const { data } = Object(await client.callTool('list_scans', {})).structuredContent;
        assert.deepEqual(valuesIn(scans).sort(), data.map(({ id }: { id: string }) => id).sort());
      });
    });
  }
}
