/** An amount of money, held in pence. */
class Amount {
  /**
   * @param {number} pence may be negative
   */
  constructor(pence) {
    /** @type {number} */
    this.pence = pence;
  }

  /**
   * Reads an amount as people write it.
   * @param {string} text such as `24.00`, `-6.80` or `1,250`
   * @returns {Amount}
   * @throws {BadAmount} where the text is no amount
   */
  static parse(text) {
    const found = /^(-?)([\d,]{1,12})(?:\.(\d\d))?$/.exec(text);
    if (found === null) throw new BadAmount(text);
    const pence = Number(found[2].replaceAll(',', '')) * 100 + Number(found[3] ?? 0);
    return new Amount(found[1] === '-' ? -pence : pence);
  }

  /**
   * The sum of this amount and another. Neither changes.
   * @param {Amount} other
   * @returns {Amount}
   */
  plus(other) {
    return new Amount(this.pence + other.pence);
  }

  /**
   * @returns {string} with two digits after the point
   */
  toString() {
    return (this.pence / 100).toFixed(2);
  }
}

/** A text that is no amount. */
class BadAmount extends Error {
  /** @param {string} text as it was given */
  constructor(text) {
    super(`no amount: ${text}`);
  }
}

module.exports = { Amount, BadAmount };
