import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dashboardMember } from '../../support/dashboard-member.ts';
import { madeLines, newTruth } from '../../support/generated-log.ts';
import { startTestService, type TestService } from '../../support/service.ts';

describe('/dashboard/logs', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ withWorkers: false });
  });
  after(() => service.stop());

  it('reads an upload, shows its summary to its account alone, and deletes it', async () => {
    const { send } = await dashboardMember(service, 'logs@example.com');
    const { formToken, text } = await send('/dashboard/logs');
    assert.match(text, /type="file"/);
    const lines = [...madeLines(3000, () => 'combined', newTruth())].join('\n');
    const form = (withToken: string, file: Uint8Array<ArrayBuffer>) => {
      const data = new FormData();
      data.set('formToken', withToken);
      data.set('since', '');
      data.set('file', new Blob([file]), 'access.log.gz');
      return data;
    };
    assert.equal((await send('/dashboard/logs', form('forged', gzipSync(lines)))).status, 403);
    const noLog = await send('/dashboard/logs', form(formToken, new Uint8Array(Buffer.from('<p>no log</p>'))));
    assert.equal(noLog.status, 422);
    const read = await send('/dashboard/logs', form(formToken, gzipSync(lines)));
    assert.equal(read.status, 303, read.text);
    assert.match(read.location, /^\/dashboard\/logs\/log_/);

    const shown = await send(read.location);
    assert.match(shown.text, /ChatGPT-User/);
    assert.match(shown.text, /<svg/);
    assert.doesNotMatch(shown.text, /lovelace|198\.51\.100/);
    assert.match((await send('/dashboard/logs')).text, new RegExp(read.location));
    const gone = await send(`${read.location}/delete`, new URLSearchParams({ formToken: shown.formToken }));
    assert.equal(gone.status, 303);
    assert.equal((await send(read.location)).status, 404);
  });
});
