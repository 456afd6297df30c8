/** The setting `report` of `legible scan`: the logo is a file or a data: URI, and becomes what may be shown. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCover } from '../../../src/cli/read-cover.ts';
import { logoUri } from '../../../src/scanner/parse/images/logo.ts';

const DRAWN = '<svg xmlns="http://www.w3.org/2000/svg"><path></path></svg>';
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'legible-cover-'));
  await writeFile(join(folder, 'logo.svg'), DRAWN.replace('<path>', '<script>alert(1)</script><path>'));
  await writeFile(join(folder, 'large.svg'), 'x'.repeat(100_001));
});
after(() => rm(folder, { recursive: true }));

describe('the cover of a report', () => {
  it('has the logo of a file without its script, and no empty members', async () => {
    const cover = await readCover({ title: 'For ACME', note: '', logo: join(folder, 'logo.svg') });
    assert.deepEqual(cover, { title: 'For ACME', logo: logoUri(Buffer.from(DRAWN)) });
    assert.equal(await readCover(undefined), undefined);
  });

  const refused: [string, string, RegExp][] = [
    ['a file that is not there', 'none.svg', /none\.svg cannot be read/],
    ['a large file', 'large.svg', /larger than 100 KB/],
  ];
  for (const [title, name, message] of refused) {
    it(`${title}: a message that names it`, () => assert.rejects(readCover({ logo: join(folder, name) }), message));
  }
  it('a data: URI of another kind: refused', () =>
    assert.rejects(readCover({ logo: 'data:text/html,x' }), /PNG or an SVG/));
});
