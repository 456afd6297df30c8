const { Amount } = require('./amount.js');

/**
 * One line of a ledger.
 * @typedef {object} Entry
 * @property {Date} date the day, at midnight UTC
 * @property {string} purpose what it was for, in the treasurer's words
 * @property {Amount} amount positive for what came in
 */

/**
 * Reads one line: a date, a purpose and an amount, set apart by blanks.
 * @param {string} line
 * @returns {Entry}
 * @throws {BadLine}
 */
function parseEntry(line) {
  const words = line.trim().split(/\s+/);
  if (words.length < 3) throw new BadLine(line);
  const [date, ...rest] = words;
  const amount = Amount.parse(rest.pop());
  return { date: new Date(`${date}T00:00:00Z`), purpose: rest.join(' '), amount };
}

/** A line with fewer than three parts. */
class BadLine extends Error {
  /** @param {string} line as it was given */
  constructor(line) {
    super(`no entry: ${line}`);
  }
}

module.exports = { parseEntry, BadLine };
