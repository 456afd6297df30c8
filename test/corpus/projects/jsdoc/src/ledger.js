const { Amount } = require('./amount.js');
const { parseEntry } = require('./entry.js');

/**
 * Entries in the order in which they were written.
 * @see Entry
 */
class Ledger {
  /** @param {Entry[]} entries */
  constructor(entries) {
    /** @type {Entry[]} */
    this.entries = entries;
  }

  /**
   * Reads a ledger. Empty lines are passed over; the first line that cannot be read ends the reading.
   * @param {string} text
   * @returns {Ledger}
   */
  static read(text) {
    return new Ledger(text.split('\n').filter((line) => line.trim() !== '').map(parseEntry));
  }

  /**
   * What is left after all entries.
   * @returns {Amount}
   */
  balance() {
    return this.entries.reduce((sum, { amount }) => sum.plus(amount), new Amount(0));
  }

  /**
   * The entries of a month.
   * @param {number} year
   * @param {number} month from 1 to 12
   * @returns {Ledger}
   */
  month(year, month) {
    return new Ledger(this.entries.filter(({ date }) => date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month));
  }
}

module.exports = { Ledger };
