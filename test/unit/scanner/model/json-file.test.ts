import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { declaredJson, type JsonFile, optionalJson, type Probe } from '../../../../src/scanner/model/http.ts';
import { answered, notFound, unanswered } from '../../../support/artifacts.ts';

const at = (text: string, rest: Parameters<typeof answered>[1] = {}) =>
  answered('/f.json', { text, contentType: 'application/json', ...rest });
const failed = (code: 'robots' | 'too_large' | 'connect'): Probe => {
  const probe = unanswered('/f.json');
  assert.ok(!probe.answered);
  return { ...probe, failure: { code, message: 'ours' } };
};

describe('a JSON file', () => {
  const rows: { when: string; probe: Probe; optional: JsonFile['state']; declared: JsonFile['state'] }[] = [
    { when: 'as it should be', probe: at('{"skills":[]}'), optional: 'read', declared: 'read' },
    { when: 'of another kind', probe: at('{"error":"none"}'), optional: 'absent', declared: 'read' },
    { when: 'an object with nothing in it', probe: at('{}'), optional: 'read', declared: 'read' },
    { when: 'a list', probe: at('[]'), optional: 'broken', declared: 'broken' },
    { when: 'cut short', probe: at('{"skills":'), optional: 'broken', declared: 'broken' },
    {
      when: 'cut short, as text',
      probe: at(' {"a":', { contentType: 'text/plain' }),
      optional: 'broken',
      declared: 'broken',
    },
    { when: 'prose', probe: at('No such file', { contentType: 'text/plain' }), optional: 'absent', declared: 'broken' },
    { when: 'prose that calls itself JSON', probe: at('No such file'), optional: 'broken', declared: 'broken' },
    { when: 'empty', probe: at(''), optional: 'absent', declared: 'broken' },
    { when: 'HTML', probe: at('<!doctype html>', { isHtml: true }), optional: 'absent', declared: 'broken' },
    {
      when: 'what unknown names get',
      probe: at('{"skills":[]}', { isControl: true }),
      optional: 'absent',
      declared: 'broken',
    },
    { when: 'missing', probe: notFound('/f.json'), optional: 'absent', declared: 'broken' },
    { when: 'refused', probe: at('{}', { status: 403 }), optional: 'absent', declared: 'broken' },
    { when: 'a server error', probe: at('{}', { status: 500 }), optional: 'absent', declared: 'broken' },
    { when: 'asked for too often', probe: at('{}', { status: 429 }), optional: 'absent', declared: 'unknown' },
    { when: 'a time-out', probe: unanswered('/f.json'), optional: 'unknown', declared: 'unknown' },
    { when: 'closed to us', probe: failed('robots'), optional: 'absent', declared: 'unknown' },
    { when: 'larger than we read', probe: failed('too_large'), optional: 'unknown', declared: 'unknown' },
    { when: 'on a dead host', probe: failed('connect'), optional: 'unknown', declared: 'broken' },
  ];
  for (const { when, probe, optional, declared } of rows) {
    it(`${when}: ${optional} when optional, ${declared} when declared`, () => {
      assert.equal(optionalJson(probe, ['skills']).state, optional);
      assert.equal(declaredJson(probe).state, declared);
    });
  }

  it('that was not asked for is absent', () => assert.equal(optionalJson(undefined, ['a']).state, 'absent'));
});
