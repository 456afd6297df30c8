/** Whom to write to: /.well-known/security.txt (RFC 9116), and the articles that name the contact. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadArticles } from '../../../../src/library/articles.ts';
import { securityTxt } from '../../../../src/rest-facade/discovery/documents.ts';
import { articleDocument, atHome, CONTACT_SENTENCE } from '../../../../src/web/docs/document.ts';

const BASE_URL = 'https://scan.example';
const contactsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('Contact: '));

describe('security.txt', () => {
  it('has the contact that the operator has named', () => {
    const text = securityTxt(BASE_URL, 'mailto:ops@scan.example', Date.now());
    assert.deepEqual(contactsIn(text), ['Contact: mailto:ops@scan.example']);
    assert.doesNotMatch(text, /^#/m);
  });

  it('says that there is none, and leads to the page that says what to do then', () => {
    const text = securityTxt(BASE_URL, undefined, Date.now());
    assert.match(text, /^# The operator of this installation has named no contact\.$/m);
    assert.deepEqual(contactsIn(text), [`Contact: ${BASE_URL}/docs/security`]);
  });
});

describe('the articles that tell whom to write to', () => {
  const articles = loadArticles().filter(({ path }) => ['/docs/bot', '/docs/security'].includes(path));

  for (const article of articles) {
    const shown = (operatorContact?: string) =>
      atHome(articleDocument(article), { baseUrl: BASE_URL, operatorContact }).body;

    it(`name the contact, or say that there is none: ${article.path}`, () => {
      assert.ok(article.body.includes(CONTACT_SENTENCE));
      assert.match(
        shown('mailto:ops@scan.example'),
        /is reached at \[ops@scan\.example\]\(mailto:ops@scan\.example\)\./,
      );
      assert.match(shown(), /The operator of this installation has named no contact: /);
      assert.ok(!shown().includes(CONTACT_SENTENCE));
    });
  }
});
