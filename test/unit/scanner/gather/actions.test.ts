import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actions } from '../../../../src/scanner/gather/actions.ts';
import type { FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { digest, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClient, gatherContext } from '../../../support/fake-client.ts';
import { htmlFacts, htmlOf } from '../../../support/html-page.ts';

const SEARCH =
  '<form role="search" action="/find"><label>Search<input type="search" name="q"></label><button>Go</button></form>';
const FORM =
  '<form method="post" action="/send"><label>Name<input name="name"></label><label>Text<textarea name="text"></textarea></label><button>Send</button></form>';
const pages = [
  digest('/', { foundBy: 'root', actions: htmlFacts(htmlOf(SEARCH + FORM), '/').actions }),
  digest('/kettles/ashdown', { title: 'Ashdown kettle', actions: htmlFacts(htmlOf('<p>Copper.</p>')).actions }),
];

async function gather(
  answerTo: (request: FetchRequest) => FakeAnswer,
  isExcluded: (url: string) => boolean = () => false,
) {
  const { client, sent } = fakeClient(answerTo);
  const context = { ...gatherContext(client), actionClient: client, isExcluded };
  const { offers } = await actions.gather(context, {
    target: site().target,
    crawl: { pages, pagesDiscovered: pages.length },
  });
  return { sent, verdicts: offers.map(({ kind, verdict }) => `${kind} ${verdict}`) };
}
const FOUND: FakeAnswer = { body: '<!doctype html><main><a href="/kettles/ashdown">Ashdown kettle</a></main>' };
const EMPTY: FakeAnswer = { body: '<!doctype html><main>Nothing</main>' };

describe('the gatherer of actions', () => {
  it('sends GET and OPTIONS without a body, within bounds of size and time', async () => {
    const { sent, verdicts } = await gather(({ url }) => (url.includes('ashdown') ? FOUND : EMPTY));
    assert.deepEqual(verdicts, ['search works', 'form works']);
    assert.ok(sent.length >= 3 && sent.length <= 12);
    for (const request of sent) {
      assert.ok(['GET', 'OPTIONS'].includes(request.method ?? 'GET'), request.method);
      assert.ok(!('body' in request));
      assert.ok((request.maxBytes ?? Number.POSITIVE_INFINITY) <= 1_000_000);
    }
  });

  it('reads the start of an answer of 5 MB', async () => {
    const body = `${FOUND.body ?? ''}${'<p>filling</p>'.repeat(400_000)}`;
    const { verdicts } = await gather(({ url }) => (url.includes('ashdown') ? { body } : EMPTY));
    assert.deepEqual(verdicts, ['search works', 'form works']);
  });

  it('does not ask for what the caller excludes', async () => {
    const { sent, verdicts } = await gather(
      () => EMPTY,
      () => true,
    );
    assert.equal(sent.length, 0);
    assert.deepEqual(verdicts, ['search not measured', 'form works']);
  });
});
