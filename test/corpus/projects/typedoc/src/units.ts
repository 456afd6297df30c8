/** A height above chart datum, in metres. */
export type Metres = number;

/** Feet in a metre. */
const FEET = 3.280_839_895;

/** Converts a height of an old chart. */
export function feetToMetres(feet: number): Metres {
  return feet / FEET;
}

/** Converts a height for a reader who thinks in feet. */
export function metresToFeet(metres: Metres): number {
  return metres * FEET;
}
