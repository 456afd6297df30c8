import { Constituent, type ConstituentName, SPEEDS } from './constituent.js';
import { UnknownConstituent, UnreadableTable } from './errors.js';
import type { Metres } from './units.js';

/** A place with its harmonic constants. */
export class Harbour {
  /** As the chart has it. */
  readonly name: string;
  /** Of the sea, in metres above chart datum. */
  readonly meanLevel: Metres;
  /** In any order. */
  readonly constituents: readonly Constituent[];

  constructor(name: string, meanLevel: Metres, constituents: readonly Constituent[]) {
    this.name = name;
    this.meanLevel = meanLevel;
    this.constituents = constituents;
  }

  /**
   * Reads the table that a harbour office publishes: a line each with name, amplitude and phase, set apart by blanks.
   * Empty lines and lines that begin with `#` are passed over.
   * @throws UnknownConstituent
   * @throws UnreadableTable
   */
  static fromText(name: string, meanLevel: Metres, table: string): Harbour {
    const constituents = table.split('\n').flatMap((line, index) => {
      if (line.trim() === '' || line.startsWith('#')) return [];
      const [code = '', amplitude, phase] = line.trim().split(/\s+/);
      if (!(code in SPEEDS)) throw new UnknownConstituent(code);
      if (amplitude === undefined || phase === undefined) throw new UnreadableTable(index + 1);
      return [new Constituent(code as ConstituentName, Number(amplitude), Number(phase))];
    });
    return new Harbour(name, meanLevel, constituents);
  }

  /** The highest sea that the constants allow. */
  get highest(): Metres {
    return this.constituents.reduce((sum, { amplitude }) => sum + amplitude, this.meanLevel);
  }
}
