/**
 * Checks that hold for a whole ledger.
 * @module audit
 */

/**
 * A page that does not add up.
 * @typedef {object} Difference
 * @property {number} page counted from one
 * @property {string} written the sum at its foot
 * @property {string} counted the sum of its entries
 */

/**
 * Compares the sum at the foot of each page with the sum of its entries.
 * @param {Ledger} ledger
 * @param {string[]} sums at the foot of each page, in order
 * @param {number} [linesPerPage=32] entries on a page
 * @returns {Difference[]} empty where all pages add up
 */
exports.audit = function audit(ledger, sums, linesPerPage = 32) {
  return sums.flatMap((written, index) => {
    const page = ledger.entries.slice(index * linesPerPage, (index + 1) * linesPerPage);
    const counted = (page.reduce((sum, { amount }) => sum + amount.pence, 0) / 100).toFixed(2);
    return counted === written ? [] : [{ page: index + 1, written, counted }];
  });
};

/**
 * Entries that stand in the ledger twice: same day, same purpose, same amount.
 * @param {Ledger} ledger
 * @returns {Entry[]} the second of each pair
 */
exports.doubles = function doubles(ledger) {
  const seen = new Set();
  return ledger.entries.filter(({ date, purpose, amount }) => {
    const key = `${date.getTime()} ${purpose} ${amount.pence}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
};
