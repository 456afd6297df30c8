import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failedReport, failureRecord } from '../../../../src/scanner/engine/scan-failure.ts';
import { READERS } from '../../../../src/scanner/readers/readers.ts';
import { CensusRow, COLUMNS, csvHead, csvLine, rowOf, unscannedRow } from '../../../../src/sites/census/row.ts';
import { censusRow } from '../../../support/census-row.ts';

const HOST = { host: 'a.example', url: 'https://a.example/' };
const RUN = { rubric: '3.0.0', endedAt: '2026-11-28T09:00:00.000Z', ms: 12.4 };

describe('a row of a census', () => {
  it('has typed columns, with one for each reader', () => {
    const types = new Map(COLUMNS.map(({ name, type, required }) => [String(name), `${type}${required ? '' : '?'}`]));
    assert.deepEqual(
      ['host', 'score', 'delivered', 'has_llms_txt', 'robots_refuses', 'fixes', 'scanned_at', 'ms', 'kind'].map(
        (name) => types.get(name),
      ),
      ['string', 'int32?', 'double?', 'boolean?', 'list of string', 'list of fix', 'timestamp', 'int32', 'string?'],
    );
    for (const { id } of READERS) assert.equal(types.get(id.replaceAll('-', '_')), 'double?', id);
    assert.ok(COLUMNS.every(({ about }) => about !== ''));
  });

  it('is a line of CSV with as many cells as names, and lists in one cell', () => {
    const row = censusRow({
      host: 'a.example',
      robots_refuses: ['GPTBot', 'ChatGPT Agent'],
      reason: 'He said "no", twice',
    });
    const line = csvLine(row);
    assert.ok(line.includes(',GPTBot;ChatGPT Agent,'));
    assert.ok(line.includes(',"He said ""no"", twice",'));
    assert.ok(line.includes(',P22=3.5;S13=1,'));
    const plain = csvLine(censusRow({ host: 'a.example' }));
    assert.equal(plain.split(',').length, csvHead().split(',').length);
  });

  const STATES: readonly (readonly [
    what: string,
    code: string | undefined,
    refused: string[] | undefined,
    state: string,
  ])[] = [
    ['a name that DNS does not know', 'dns', undefined, 'unreachable'],
    ['a closed port', 'connect', undefined, 'unreachable'],
    ['a robots.txt that forbids our bot', undefined, ['LegibleBot'], 'closed'],
    ['a site that refuses every page', undefined, [], 'failed'],
  ];
  for (const [what, measured, byRobots, state] of STATES) {
    it(`${what}: ${state}`, () => {
      const report = failedReport(failureRecord('Why.', 'What.', measured === undefined ? undefined : { measured }));
      const access = byRobots && { byRobots, atTheEdge: [] };
      const row = rowOf(HOST, { report, access, ...RUN });
      assert.deepEqual(
        [row.state, row.reason, row.score, row.robots_read],
        [state, 'Why.', null, byRobots !== undefined],
      );
      assert.deepEqual(CensusRow.parse(row), row);
    });
  }

  it('of a host that was not scanned says why', () => {
    const row = unscannedRow(HOST, 'unreachable', 'No such name.', RUN);
    assert.deepEqual(CensusRow.parse(row), row);
    assert.equal(row.reason, 'No such name.');
  });
});
