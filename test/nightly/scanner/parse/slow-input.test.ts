import { describe, it } from 'node:test';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { LLMS_TXT_PIECES, times } from '../../../support/slow-input.ts';
import { assertQuick } from '../../../unit/scanner/parse/assert-quick.ts';

describe('an llms.txt of many lines made to be slow', () => {
  for (const piece of LLMS_TXT_PIECES) {
    const name = JSON.stringify(piece);
    it(`${name} in every line`, () => assertQuick(() => parseLlmsTxt(`## S\n${times(`- ${piece}\n`)}`)));
    it(`lines of 9,000 ${name}`, () => assertQuick(() => parseLlmsTxt(times(`- ${piece.repeat(9000)}\n`))));
  }
});
