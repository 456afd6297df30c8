export { Constituent, type ConstituentName, SPEEDS } from './constituent.js';
export { UnknownConstituent, UnreadableTable } from './errors.js';
export { Harbour } from './harbour.js';
export { type Height, highWaters, lowWaters, predict, type Turn } from './predict.js';
export { feetToMetres, metresToFeet, type Metres } from './units.js';
