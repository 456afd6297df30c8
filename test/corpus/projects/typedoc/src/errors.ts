/** A table of constants names a constituent that this version does not know. */
export class UnknownConstituent extends Error {
  /** The name as it stands in the table. */
  readonly given: string;

  constructor(given: string) {
    super(`unknown constituent: ${given}`);
    this.given = given;
  }
}

/** A table of constants has a line that is no constituent. */
export class UnreadableTable extends Error {
  /** Counted from one. */
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is no constituent`);
    this.line = line;
  }
}
